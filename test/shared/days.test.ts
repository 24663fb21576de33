import assert from "node:assert/strict";
import { it } from "node:test";
import { readTime, timestamp } from "../../src/shared/days.ts";

it("A time is parsed in any zone, and a date is its midnight in UTC", () => {
  for (const [text, time] of [
    ["2026-12-31T23:00:00+02:00", "2026-12-31T21:00:00.000Z"],
    ["2026-12-31T23:00Z", "2026-12-31T23:00:00.000Z"],
    ["2026-12-31", "2026-12-31T00:00:00.000Z"],
    ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
  ] as const) {
    assert.equal(timestamp(readTime(text)), time);
  }
});

it("An invalid time is refused: no zone, no such day, a year of five digits", () => {
  for (const text of [
    ...["", "soon", "0", "-1", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-02-30"],
    ...["10000-01-01T00:00:00Z", "2026-01-01T00:00:00"],
  ]) {
    assert.ok(Number.isNaN(readTime(text)), text);
  }
});
