import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { countTicks, dayTicks, labelWidth } from "../../web/src/pages/code/axis.ts";
import { untilInWords } from "../../web/src/pages/code/expiry.ts";
import { periodOf } from "../../web/src/pages/code/period.ts";

const DAY_MS = 86_400_000;

describe("the axes of the timeline", () => {
  it("count in even round steps from zero to the largest day, whatever its size", () => {
    assert.deepEqual(countTicks(0), [0, 1]);
    assert.deepEqual(countTicks(3), [0, 1, 2, 3]);
    assert.deepEqual(countTicks(13_348), [0, 5000, 10_000, 15_000]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (largest) => {
        const ticks = countTicks(largest);
        const step = ticks[1]!;
        assert.ok(ticks.at(-1)! >= largest && ticks.length >= 2 && ticks.length <= 6);
        assert.ok(ticks.every((tick, i) => tick === i * step));
        assert.match(String(step), /^[125]0*$/);
      }),
    );
  });

  it("make room for the longest label", () => {
    assert.ok(labelWidth(["0", "10,000"]) > labelWidth(["0", "5,000"]));
  });

  it("name days at even distances, the last one among them", () => {
    for (const [days, most] of [7, 30, 90, 365].flatMap((n) => [
      [n, 4] as const,
      [n, 8] as const,
    ])) {
      const dates = Array.from({ length: days }, (_, i) => `day ${i}`);
      const at = dayTicks(dates, most).map((date) => dates.indexOf(date));
      assert.ok(at.length >= 3 && at.length <= most + 1, `${at.length} of ${days}`);
      assert.equal(at.at(-1), days - 1);
      const gaps = new Set(at.slice(1).map((place, i) => place - at[i]!));
      assert.equal(gaps.size, 1);
    }
  });
});

describe("how long a code lives", () => {
  it("is said alike for the day it is made and the day after", () => {
    const now = Date.parse("2026-11-15T12:00:00.000Z");
    const said = (days: number) => untilInWords(new Date(now + days * DAY_MS).toISOString(), now);
    assert.deepEqual([365, 364].map(said), ["in 12 months", "in 12 months"]);
    assert.deepEqual([0, 1, 30].map(said), ["today", "in 1 day", "in 30 days"]);
    assert.deepEqual([-1, -90, 1100].map(said), ["1 day ago", "3 months ago", "in 3 years"]);
  });
});

describe("the period in the address", () => {
  it("is one of ours, or the usual one", () => {
    assert.deepEqual(
      ["7", "365", null, "", "14", "-7", "7.0", "x"].map(periodOf),
      [7, 365, 30, 30, 30, 30, 30, 30],
    );
  });
});
