import assert from "node:assert/strict";
import { before, it } from "node:test";
import { type Code, LIST_SORTS, type ListSort } from "../../src/codes/code.ts";
import { createCodes } from "../../src/codes/service.ts";
import { isClear, trendOf } from "../../src/insights/chart/trend.ts";
import { createInsights } from "../../src/insights/insights.ts";
import { type CountedPeriod, createListFigures, type Figures } from "../../src/insights/list-figures.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { AGENTS, PLACES } from "../store/counted-model.ts";
import { lineOf } from "../store/scans/visits.ts";
import { dbOf, packAll } from "../store/steps.ts";
import { freshCode, WORKSPACE } from "../store/support.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";

/** In the midst of a quarter of an hour, on another day than in UTC. */
const NOW = Date.UTC(2026, 2, 30, 22, 37);
const ZONE = "Europe/Berlin";
const clock = createTestClock(NOW);
const settled = async () => {};
const PERIODS: CountedPeriod[] = [
  ...(["today", "yesterday", "7d", "28d", "90d", "month", "12mo", "all"] as const).map((period) => ({ period })),
  { period: "28d", compare: "year" },
  { period: "7d", compare: "none" },
  { from: "2026-02-01", to: "2026-02-14" },
];
const AGES = [400, 400, 400, 200, 57, 56, 55, 30, 5, 400, 400, 400];

onEachEngine("The figures of a list", (engine) => {
  let store: Store;
  let insights: ReturnType<typeof createInsights>;
  let figures: ReturnType<typeof createListFigures>;
  let codes: ReturnType<typeof createCodes>;
  let nums: number[];

  before(async () => {
    store = await engine.open(await engine.migratedPlace());
    insights = createInsights({ store, clock, scansSettled: settled });
    figures = createListFigures({ store, clock });
    const createId = () => assert.fail("nothing is created");
    codes = createCodes({ store, clock, createId, lifetimeMs: DAY_MS, scansSettled: settled });
    const made = [];
    for (const days of AGES) made.push(await freshCode(store, NOW - days * DAY_MS));
    nums = made.map(({ num }) => num);
    await dbOf(store).updateTable("workspaces").set({ zone: ZONE }).where("id", "=", WORKSPACE).execute();
    const lines = made.slice(0, -1).flatMap(({ id }, i) => {
      const times = Array.from(
        { length: 40 + 25 * i },
        (_, n) => NOW - ((n * n * 7_919_000 * (i + 1)) % (AGES[i]! * DAY_MS)),
      );
      // At the end of earlier periods, to the minute: just counted, or just not.
      for (const days of [1, 7, 28]) times.push(NOW - days * DAY_MS - 1, NOW - days * DAY_MS + i * 60_000);
      return times
        .filter((at) => at >= NOW - AGES[i]! * DAY_MS)
        .map((at) => lineOf(id, { at, agent: AGENTS[0]!, place: PLACES[0]! }));
    });
    await settleLines(store, lines);
  });

  const list = async (period: CountedPeriod, sort: ListSort, offset = 0, limit = 100) => {
    const counted = await figures.periodOf(WORKSPACE, period);
    const found = await codes.browse(WORKSPACE, {}, { sort, spans: counted.spans, offset, limit });
    const read = await figures.read(found.codes, counted);
    return { ...found, rows: found.codes.map((code) => ({ code, ...read.of(code) })) };
  };

  const sameAsInsights = async (period: CountedPeriod) => {
    const { rows } = await list(period, "newest");
    const { compare = "previous", ...days } = period;
    const query = { ...days, compare, filter: {}, codes: 100 };
    const report = await insights.ofWorkspace({ workspaceId: WORKSPACE }, query);
    const what = JSON.stringify(period);
    assert.equal(rows.length, AGES.length);
    assert.equal(
      rows.reduce((sum, { scans }) => sum + scans!, 0),
      report.scans,
      what,
    );
    const counted = new Map(report.byCode.map(({ id, scans, previousScans }) => [id, { scans, previousScans }]));
    for (const { code, scans, previousScans, sparkline } of rows) {
      const ofCode = await insights.ofCode(code, { ...days, compare, filter: {} });
      assert.equal(scans, ofCode.scans, what);
      if (counted.has(code.id)) assert.deepEqual({ scans, previousScans }, counted.get(code.id), what);
      else assert.equal(scans, 0, what);
      if (report.timeline.length >= 7 && report.interval === "day" && days.period !== "all") {
        const days = ofCode.timeline.map((day) => day.scans);
        const length = Math.min(days.length, sparkline.length);
        assert.deepEqual(sparkline.slice(sparkline.length - length), days.slice(days.length - length), what);
      }
    }
  };

  for (const state of ["rows", "blocks"]) {
    it(`are those of the insights of the same days, from ${state}`, async () => {
      if (state === "blocks") await packAll(store, nums);
      for (const period of PERIODS) await sameAsInsights(period);
    });
  }

  it("begin on the first day that reports have, also the charts of fewer days", async () => {
    const { rows } = await list({ from: "2000-01-01", to: "2000-01-03" }, "newest");
    assert.deepEqual(rows[0]!.sparkline, [0, 0, 0]);
  });

  /** What the list should be, by looking at every code. */
  const ORDERS: Record<ListSort, (a: Row, b: Row) => number> = {
    newest: () => 0,
    name: (a, b) => (a.code.name < b.code.name ? -1 : Number(a.code.name > b.code.name)),
    scans: (a, b) => b.scans! - a.scans!,
    expires: (a, b) => a.code.expiresAt - b.code.expiresAt,
    last: () => 0,
    rising: (a, b) => groupOf(a, 1) - groupOf(b, 1) || changeOf(b) - changeOf(a) || sumOf(b) - sumOf(a),
    falling: (a, b) => groupOf(a, -1) - groupOf(b, -1) || changeOf(a) - changeOf(b) || sumOf(b) - sumOf(a),
  };
  type Row = Figures & { code: Code };
  const sumOf = ({ scans, previousScans }: Row) => scans! + (previousScans ?? 0);
  /** Finite, so that it can be subtracted. */
  const changeOf = ({ scans, previousScans: before }: Row) =>
    before === null || scans === before ? 0 : before === 0 ? 1e9 : scans! / before - 1;
  const groupOf = ({ scans, previousScans }: Row, sign: number) => {
    if (previousScans === null) return 2;
    const { isCertain, direction } = trendOf(scans!, previousScans);
    return isCertain ? (direction === "up" ? -sign : sign) : 0;
  };

  it("sort the list, page by page", async () => {
    for (const period of PERIODS) {
      const { rows } = await list(period, "newest");
      for (const sort of LIST_SORTS) {
        if (sort === "last") continue;
        const counted = await figures.periodOf(WORKSPACE, period);
        const isTrend = sort === "rising" || sort === "falling";
        // With nothing to compare with there is no trend.
        const order = ORDERS[isTrend && !counted.spans?.previous ? "newest" : sort];
        const right = rows.toSorted((a, b) => order(a, b) || b.code.num - a.code.num);
        const pages = [];
        for (const offset of [0, 5, 10]) pages.push(...(await list(period, sort, offset, 5)).rows);
        const seen = (some: Row[]) => some.map(({ code, scans, previousScans }) => [code.num, scans, previousScans]);
        assert.deepEqual(seen(pages), seen(right), JSON.stringify({ period, sort }));
        const { ids, more } = await codes.select(WORKSPACE, {}, { sort, spans: counted.spans, limit: 7 });
        assert.deepEqual([ids, more], [right.slice(0, 7).map(({ code }) => code.id), true]);
      }
    }
  });

  it("sort what is filtered, and say nothing of the bin", async () => {
    const { spans } = await figures.periodOf(WORKSPACE, { period: "7d" });
    const find = (filter: object, sort: ListSort) =>
      codes.browse(WORKSPACE, filter, { sort, spans, offset: 0, limit: 5 });
    const none = await find({ q: "no code is called so" }, "rising");
    assert.deepEqual(none, { codes: [], total: 0, more: false, stopped: false });
    await codes.remove(WORKSPACE, (await find({}, "scans")).codes[0]!.id);
    assert.equal((await find({}, "scans")).total, AGES.length - 1);
    assert.equal((await find({ state: "deleted" }, "falling")).total, 1);
  });

  it("are unknown for a code with a damaged block, which comes last", async () => {
    const before = await list({ period: "28d" }, "scans");
    const { code } = before.rows[1]!;
    await dbOf(store)
      .updateTable("scan_blocks")
      .set({ runs: Buffer.from("damaged") })
      .where("code_num", "=", code.num)
      .execute();
    for (const sort of ["scans", "rising"] as const) {
      const last = (await list({ period: "28d" }, sort)).rows.at(-1)!;
      assert.deepEqual([last.code.id, last.scans, last.previousScans], [code.id, null, null], sort);
    }
  });
});

it("a change is clear if the interval of its ratio leaves out 1", () => {
  for (let now = 0; now < 60; now++) {
    for (const before of [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 100]) {
      assert.equal(isClear(now, before), trendOf(now, before).isCertain, `${now} after ${before}`);
    }
  }
  for (const [now, before] of [
    [1000, 1060],
    [1000, 1080],
    [10_000, 9800],
    [10_000, 9700],
  ] as const) {
    assert.equal(isClear(now, before), trendOf(now, before).isCertain, `${now} after ${before}`);
  }
});
