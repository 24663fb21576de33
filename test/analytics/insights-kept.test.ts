/** Insights of past scans, which are in blocks, and of days whose scans are forgotten. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { createInsights, type InsightQuery } from "../../src/insights/insights.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { freshCode, NOON, WORKSPACE } from "../store/support.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";

const BERLIN = JSON.stringify(["DE", "Berlin", 52.5, 13.4]);
const PARIS = JSON.stringify(["FR", "Paris", 48.9, 2.4]);
const AGENT = JSON.stringify(["mobile", "Safari", "iOS"]);

const SCANS: [at: string, place: string][] = [
  ["2024-02-03T23:00Z", BERLIN],
  ["2024-02-10T23:00Z", BERLIN],
  ["2024-03-15T01:00Z", PARIS],
  ["2025-10-09T10:00Z", BERLIN],
  ["2025-10-09T20:00Z", PARIS],
  ["2025-12-20T09:00Z", BERLIN],
];

onEachEngine("insights of", (engine) => {
  let store: Store;
  let id: string;
  const read = async (query: Partial<InsightQuery>) => {
    const clock = { now: () => NOON, steady: () => NOON };
    const insights = createInsights({ store, clock, scansSettled: async () => {} });
    const code = (await store.codes.find(WORKSPACE, id))!;
    const whole = { timezone: "UTC", compare: "none", filter: {}, ...query } as const;
    const { byCode: _, ...all } = await insights.ofWorkspace({ workspaceId: WORKSPACE }, whole);
    const found = await insights.ofCode(code, whole);
    assert.deepEqual(all, found, "it is the only code of its workspace");
    const countries = Object.fromEntries(found.byCountry.map(({ country, scans }) => [country, scans]));
    const cities = found.byCity.reduce((sum, { scans }) => sum + scans, 0);
    return { scans: found.scans, countries, cities, exactFrom: found.exactFrom };
  };
  before(async () => {
    store = await engine.fresh();
    ({ id } = await freshCode(store, Date.parse("2024-01-10T00:00Z")));
    const lines = SCANS.map(([time, place]) => {
      const at = Date.parse(time);
      return scanLine(createIds(() => at)(), id, at, AGENT, place);
    });
    await settleLines(store, [lines.join("")]);
    await store.maintain(NOON);
  });

  it("past months: counts their scans", async () => {
    const all = { scans: 6, countries: { DE: 4, FR: 2 }, cities: 6, exactFrom: null };
    assert.deepEqual(await read({ period: "all" }), all);
    const months = { scans: 3, countries: { DE: 2, FR: 1 }, cities: 3, exactFrom: null };
    assert.deepEqual(await read({ from: "2024-02-01", to: "2024-03-31" }), months);
  });

  it("parts of months: counts scans within them", async () => {
    const days = { scans: 1, countries: { DE: 1 }, cities: 1, exactFrom: null };
    assert.deepEqual(await read({ from: "2024-02-05", to: "2024-02-20" }), days);
    assert.deepEqual(await read({ from: "2024-02-04", to: "2024-02-10", timezone: "Asia/Kathmandu" }), days);
    const longer = { scans: 2, countries: { DE: 1, FR: 1 }, cities: 2, exactFrom: null };
    assert.deepEqual(await read({ from: "2024-02-05", to: "2024-03-20" }), longer);
  });

  it("forgotten days: says from when on a filter or a zone is exact", async () => {
    await store.maintain(NOON, dayOf(Date.parse("2025-12-01T00:00Z")));
    const all = { scans: 6, countries: { DE: 4, FR: 2 }, cities: 6, exactFrom: null };
    assert.deepEqual(await read({ period: "all" }), all);
    // The last forgotten scan is of 9 October.
    const filtered = { scans: 1, countries: { DE: 1 }, cities: 1, exactFrom: "2025-10-10" };
    assert.deepEqual(await read({ from: "2025-01-01", filter: { country: ["DE"] } }), filtered);
    const inUtc = { scans: 3, countries: { DE: 2, FR: 1 }, cities: 3, exactFrom: null };
    assert.deepEqual(await read({ from: "2025-01-01" }), inUtc);
    // 10 October starts at 18:15 UTC of the day before, between two scans.
    const inNepal = await read({ from: "2025-10-10", timezone: "Asia/Kathmandu" });
    assert.deepEqual([inNepal.scans, inNepal.exactFrom], [2, "2025-10-11"]);
    assert.equal((await read({ from: "2025-10-11", timezone: "Asia/Kathmandu" })).exactFrom, null);
  });

  it("forgotten days: counts each value of a whole UTC day, but none under a filter", async () => {
    const whole = { scans: 2, countries: { DE: 1, FR: 1 }, cities: 2, exactFrom: null };
    assert.deepEqual(await read({ from: "2025-10-09", to: "2025-10-09" }), whole);
    for (const filter of [{ country: ["FR"] }, { os: ["iOS"] }, { hour: [3 * 24 + 20] }]) {
      const none = { scans: 0, countries: {}, cities: 0, exactFrom: "2025-10-10" };
      assert.deepEqual(await read({ from: "2025-10-09", to: "2025-10-09", filter }), none);
    }
  });
});
