import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, dateOfDay, dayOf } from "../../src/shared/days.ts";
import { onEachEngine } from "../support/stores.ts";
import { assertRateHeaders, badFields, PATH, type Scan, useApp } from "./support.ts";

const FIELDS = [
  "totalScans",
  "uniqueCountries",
  "uniqueCities",
  "byDevice",
  "byBrowser",
  "byOs",
  "byCountry",
  "timeline",
];

interface Day {
  date: string;
  scans: number;
}

onEachEngine("GET /api/v1/qrcodes/:id/analytics", (engine) => {
  const use = useApp(engine);
  const read = (id: string, query = "") => use.ask("GET", `${PATH}/${id}/analytics${query}`);
  const daysAgo = (days: number) => use.clock.now() - days * DAY_MS;
  const busy = (timeline: Day[]) => timeline.filter((day) => day.scans > 0);

  describe("200", () => {
    it("returns the whole summary for a code without scans", async () => {
      const { id } = await use.code();
      const answer = await read(id);
      assert.equal(answer.status, 200);
      assertRateHeaders(answer);
      assert.deepEqual(Object.keys(answer.json), FIELDS);
      const { timeline, ...rest } = answer.json;
      assert.deepEqual(rest, {
        totalScans: 0,
        uniqueCountries: 0,
        uniqueCities: 0,
        byDevice: [],
        byBrowser: [],
        byOs: [],
        byCountry: [],
      });
      assert.equal(timeline.length, 30);
    });

    it("has exactly the requested number of days, ascending, ending today, zero-filled", async () => {
      const { id } = await use.code();
      await use.scan(id, [{ at: daysAgo(2) }]);
      for (const days of [1, 2, 3, 365]) {
        const { timeline, totalScans } = (await read(id, `?days=${days}`)).json;
        const today = dayOf(use.clock.now());
        const dates = Array.from({ length: days }, (_, i) => dateOfDay(today - days + 1 + i));
        assert.deepEqual(
          timeline.map((day: Day) => day.date),
          dates,
        );
        assert.deepEqual(Object.keys(timeline[0]), ["date", "scans"]);
        assert.equal(totalScans, days > 2 ? 1 : 0);
        assert.deepEqual(busy(timeline), days > 2 ? [{ date: dateOfDay(today - 2), scans: 1 }] : []);
      }
    });

    it("has sums that equal the total, sorted by count and then by name, without zero rows", async () => {
      const { id } = await use.code();
      const agents: Scan["agent"][] = [
        ["mobile", "Safari", "iOS"],
        ["mobile", "Chrome", "Android"],
        ["desktop", "Chrome", "Windows"],
        ["tablet", "Edge", "Windows"],
        ["desktop", "Arc", "macOS"],
      ];
      const scans = agents.flatMap((agent, i) =>
        Array.from({ length: i < 2 ? 2 : 1 }, (_, n) => ({ agent: agent!, at: daysAgo(n) })),
      );
      await use.scan(id, scans);
      await use.scan(id, [{ agent: ["tv", "Old", "Old"], at: daysAgo(10) }]);
      const { json } = await read(id, "?days=7");
      assert.equal(json.totalScans, 7);
      assert.deepEqual(json.byDevice, [
        { device: "mobile", count: 4 },
        { device: "desktop", count: 2 },
        { device: "tablet", count: 1 },
      ]);
      assert.deepEqual(json.byBrowser, [
        { browser: "Chrome", count: 3 },
        { browser: "Safari", count: 2 },
        { browser: "Arc", count: 1 },
        { browser: "Edge", count: 1 },
      ]);
      assert.deepEqual(json.byOs, [
        { os: "Android", count: 2 },
        { os: "Windows", count: 2 },
        { os: "iOS", count: 2 },
        { os: "macOS", count: 1 },
      ]);
      assert.deepEqual(json.byCountry, [{ country: "DE", count: 7 }]);
      for (const rows of [json.byDevice, json.byBrowser, json.byOs, json.byCountry]) {
        const sum = rows.reduce((total: number, row: { count: number }) => total + row.count, 0);
        assert.equal(sum, json.totalScans);
      }
      const days = json.timeline.reduce((total: number, day: Day) => total + day.scans, 0);
      assert.equal(days, json.totalScans);
    });

    it("lists Unknown but does not count it as a country, and counts only known cities", async () => {
      const { id } = await use.code();
      const places: Scan["place"][] = [
        ["Unknown", null, null, null],
        ["Unknown", null, null, null],
        ["DE", null, 51, 9],
        ["DE", "Frankfurt", 50.1, 8.7],
        ["DE", "Frankfurt", 50.2, 8.6],
        ["US", "Frankfurt", 38.2, -84.9],
        ["US", "Paris", 33.7, -95.6],
        ["FR", "Paris", 48.9, 2.4],
      ];
      await use.scan(
        id,
        places.map((place) => ({ place: place! })),
      );
      const { json } = await read(id);
      assert.deepEqual(json.byCountry, [
        { country: "DE", count: 3 },
        { country: "US", count: 2 },
        { country: "Unknown", count: 2 },
        { country: "FR", count: 1 },
      ]);
      assert.equal(json.uniqueCountries, 3);
      assert.equal(json.uniqueCities, 4);
    });

    it("counts only the cities of the period, not earlier ones", async () => {
      const { id } = await use.code();
      await use.scan(id, [
        { at: daysAgo(5), place: ["FR", "Lyon", 45.7, 4.8] },
        { at: daysAgo(5), place: ["FR", "Paris", 48.9, 2.4] },
        { at: daysAgo(0), place: ["FR", "Paris", 48.9, 2.4] },
      ]);
      assert.equal((await read(id, "?days=5")).json.uniqueCities, 1);
      assert.equal((await read(id, "?days=6")).json.uniqueCities, 2);
    });

    it("changes the day at midnight UTC, to the millisecond", async () => {
      const { id } = await use.code();
      const midnight = dayOf(use.clock.now()) * DAY_MS;
      await use.scan(id, [{ at: midnight - 1 }, { at: midnight }, { at: midnight + 1 }]);
      const yesterday = dateOfDay(dayOf(midnight) - 1);
      const today = dateOfDay(dayOf(midnight));
      assert.deepEqual((await read(id, "?days=2")).json.timeline, [
        { date: yesterday, scans: 1 },
        { date: today, scans: 2 },
      ]);
      assert.equal((await read(id, "?days=1")).json.totalScans, 2);
    });

    it("follows the clock: a millisecond later, today becomes yesterday", async () => {
      const { id } = await use.code();
      await use.scan(id, [{}]);
      const today = dayOf(use.clock.now());
      use.clock.move((today + 1) * DAY_MS - 1 - use.clock.now());
      assert.equal((await read(id, "?days=1")).json.totalScans, 1);
      use.clock.move(1);
      assert.deepEqual((await read(id, "?days=2")).json.timeline, [
        { date: dateOfDay(today), scans: 1 },
        { date: dateOfDay(today + 1), scans: 0 },
      ]);
      assert.equal((await read(id, "?days=1")).json.totalScans, 0);
    });

    it("counts only the code's own scans, and agrees with its scanCount", async () => {
      const [one, other] = [await use.code(), await use.code()];
      await use.scan(one.id, [{}, {}]);
      await use.scan(other.id, [{}]);
      assert.equal((await read(one.id)).json.totalScans, 2);
      assert.equal((await use.ask("GET", `${PATH}/${one.id}`)).json.scanCount, 2);
      assert.equal((await read(other.id)).json.totalScans, 1);
    });
  });

  describe("400", () => {
    it("refuses days that are out of range or not a whole number", async () => {
      const { id } = await use.code();
      for (const days of ["0", "366", "1.5", "", "1e2", "010", "%2B5"]) {
        assert.deepEqual(badFields(await read(id, `?days=${days}`)), ["days"], days);
      }
      assert.deepEqual(badFields(await read(id, "?days=1&days=2")), ["days"]);
    });
  });
});
