import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import fc from "fast-check";
import { createInsights, type InsightQuery } from "../../src/insights/insights.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { COMPARISONS, INTERVALS, PERIODS, resolvePeriod } from "../../src/scans/periods.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { AGENTS, PLACES } from "../store/counted-model.ts";
import { freshCode, packPast, WORKSPACE } from "../store/support.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { type ModelScan, modelOf } from "./insight-model.ts";

const CASES = 100;
/** Before this some scans are packed in the second round: in the midst of a month. */
const HALFWAY = Date.UTC(2025, 3, 24, 12);
const CREATED = Date.UTC(2011, 10, 1);

/** Whole hours, halves and quarters, both ways of daylight saving, at midnight too, by half an hour, and a lost day. */
const ZONES = [
  ...["UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu", "Australia/Eucla"],
  ...["Asia/Kolkata", "Africa/Cairo", "America/Santiago", "Pacific/Apia", "Australia/Lord_Howe", "Pacific/Chatham"],
];

/** Around changes of the clock in these zones, a leap day, ends of years, and the day that Apia skipped. */
const NEAR = [
  ...["2011-12-30T10:00Z", "2024-02-29T12:00Z", "2024-02-28T12:00Z", "2023-02-28T18:00Z", "2024-12-31T23:00Z"],
  ...["2025-03-30T01:00Z", "2025-10-26T01:00Z", "2025-03-09T07:00Z", "2025-11-02T06:00Z", "2025-04-24T22:00Z"],
  ...["2025-10-30T21:00Z", "2025-04-06T03:00Z", "2025-09-07T04:00Z", "2025-04-05T15:00Z", "2025-10-04T15:30Z"],
  ...["2026-01-14T18:15Z", "2026-01-15T00:00Z", "2026-01-12T12:00Z", "2025-12-29T05:00Z"],
].map((text) => Date.parse(text));

const PLACEMENTS = [1, 2, 3].map((n) => `01890000-0000-7000-8000-00000000000${n}`);

const moment = fc
  .record({ near: fc.constantFrom(...NEAR), quarters: fc.integer({ min: -100, max: 100 }), ms: fc.nat(899_999) })
  .map(({ near, quarters, ms }) => near + quarters * 900_000 + (ms < 200_000 ? 0 : ms));

const scans: fc.Arbitrary<ModelScan[]> = fc.array(
  fc
    .record({
      at: moment,
      code: fc.nat(2),
      agent: fc.constantFrom(...AGENTS),
      place: fc.constantFrom(...PLACES),
      // Of the first code; the others have none.
      placement: fc.constantFrom(null, ...PLACEMENTS),
    })
    .map((scan) => (scan.code === 0 ? scan : { ...scan, placement: null })),
  { minLength: 700, maxLength: 700 },
);

const some = <T>(...values: T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 4 });
const filter = fc.oneof(
  { arbitrary: fc.constant({}), weight: 2 },
  {
    arbitrary: fc.record({
      country: some("DE", "FR", "US", "Unknown"),
      city: some("Berlin", "Paris"),
      device: some("mobile", "desktop"),
      browser: some("Chrome", "Safari"),
      os: some("Linux", "iOS"),
      placement: some(...PLACEMENTS, "none"),
      hour: fc.option(fc.uniqueArray(fc.nat(167), { minLength: 30, maxLength: 90 }), { nil: undefined, freq: 2 }),
    }),
    weight: 1,
  },
);

const days = fc
  .record({ now: moment, ago: fc.nat(800), length: fc.oneof(fc.nat(3), fc.nat(800)) })
  .map(({ now, ago, length }) => {
    const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    return { from: dateOf(now - (ago + length) * DAY_MS), to: dateOf(now - ago * DAY_MS), now };
  });
const period = fc.oneof(fc.record({ period: fc.constantFrom(...PERIODS), now: moment }), days);

const asked = fc
  .record({
    when: period,
    timezone: fc.constantFrom(...ZONES),
    interval: fc.option(fc.constantFrom(...INTERVALS), { nil: undefined }),
    compare: fc.constantFrom(...COMPARISONS),
    filter,
    codes: fc.constantFrom<"all" | 0 | 1>("all", 0, 1),
  })
  .map(({ when: { now, ...when }, codes, ...rest }) => ({ now, codes, query: { ...when, ...rest } }));

it("A day without its first hour is compared with the whole day before, by the hour too", () => {
  const choice = { from: "2026-03-08", to: "2026-03-08", timezone: "America/Havana", compare: "previous" } as const;
  const { buckets, previous } = resolvePeriod(choice, Date.UTC(2026, 3, 1), 0);
  assert.equal(buckets[0]!.start, "2026-03-08T01:00:00-04:00");
  assert.equal(previous!.buckets[0]!.from, previous!.span.from);
});

onEachEngine("insights", (engine) => {
  let store: Store;
  let all: ModelScan[];
  let codeIds: string[];
  before(async () => {
    store = await engine.fresh();
    const codes = [
      await freshCode(store, CREATED),
      await freshCode(store, CREATED + 1),
      await freshCode(store, CREATED),
    ];
    codeIds = codes.map(({ id }) => id);
    [all] = fc.sample(scans, 1) as [ModelScan[]];
    const named = PLACEMENTS.map((id, i) => ({
      id,
      name: `Table ${i}`,
      token: `table-${i}`,
      isSlug: true,
      createdAt: CREATED,
    }));
    await store.placements.create({ workspaceId: WORKSPACE, codeId: codeIds[0]! }, named);
    const lines = all.map(({ at, code, agent, place, placement }) => {
      const texts = [JSON.stringify(agent), JSON.stringify(place)] as const;
      return scanLine(createIds(() => at)(), codeIds[code]!, at, ...texts, null, placement);
    });
    await settleLines(store, [lines.join("")]);
  });

  const compareCases = () =>
    fc.assert(
      fc.asyncProperty(asked, async ({ now, codes, query }) => {
        const clock = { now: () => now, steady: () => now };
        const insights = createInsights({ store, clock, scansSettled: async () => {} });
        const read = async () => {
          if (codes === "all") return insights.ofWorkspace({ workspaceId: WORKSPACE }, query);
          return insights.ofCode((await store.codes.find(WORKSPACE, codeIds[codes]!))!, query);
        };
        const tooLong = await read().then(
          (found) => {
            const seen = all.filter(({ code }) => codes === "all" || code === codes);
            compareWith(found, seen, query, now, codeIds);
            return false;
          },
          (error) => {
            // West of UTC the day may not have begun.
            const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(query.timezone).toPlainDate();
            const isAhead = "from" in query && query.from > today.toString();
            if (error.details?.[0].field === (isAhead ? "from" : "interval")) return true;
            throw error;
          },
        );
        if (tooLong) fc.pre(false);
      }),
      { numRuns: CASES },
    );

  it(`equal scans added up one by one, in ${CASES} cases`, compareCases);

  it("equal them as well with a part of the scans in blocks", async () => {
    await packPast(store, HALFWAY);
    const { length } = await store.auth.db.selectFrom("scans").select("id").execute();
    assert.ok(length > 50 && length < all.length - 50, `${length} are rows`);
    await compareCases();
  });

  it("equal them as well with all scans in blocks", async () => {
    await packPast(store);
    assert.deepEqual(await store.auth.db.selectFrom("scans").select("id").execute(), []);
    await compareCases();
  });

  it("begin with the scans of a placement that was moved to a younger code, alone and among several", async () => {
    const fresh = await engine.fresh();
    // Of the last days of some codes, scans are rows.
    const packSome = (isPacked: boolean) => isPacked && packPast(fresh, CREATED + 35 * DAY_MS);
    const now = () => CREATED + 40 * DAY_MS;
    const insights = createInsights({ store: fresh, clock: { now, steady: now }, scansSettled: async () => {} });
    const texts = [JSON.stringify(AGENTS[0]), JSON.stringify(PLACES[0])] as const;
    const scans = fc.array(fc.record({ hour: fc.integer({ min: 1, max: 40 * 24 - 1 }), placed: fc.boolean() }));
    const period = fc.constantFrom(
      { period: "all" as const },
      { period: "28d" as const },
      { from: "2011-11-05", to: "2011-12-05" },
    );
    await fc.assert(
      fc.asyncProperty(scans, period, fc.boolean(), fc.nat(2), async (seen, chosen, comesBack, packedAt) => {
        const codes = [await freshCode(fresh, CREATED), await freshCode(fresh, CREATED + 30 * DAY_MS)] as const;
        const door = { id: randomUUID(), name: "Door", token: createToken(), isSlug: false, createdAt: CREATED };
        await fresh.placements.create({ workspaceId: WORKSPACE, codeId: codes[0].id }, [door]);
        const lines = seen.map(({ hour, placed }) => {
          const at = CREATED + hour * 3_600_000;
          return scanLine(createIds(() => at)(), codes[0].id, at, ...texts, null, placed ? door.id : null);
        });
        if (lines.length > 0) await settleLines(fresh, [lines.join("")]);
        await packSome(packedAt === 1);
        const move = async (from: { id: string }, to: { id: string }) => {
          const of = { workspaceId: WORKSPACE, codeId: from.id };
          const moved = await fresh.placements.move(of, door.id, to.id, CREATED);
          assert.ok(moved !== null && typeof moved === "object");
          await fresh.placements.moveScans(moved.num);
        };
        await move(codes[0], codes[1]);
        if (comesBack) await move(codes[1], codes[0]);
        await packSome(packedAt === 2);
        const query = { ...chosen, timezone: "America/New_York", compare: "none", filter: {} } as const;
        for (const { id } of codes) {
          const code = (await fresh.codes.find(WORKSPACE, id))!;
          const { byPlacement: _, ...alone } = await insights.ofCode(code, query);
          const among = await insights.ofWorkspace({ workspaceId: WORKSPACE, ids: [id] }, query);
          const { byCode: __, byPlacement: ___, ...found } = among;
          assert.deepEqual(found, alone);
          if (query.period === "all") assert.equal(found.scans, code.scanCount);
        }
      }),
      { numRuns: 8, examples: [[[{ hour: 24, placed: true }], { period: "all" }, false, 0]] },
    );
  });
});

type Found = Partial<Awaited<ReturnType<ReturnType<typeof createInsights>["ofWorkspace"]>>> &
  Awaited<ReturnType<ReturnType<typeof createInsights>["ofCode"]>>;

function compareWith(
  found: Found,
  seen: readonly ModelScan[],
  query: Omit<InsightQuery, "timezone"> & { timezone: string },
  now: number,
  ids: readonly string[],
): void {
  const model = modelOf(seen, query, now, CREATED);
  assert.deepEqual(
    [found.from, found.to, found.interval, found.scans],
    [model.from, model.to, model.interval, model.scans],
  );
  assert.equal(found.previous?.scans ?? null, model.isCompared ? model.previousScans : null);
  const busy = (of: (step: Found["timeline"][number]) => number | null) =>
    found.timeline.flatMap((step) => (of(step) ? [[step.start, of(step)]] : []));
  const sorted = (counts: Map<string, number>) => [...counts].sort(([a], [b]) => Date.parse(a) - Date.parse(b));
  assert.deepEqual(
    busy((step) => step.scans),
    sorted(model.steps),
  );
  // A day compared with one that never was is in the sum, and goes with the step before.
  const isLost = query.timezone === "Pacific/Apia" && model.from <= "2011-12-30" && "2011-12-30" <= model.to;
  if (!isLost) {
    assert.deepEqual(
      busy((step) => step.previousScans),
      sorted(model.previousSteps),
    );
  }
  assert.deepEqual(found.byHour, model.hours);
  const values = [
    ...found.byDevice.map(({ device, scans }) => [`device ${device}`, scans]),
    ...found.byBrowser.map(({ browser, scans }) => [`browser ${browser}`, scans]),
    ...found.byOs.map(({ os, scans }) => [`os ${os}`, scans]),
    ...found.byCountry.map(({ country, scans }) => [`country ${country}`, scans]),
    ...found.byCity.map(({ country, city, scans }) => [`city ${country} ${city}`, scans]),
    ...found.byPlacement.flatMap(({ placement, scans }) => (scans === 0 ? [] : [[`placement ${placement}`, scans]])),
  ];
  // Placements are listed of single codes only.
  const expected = [...model.values].filter(([name]) => !found.byCode || !name.startsWith("placement "));
  assert.deepEqual(Object.fromEntries(values), Object.fromEntries(expected));
  const names = [...model.values.keys()];
  assert.equal(found.cities, names.filter((name) => name.startsWith("city ")).length);
  assert.equal(found.countries, names.filter((name) => /^country (?!Unknown)/.test(name)).length);
  if (!found.byCode) return;
  const created = Temporal.Instant.fromEpochMilliseconds(CREATED).toZonedDateTimeISO(query.timezone).toPlainDate();
  const isCompared = model.isCompared && found.previous!.from >= created.toString();
  assert.deepEqual(
    found.byCode.map(({ id, scans, previousScans }) => [ids.indexOf(id), scans, previousScans]).sort(),
    [...model.codes]
      .map(([code, count]) => [Number(code), count, isCompared ? (model.previousCodes.get(code) ?? 0) : null])
      .sort(),
  );
}
