import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  countTicks,
  dayTicks,
  groupNear,
  hasYear,
  labelWidth,
  periodOf,
  sinceCreation,
  utcDayStart,
} from "../../web/src/pages/code/axes.ts";
import { createFormats } from "../../web/src/parts/formats.ts";

describe("the axes of the timeline", () => {
  it("have even round steps from zero to the largest day, whatever its size", () => {
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

  it("label days at even distances, including the last one", () => {
    for (const [days, most] of [7, 30, 90, 365].flatMap((n) => [[n, 4] as const, [n, 8] as const])) {
      const dates = Array.from({ length: days }, (_, i) => `day ${i}`);
      const at = dayTicks(dates, most).map((date) => dates.indexOf(date));
      assert.ok(at.length >= 3 && at.length <= most + 1, `${at.length} of ${days}`);
      assert.equal(at.at(-1), days - 1);
      const gaps = new Set(at.slice(1).map((place, i) => place - at[i]!));
      assert.equal(gaps.size, 1);
    }
  });
});

describe("the days of the timeline", () => {
  const days = ["2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02"].map((date) => ({ date, scans: 0 }));

  it("begin on the day the code was created", () => {
    assert.deepEqual(sinceCreation(days, "2025-12-31T23:59:59.000Z"), days.slice(1));
    assert.deepEqual(sinceCreation(days, "2026-01-02T08:00:00.000Z"), days.slice(3), "only today");
    assert.deepEqual(sinceCreation(days, "2020-01-01T00:00:00.000Z"), days);
    const scanned = days.map((day, i) => ({ ...day, scans: i === 1 ? 5 : 0 }));
    assert.deepEqual(sinceCreation(scanned, "2026-01-02T08:00:00.000Z"), scanned.slice(1), "no scan is left out");
  });

  it("start at a time of the viewer's that is correct for each", (test) => {
    const { TZ } = process.env;
    test.after(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    const said = (zone: string, ...dates: string[]) => {
      process.env.TZ = zone;
      const shown = dates.map((date) => ({ date }));
      const start = utcDayStart(shown);
      return start === null ? null : createFormats("en-GB").time(start);
    };
    const [winter, summer, nextWinter] = ["2026-01-10", "2026-07-10", "2027-01-09"] as const;
    assert.equal(said("Europe/Berlin", winter), "01:00");
    assert.equal(said("Europe/Berlin", summer), "02:00");
    assert.equal(said("Europe/Berlin", summer, nextWinter), null);
    assert.equal(said("Europe/Berlin", winter, summer, nextWinter), null);
    assert.equal(said("Europe/London", winter), null);
    assert.equal(said("Europe/London", summer), "01:00");
  });

  it("name the year where one begins, if there are two", () => {
    const ticks = ["2025-11-01", "2025-12-01", "2026-01-01", "2026-02-01"];
    assert.deepEqual(
      ticks.map((tick) => hasYear(tick, ticks)),
      [true, false, true, false],
    );
    const ofOne = ticks.slice(2);
    assert.deepEqual(
      ofOne.map((tick) => hasYear(tick, ofOne)),
      [false, false],
    );
  });
});

describe("the flags of changes", () => {
  it("share a place if they are too close", () => {
    const marks = [2, 8, 10.9, 11, 40].map((at) => ({ at }));
    assert.deepEqual(
      groupNear(marks, 9).map((some) => some.map(({ at }) => at)),
      [[2, 8, 10.9], [11], [40]],
    );
    assert.deepEqual(groupNear([], 9), []);
  });
});

describe("the period in the address", () => {
  it("is a known one, or the default", () => {
    assert.deepEqual(["7", "365", null, "", "14", "-7", "7.0", "x"].map(periodOf), [7, 365, 30, 30, 30, 30, 30, 30]);
  });
});
