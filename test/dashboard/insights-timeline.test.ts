import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { countTicks, groupNear, labelWidth } from "../../src/insights/chart/axis.ts";
import { addDays } from "../../src/insights/chart/period.ts";
import { pairsOf, pointsOf, previousDay, sinceCreation, ticksOf } from "../../src/insights/chart/points.ts";
import type { Insights } from "../../web/src/api/insights.ts";
import { placeChanges } from "../../web/src/parts/insights/marks.ts";
import { valuesOf } from "../../web/src/parts/insights/values.ts";

const NOW = Date.parse("2026-11-16T15:52:00Z");
const NONE = {
  scans: 0,
  visitors: null,
  countries: 0,
  cities: 0,
  byCountry: [],
  byPlacement: [],
  byCity: [],
  byDevice: [],
  byBrowser: [],
  byOs: [],
  byHour: [],
  exactFrom: null,
};
type Shown = Pick<Insights, "from" | "to" | "interval"> & Partial<Insights>;
const insights = (shown: Shown, starts: string[]): Insights =>
  ({
    ...NONE,
    timezone: "Europe/Berlin",
    previous: null,
    timeline: starts.map((start, i) => ({ start, scans: i + 10, visitors: i + 5, previousScans: i })),
    ...shown,
  }) as Insights;
const daysFrom = (from: string, count: number, step = 1) =>
  Array.from({ length: count }, (_, i) => addDays(from, i * step));

describe("the axes of the timeline", () => {
  it("have even round steps from zero to the largest value, whatever its size", () => {
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

  it("label hours at even distances from midnight", () => {
    for (const [count, most, expected] of [
      [3, 8, [0, 1, 2]],
      [24, 8, [0, 3, 6, 9, 12, 15, 18, 21]],
      [24, 4, [0, 6, 12, 18]],
      [48, 4, [0, 12, 24, 36]],
    ] as const) {
      const starts = Array.from({ length: count }, (_, i) => new Date(Date.UTC(2026, 10, 14, i)).toISOString());
      const hours = insights({ from: "2026-11-14", to: "2026-11-15", interval: "hour" }, starts);
      assert.deepEqual(ticksOf(pointsOf(hours, "scans", NOW), "hour", most), expected);
    }
  });

  it("label Mondays among many days, and not too many of anything", () => {
    const month = insights({ from: "2026-10-20", to: "2026-11-16", interval: "day" }, daysFrom("2026-10-20", 28));
    const points = pointsOf(month, "scans", NOW);
    const labelled = ticksOf(points, "day", 8).map((i) => points[i]!.day);
    assert.deepEqual(labelled, ["2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"]);
    for (const [interval, step, count] of [
      ["day", 1, 3],
      ["day", 1, 7],
      ["day", 1, 92],
      ["week", 7, 104],
      ["month", 31, 60],
    ] as const) {
      for (const most of [4, 8]) {
        const starts = daysFrom("2024-01-01", count, step);
        const shown = insights({ from: starts[0]!, to: starts.at(-1)!, interval }, starts);
        const ticks = ticksOf(pointsOf(shown, "scans", NOW), interval, most);
        assert.ok(
          ticks.length >= Math.min(count, 3) && ticks.length <= most,
          `${ticks.length} of ${count} ${interval}s`,
        );
      }
    }
  });
});

describe("the points of the timeline", () => {
  it("know which is not over, and which days they stand for", () => {
    const days = insights({ from: "2026-11-14", to: "2026-11-16", interval: "day" }, daysFrom("2026-11-14", 3));
    const points = pointsOf(days, "scans", NOW);
    assert.deepEqual(
      points.map(({ isRunning }) => isRunning),
      [false, false, true],
    );
    assert.deepEqual(points[1]!.range, { from: "2026-11-15", to: "2026-11-15" });
    assert.deepEqual(
      points.map(({ value, previous }) => [value, previous]),
      [
        [10, 0],
        [11, 1],
        [12, 2],
      ],
    );
    assert.deepEqual(
      pointsOf(days, "visitors", NOW).map(({ value, previous }) => [value, previous]),
      [
        [5, null],
        [6, null],
        [7, null],
      ],
    );
    assert.deepEqual(pairsOf(days, NOW), [
      [10, 0],
      [11, 1],
    ]);
  });

  it("cut weeks and months at the edges of the period", () => {
    const starts = ["2026-08-05", "2026-08-10", "2026-08-17"];
    const weeks = insights({ from: "2026-08-05", to: "2026-08-19", interval: "week" }, starts);
    assert.deepEqual(
      pointsOf(weeks, "scans", NOW).map(({ range }) => range),
      [
        { from: "2026-08-05", to: "2026-08-09" },
        { from: "2026-08-10", to: "2026-08-16" },
        { from: "2026-08-17", to: "2026-08-19" },
      ],
    );
    const months = insights({ from: "2024-02-10", to: "2026-11-16", interval: "month" }, ["2024-02-10", "2026-11-01"]);
    const points = pointsOf(months, "scans", NOW);
    assert.deepEqual(
      points.map(({ range }) => range),
      [
        { from: "2024-02-10", to: "2024-02-29" },
        { from: "2026-11-01", to: "2026-11-16" },
      ],
    );
    assert.deepEqual(
      points.map(({ isRunning }) => isRunning),
      [false, true],
    );
  });

  it("are hours of the zone, and a single day cannot be cut further", () => {
    const starts = ["2026-11-16T15:00:00+01:00", "2026-11-16T16:00:00+01:00"];
    const hours = insights({ from: "2026-11-16", to: "2026-11-16", interval: "hour" }, starts);
    const points = pointsOf(hours, "scans", NOW);
    assert.deepEqual(
      points.map(({ day, isRunning, range }) => [day, isRunning, range]),
      [
        ["2026-11-16", false, null],
        ["2026-11-16", true, null],
      ],
    );
  });

  it("name the day they are compared with", () => {
    const previous = { from: "2026-09-22", to: "2026-10-19", scans: 1, visitors: null };
    const shown = { from: "2026-10-20", to: "2026-11-16", previous };
    const days = insights({ ...shown, interval: "day" }, ["2026-10-29"]);
    assert.equal(previousDay(days, "2026-10-29"), "2026-10-01");
    // The same day of the year before, also after a 29 February.
    const year = { ...days, from: "2025-01-01", previous: { ...days.previous!, from: "2024-01-01" } };
    assert.equal(previousDay(year, "2025-02-28"), "2024-02-28");
    assert.equal(previousDay(year, "2025-03-05"), "2024-03-05");
    const leap = { ...days, from: "2024-02-01", previous: { ...days.previous!, from: "2023-02-01" } };
    assert.equal(previousDay(leap, "2024-03-05"), "2023-03-05");
    assert.equal(previousDay({ ...days, previous: null }, "2026-10-29"), null);
    const longer = { from: "2024-03-10", to: "2024-12-31", scans: 1, visitors: null };
    const starts = ["2025-03-10", "2025-04-01"];
    const months = insights({ from: "2025-03-10", to: "2025-12-31", previous: longer, interval: "month" }, starts);
    assert.deepEqual(
      starts.map((start) => previousDay(months, start)),
      ["2024-03-10", "2024-04-01"],
    );
  });

  it("are not compared with days before the code existed", () => {
    const previous = { from: "2026-10-17", to: "2026-10-18", scans: 5, visitors: null };
    const starts = daysFrom("2026-10-19", 2);
    const shown = insights({ from: "2026-10-19", to: "2026-10-20", interval: "day", previous }, starts);
    const before = (created: string) => {
      const { previous, timeline } = sinceCreation(shown, created);
      return [previous?.scans, ...timeline.map(({ previousScans }) => previousScans)];
    };
    assert.deepEqual(before("2026-10-17"), [5, 0, 1]);
    assert.deepEqual(before("2026-10-18"), [5, null, 1]);
    assert.deepEqual(before("2026-10-19"), [undefined, null, null]);
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

  it("stand at the week of their day, and outside the period nowhere", () => {
    const weeks = insights({ from: "2026-08-03", to: "2026-08-23", interval: "week" }, daysFrom("2026-08-03", 3, 7));
    const points = pointsOf(weeks, "scans", NOW);
    const at = (day: string) => placeChanges([{ day, marks: [] }], points, (i) => i).map(({ at }) => at);
    assert.deepEqual(["2026-08-02", "2026-08-03", "2026-08-12", "2026-08-23", "2026-08-24"].map(at), [
      [],
      [0],
      [1],
      [2],
      [],
    ]);
    const one = pointsOf(
      insights({ from: "2026-08-03", to: "2026-08-03", interval: "hour" }, ["2026-08-03T08:00:00+02:00"]),
      "scans",
      NOW,
    );
    assert.deepEqual(placeChanges([{ day: "2026-08-03", marks: [] }], one, () => 50).length, 1);
  });
});

describe("the values to filter by", () => {
  it("have each name once, although cities of several countries share it", () => {
    const byCity = [
      { country: "DE", city: "Berlin", scans: 4 },
      { country: "FR", city: "Paris", scans: 3 },
      { country: "US", city: "Paris", scans: 2 },
    ];
    const shown = insights({ from: "2026-10-20", to: "2026-11-16", interval: "day", byCity }, []);
    assert.deepEqual(valuesOf(shown, "city"), [
      { value: "Paris", scans: 5 },
      { value: "Berlin", scans: 4 },
    ]);
  });
});
