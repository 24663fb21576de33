import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { it } from "node:test";
import { createNeeds } from "../../src/codes/attention.ts";
import type { InTurn } from "../../src/database/list-turns.ts";
import { createDomains } from "../../src/domains/service.ts";
import { createListFigures } from "../../src/insights/list-figures.ts";
import { createOverview } from "../../src/insights/overview.ts";
import { createAnalytics } from "../../src/insights/service.ts";
import type { ScanChoice } from "../../src/scans/filter.ts";
import { actAs } from "../../src/shared/audit.ts";
import { dayOf } from "../../src/shared/days.ts";
import { TooBusy } from "../../src/shared/errors.ts";
import type { Store } from "../../src/store/store.ts";
import { createTags } from "../../src/tags/service.ts";
import { freshCode, NOON, scansOf, WORKSPACE } from "../store/support.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { watchedThreads } from "./watched-threads.ts";

const settled = async () => {};
const clock = createTestClock(NOON);

/** The store, with the names of queries that ran in a turn and outside of one. */
function watched(store: Store) {
  const queries = { inTurn: [] as string[], outside: [] as string[] };
  const turns = new AsyncLocalStorage<true>();
  const turn: InTurn = async (workspaceId, work) => {
    assert.equal(workspaceId, WORKSPACE);
    assert.equal(turns.getStore(), undefined, "a turn in a turn would wait for itself");
    return turns.run(true, work);
  };
  const noted = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).map(([name, query]) => [
        name,
        (...given: unknown[]) => {
          (turns.getStore() ? queries.inTurn : queries.outside).push(name);
          return query(...given);
        },
      ]),
    ) as T;
  const { scans, needs, insights, tags, codes, domains } = store;
  const parts = { scans: noted(scans), needs: noted(needs), insights: noted(insights), tags: noted(tags) };
  const lists = {
    codes: { ...codes, ...noted({ movedLinks: codes.movedLinks }) },
    domains: { ...domains, ...noted({ usedBy: domains.usedBy }) },
  };
  return { queries, store: { ...store, ...parts, ...lists, turns: { lists: turn, reports: turn } } };
}

onEachEngine("reads that cost more than a look-up", (engine) => {
  it("take a turn of their workspace or run in the reports' threads, and the visits of a century are two reads", async () => {
    const reports: string[] = [];
    const threads = watchedThreads((operation) => reports.push(operation));
    const real = await engine.open(await engine.migratedPlace(), undefined, threads);
    const { id, num } = await freshCode(real, NOON);
    await settleLines(real, scansOf(id, 5));
    const { store, queries } = watched(real);
    const analytics = createAnalytics({ store, clock, scansSettled: settled, visitsSettled: settled });
    const overview = createOverview({ store, clock, visitsSettled: settled });
    const figures = async () => {
      const list = createListFigures({ store, clock });
      const period = await list.periodOf(WORKSPACE, { period: "7d" });
      await list.read([(await real.codes.find(WORKSPACE, id))!], period);
    };
    const needs = createNeeds({ store, clock, images: { hardKey: async () => "" } });
    const tags = createTags({ store, clock, createId: () => id });
    const pages = createDomains({
      store,
      clock,
      createId: () => id,
      knownDomains: { refresh: settled },
      lookUpTxt: async () => ({ problem: "", isCertain: true }),
      baseUrl: () => "https://codes.example",
    });
    const domain = await pages.add(WORKSPACE, "go.brand.test");
    const code = { num, workspaceId: WORKSPACE };
    const day = dayOf(NOON);
    const choice = { span: { from: NOON, to: NOON + 1, offsets: [{ from: 0, quarters: 0 }] }, filter: {} };
    const reads: Record<string, [read: () => unknown, inTurn: string[], reports: string[]]> = {
      visits: [() => analytics.visits(code, day - 20_000, day + 16_000), ["uncountedOf"], ["days"]],
      traffic: [() => analytics.traffic(code, 365), ["traffic"], ["days"]],
      analytics: [() => analytics.summary(code, 365), [], ["insights"]],
      scans: [() => analytics.scans(code, 100), [], ["page"]],
      "some scans": [() => analytics.scans(code, 100, undefined, choice), [], ["page"]],
      "every scan": [() => Array.fromAsync(analytics.everyScan(code)), [], ["page"]],
      "figures of a list": [() => figures(), [], ["days", "counts"]],
      "last scans": [() => analytics.lastScans(WORKSPACE, [num]), ["last"], []],
      overview: [
        () => overview({ workspaceId: WORKSPACE }, "2026-01-01", "2026-01-31"),
        ["states", "firstCode"],
        ["uncounted"],
      ],
      needs: [() => needs(WORKSPACE), ["expiring", "hardToScan", "quiet"], []],
      "moved links": [() => pages.movedLinks(WORKSPACE, { limit: 20, offset: 0 }), ["movedLinks"], []],
      "use of a domain": [() => pages.usedBy(WORKSPACE, domain.id), ["usedBy"], []],
      "tag counts": [() => tags.counts(WORKSPACE), [], ["tagCounts"]],
    };
    for (const [name, [read, inTurn, inThreads]] of Object.entries(reads)) {
      for (const names of [queries.inTurn, queries.outside, reports]) names.length = 0;
      await read();
      assert.deepEqual([queries.inTurn, reports], [inTurn, inThreads], name);
      assert.equal(queries.outside.length, reports.length, `${name}: every other one is a report`);
    }
  });

  it("end with a cursor after looking at a number of scans, however few pass a filter", async () => {
    const real = await engine.fresh();
    const { id, num } = await freshCode(real, NOON);
    await settleLines(real, scansOf(id, 480));
    // Each step looks at ten scans.
    const pageFrom = async (codeNum: number, limit: number, before?: string, choice?: ScanChoice) => {
      if (!choice) return real.scans.pageFrom(codeNum, limit, before);
      const { rows, ...page } = await real.scans.pageFrom(codeNum, 10, before);
      const some = rows.filter(({ country, os }) =>
        [choice.filter.country?.includes(country), choice.filter.os?.includes(os)].every((passes) => passes ?? true),
      );
      return some.length >= limit
        ? { ...page, rows: some.slice(0, limit), stoppedAt: some[limit - 1]!.id }
        : { ...page, rows: some };
    };
    const store = { ...real, scans: { ...real.scans, pageFrom } };
    const analytics = createAnalytics({ store, clock, scansSettled: settled, visitsSettled: settled });
    const code = { num, workspaceId: WORKSPACE };
    const span = { from: NOON, to: NOON + 480 * 7_919_000, offsets: [{ from: 0, quarters: 0 }] };
    const all = await analytics.scans(code, 500);
    for (const filter of [{ country: ["DE"], os: ["Linux"] }, { country: ["none"] }, {}]) {
      const passes = ({ country, os }: { country: string; os: string }) =>
        (!filter.country || filter.country.includes(country)) && (!filter.os || filter.os.includes(os));
      const expected = all.data.filter(passes).map((scan) => scan.id);
      const found: string[] = [];
      const sizes: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await analytics.scans(code, 100, cursor, { span, filter });
        found.push(...page.data.map((scan) => scan.id));
        sizes.push(page.data.length);
        cursor = page.nextCursor;
      }
      assert.deepEqual(found, expected);
      // 20 steps of 10 scans a page.
      assert.equal(sizes.length, filter.country ? 3 : 5, String(sizes));
      const everyScan = await Array.fromAsync(analytics.everyScan(code, { span, filter }));
      assert.deepEqual(
        everyScan.flat().map((scan) => scan.id),
        expected,
      );
    }
  });

  it("give a download without matches a pause between pages too, so that it can end", async () => {
    const real = await engine.fresh();
    const { id, num } = await freshCode(real, NOON);
    await settleLines(real, scansOf(id, 3));
    const rows = await real.scans.page(num, 3);
    // A filter that passes nothing on its first pages.
    const pages = [rows[0]!.id, rows[1]!.id, null].map((stoppedAt) => ({ rows: [], stoppedAt, isDamaged: false }));
    let asked = 0;
    const store = { ...real, scans: { ...real.scans, pageFrom: async () => pages[asked++]! } };
    const analytics = createAnalytics({ store, clock, scansSettled: settled, visitsSettled: settled });
    const span = { from: NOON, to: NOON + 1, offsets: [{ from: 0, quarters: 0 }] };
    const every = analytics.everyScan({ num, workspaceId: WORKSPACE }, { span, filter: { country: ["none"] } });
    await every.next();
    await every.return(undefined);
    assert.equal(asked, 1, "no page is read for a reader who has left");
  });

  it("are at most two downloads of a person at once, in all their workspaces", async () => {
    const store = await engine.emptied();
    const analytics = createAnalytics({ store, clock, scansSettled: settled, visitsSettled: settled });
    const begin = (person: string, workspaceId: string) =>
      actAs({ actor: undefined, agent: null, person }, () => analytics.beginDownload(workspaceId));
    const end = begin("ada", "one");
    begin("ada", "two");
    assert.throws(() => begin("ada", "three"), TooBusy);
    begin("ben", "one");
    end();
    begin("ada", "three");
    assert.throws(() => begin("ada", "one"), TooBusy);
  });
});
