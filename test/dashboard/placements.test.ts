import assert from "node:assert/strict";
import { describe, it } from "node:test";
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
