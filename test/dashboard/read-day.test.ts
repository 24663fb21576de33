import assert from "node:assert/strict";
import { it } from "node:test";
import { readDay } from "../../web/src/parts/read-day.ts";

it("reads days as people type them, and nothing else", () => {
  for (const text of [
    "2026-01-31",
    " 2026-1-31",
    "31 Jan 2026",
    "31. January 2026",
    "Jan 31, 2026",
    "january 31 2026",
  ]) {
    assert.equal(readDay(text), "2026-01-31", text);
  }
  for (const text of ["", "2", "31", "2026", "Jan 2026", "31 Feb 2026", "2026-13-01", "31 Xyz 2026", "1/2/2026"]) {
    assert.equal(readDay(text), null, text);
  }
});
