import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Figure, isMet, jsonOf, lineOf, tableOf } from "../../bench/support/report.ts";

const FIGURE: Figure = {
  name: "P1",
  what: "redirects",
  ours: "20000/s",
  peer: "bare 50000/s",
  value: 0.4,
  target: { least: 0.5 },
};

describe("the bench report", () => {
  it("compares a figure with its target, an upper or a lower bound", () => {
    assert.equal(isMet(FIGURE), false);
    assert.equal(isMet({ ...FIGURE, value: 0.5 }), true);
    assert.equal(isMet({ ...FIGURE, value: 2.1, target: { most: 2 } }), false);
    assert.equal(isMet({ ...FIGURE, value: 2, target: { most: 2 } }), true);
    assert.equal(isMet({ ...FIGURE, target: null }), true);
    assert.equal(isMet({ ...FIGURE, value: Number.NaN }), false);
  });

  it("has a line for each figure, and one table", () => {
    assert.equal(lineOf(FIGURE), "P1, redirects: 20000/s, bare 50000/s = 0.40x (target >= 0.5)");
    const rows = (size: "full" | "small") =>
      tableOf([FIGURE, { ...FIGURE, value: 12, target: { most: 100, unit: " ms" } }], size)
        .split("\n")
        .slice(2)
        .map((row) =>
          row
            .split("|")
            .slice(5, 8)
            .map((cell) => cell.trim()),
        );
    assert.deepEqual(rows("full"), [
      ["0.40x", ">= 0.5", "NO"],
      ["12 ms", "<= 100 ms", "yes"],
    ]);
    assert.deepEqual(
      rows("small").map((row) => row[2]),
      ["-", "-"],
    );
  });

  it("says in JSON whether targets were met", () => {
    const metOf = (size: "full" | "small") => JSON.parse(jsonOf([FIGURE], size)).figures[0].met;
    assert.equal(metOf("full"), false);
    assert.equal(metOf("small"), null);
  });
});
