import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { ranksOf } from "../../src/insights/chart/ranks.ts";
import { hasRange, namesOf, rowsOfCsv, rowsOfText } from "../../web/src/pages/code/placement-rows.ts";

describe("the names of new placements", () => {
  it("come from a range, with the zeros of its first number", () => {
    assert.deepEqual(namesOf("Table 1-3"), ["Table 1", "Table 2", "Table 3"]);
    assert.deepEqual(namesOf(" Room 08 – 11 "), ["Room 08", "Room 09", "Room 10", "Room 11"]);
    assert.equal(namesOf("Table 1-40").length, 40);
    assert.deepEqual(namesOf("7-8"), ["7", "8"]);
  });

  it("are taken as they are where there is no range", () => {
    for (const name of ["Bar", "Gate 3-3", "Since 2020-2019", "1-", "-4", "1-999999", "A-B"]) {
      assert.deepEqual(namesOf(name), [name]);
    }
    assert.deepEqual(namesOf("  "), []);
  });

  it("come from lines, whose ranges can be kept as names", () => {
    assert.deepEqual(
      rowsOfText("Bar\r\n\n Gate 3-4 ", true).map(({ name }) => name),
      ["Bar", "Gate 3", "Gate 4"],
    );
    assert.deepEqual(rowsOfText("Bar\nGate 3-4", false), [{ name: "Bar" }, { name: "Gate 3-4" }]);
    assert.deepEqual([hasRange("Bar\nGate 3-4"), hasRange("Bar")], [true, false]);
  });

  it("come from a CSV file, with or without headings, with a slug or without", () => {
    assert.deepEqual(rowsOfCsv("Slug;Name;Floor\nbar;The bar;1\n;Door;2\n"), [
      { name: "The bar", slug: "bar" },
      { name: "Door" },
    ]);
    assert.deepEqual(rowsOfCsv("Bar\nDoor"), [{ name: "Bar" }, { name: "Door" }]);
    assert.deepEqual(rowsOfCsv('"Bar, left",bar-left\n,no-name\n'), [{ name: "Bar, left", slug: "bar-left" }]);
  });
});

describe("the ranks of placements", () => {
  const shown = (counts: number[], whole: number) =>
    ranksOf(counts, whole).map(({ best, worst }) => `${best}–${worst}`);

  it("are equal where the intervals overlap", () => {
    const counts = [2254, 1001, 933, 435, 398, 94];
    assert.deepEqual(shown(counts, 5243), ["1–1", "2–3", "2–3", "4–5", "4–5", "6–6"]);
    assert.deepEqual(shown([1, 0, 2], 3), ["1–3", "1–3", "1–3"]);
    assert.deepEqual(shown([], 0), []);
  });

  it("agree with a comparison of every pair, and contain the count", () => {
    const property = fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 }), (counts) => {
      const whole = counts.reduce((sum, count) => sum + count, 7);
      const ranks = ranksOf(counts, whole);
      for (const [i, { low, high, best, worst }] of ranks.entries()) {
        assert.ok(low <= counts[i]! + 1e-6 && counts[i]! <= high + 1e-6);
        assert.equal(best, 1 + ranks.filter((other) => other.low > high).length);
        assert.equal(worst, ranks.length - ranks.filter((other) => other.high < low).length);
      }
    });
    fc.assert(property, { numRuns: 100 });
  });

  it("are vaguer the more scans scatter", () => {
    assert.deepEqual(
      ranksOf([1001, 800], 5243, 10).map(({ best, worst }) => [best, worst]),
      [
        [1, 2],
        [1, 2],
      ],
    );
  });
});
