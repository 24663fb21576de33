import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { createAnalytics } from "../../src/analytics/service.ts";
import { createCodes } from "../../src/codes/service.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import { addOwner, OWNER } from "../store/support.ts";
import { DRAFT } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";

const COUNTRIES = ["DE", "FR", "Unknown"];
const CITIES = ["Berlin", "Paris", null];
const NOW = Date.UTC(2026, 4, 20, 12);
const settled = async () => {};

interface Scan {
  daysAgo: number;
  country: number;
  city: number;
}

const batches = fc.array(
  fc.array(
    fc.record({
      daysAgo: fc.integer({ min: 0, max: 420 }),
      country: fc.integer({ min: 0, max: 2 }),
      city: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  { minLength: 1, maxLength: 8 },
);

onEachEngine("periods over folded months", (engine) => {
  it("equal what the raw scans say, in whatever order scans are settled", async () => {
    const clock = createTestClock(NOW - 430 * DAY_MS);
    const store = await engine.fresh(clock);
    const createId = createIds(clock.now);
    const codes = createCodes({ store, clock, createId, lifetimeMs: 365 * DAY_MS, scansSettled: settled });
    const analytics = createAnalytics({
      store,
      clock: { ...clock, now: () => NOW },
      scansSettled: settled,
      visitsSettled: settled,
    });
    await addOwner(store);
    await fc.assert(
      fc.asyncProperty(batches, fc.integer({ min: 1, max: 365 }), async (generated, days) => {
        const { id } = await codes.create(OWNER, DRAFT);
        for (const batch of generated) {
          const lines = batch.map(({ daysAgo, country, city }) =>
            scanLine(
              createId(),
              id,
              NOW - daysAgo * DAY_MS,
              '["mobile","Chrome","Android"]',
              JSON.stringify([COUNTRIES[country], CITIES[city], null, null]),
            ),
          );
          await settleLines(store, [lines.join("")]);
        }
        const summary = await analytics.summary(await codes.find(OWNER, id), days);
        const { byCountry, totalScans, uniqueCities } = summary;
        assert.deepEqual({ byCountry, totalScans, uniqueCities }, expected(generated.flat(), days));
      }),
      { numRuns: 40 },
    );
    assert.deepEqual(await store.scans.check(), []);
  });
});

function expected(scans: Scan[], days: number) {
  const first = dayOf(NOW) - days + 1;
  const inside = scans.filter(({ daysAgo }) => dayOf(NOW - daysAgo * DAY_MS) >= first);
  const byCountry = COUNTRIES.map((country, i) => ({
    country,
    count: inside.filter((scan) => scan.country === i).length,
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.country < b.country ? -1 : 1));
  const cities = inside.filter(({ city }) => CITIES[city] !== null);
  return {
    byCountry,
    totalScans: inside.length,
    uniqueCities: new Set(cities.map(({ country, city }) => `${country} ${city}`)).size,
  };
}
