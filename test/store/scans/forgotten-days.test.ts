/** Forgotten days whose scans are in several blocks: hours of them are exact, or not said to be. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { addDays } from "../../../src/bundle/blocks.queries.ts";
import type { ForgottenDay } from "../../../src/bundle/bundled.ts";
import { MAX_IN_BLOCK, unpackBlock } from "../../../src/scans/block.ts";
import type { OneScan } from "../../../src/scans/columns.ts";
import { forgetStep } from "../../../src/scans/forget.queries.ts";
import { addToMonths, scansByMonth } from "../../../src/scans/pack.queries.ts";
import { DAY_MS, firstDayOf, monthOf, QUARTER_MS, QUARTERS_PER_DAY } from "../../../src/shared/days.ts";
import type { Store } from "../../../src/store/store.ts";
import { onEachEngine } from "../../support/stores.ts";
import { AGENTS, PLACES, TODAY } from "../counted-model.ts";
import { rowsOf } from "../insight-rows.ts";
import { dbOf } from "../steps.ts";
import { freshCode } from "../support.ts";
import { idOf } from "./some-scans.ts";

/** The first of a month. */
const DAY = firstDayOf(monthOf(TODAY - 60));
const NO_BLOCK = { codeNum: Number.MIN_SAFE_INTEGER, month: 0, n: 0 };
const [MOBILE] = AGENTS;
const DESKTOP = AGENTS.find(([device]) => device === "desktop")!;
/** In the order of their numbers, which is not that of their times. */
const TWO_AGENTS = [DESKTOP, MOBILE!];
const ENDING = new Uint8Array(8);

/** Numbers of agents, and of a place. */
async function namesIn(store: Store): Promise<{ agents: number[]; place: number }> {
  const ids: number[] = [];
  for (const [table, key, columns] of [
    ...TWO_AGENTS.map(([device, browser, os]) => ["agents", device, { device, browser, os }] as const),
    ["places", "place", { country: "DE", city: null, latitude: null, longitude: null }] as const,
  ]) {
    const row = { key, ...columns };
    const { id } = await dbOf(store)
      .insertInto(table)
      .values(row as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return { agents: ids.slice(0, 2), place: ids[2]! };
}

/** One scan a quarter of an hour, of the second agent before noon and of the first after it. */
const scansOfDay = ({ agents, place }: { agents: number[]; place: number }, day = DAY, late = 0): OneScan[] =>
  Array.from({ length: QUARTERS_PER_DAY }, (_, quarter) => {
    const at = day * DAY_MS + quarter * QUARTER_MS + 1000 + late;
    return { at, id: idOf(at, 0, ENDING), agent: agents[Number(quarter < 48)]!, place, placement: 0, route: 0 };
  });

/** The same as counts. */
const countsOfDay = (day: number, each: number): ForgottenDay => ({
  day,
  quarters: Array.from({ length: QUARTERS_PER_DAY }, (_, quarter) => [quarter, each]),
  agents: TWO_AGENTS.map((agent) => [[...agent], 48 * each]),
  places: [[[...PLACES[0]!], QUARTERS_PER_DAY * each]],
  placements: [],
  routes: [],
});

/** Reads a day up to each of its quarters, and from it on. Returns how many reads said that they were exact. */
async function assertHours(store: Store, num: number, day: number, each: number): Promise<number> {
  let exact = 0;
  const begin = day * QUARTERS_PER_DAY;
  for (let cut = 0; cut <= QUARTERS_PER_DAY; cut += 4) {
    for (const [from, to] of [
      [0, cut],
      [cut, QUARTERS_PER_DAY],
    ] as const) {
      if (from === to) continue;
      const { device, exactFrom } = await rowsOf(store, num, begin + from, begin + to);
      if (exactFrom !== null) continue;
      exact += 1;
      const expected = [Math.max(to, 48) - Math.max(from, 48), Math.min(to, 48) - Math.min(from, 48)];
      const found = TWO_AGENTS.map(([name]) => device.find(({ value }) => value === name)?.count ?? 0);
      assert.deepEqual(
        found,
        expected.map((count) => count * each),
        `of the quarters ${from} to ${to}`,
      );
    }
  }
  return exact;
}

/** Scans of earlier days are forgotten. */
const forgetBefore = (store: Store, day: number) =>
  dbOf(store).insertInto("meta").values({ name: "forgotten_before_day", value: day }).execute();

onEachEngine("A forgotten day", (engine) => {
  it("is exact by block where it is forgotten when it is packed, and late scans of it mix up nothing", async () => {
    const store = await engine.emptied();
    const { num } = await freshCode(store, (DAY - 1) * DAY_MS);
    const names = await namesIn(store);
    await forgetBefore(store, DAY + 2);
    for (const [i, late] of [0, 1, 2, 3].entries()) {
      await dbOf(store)
        .transaction()
        .execute((trx) => addToMonths(trx, scansByMonth(num, scansOfDay(names, DAY, late)), 36));
      // The day as a whole, and blocks of nine hours.
      assert.ok((await assertHours(store, num, DAY, i + 1)) >= 2);
    }
    for (const block of await dbOf(store).selectFrom("scan_blocks").selectAll().execute()) {
      assert.ok(block.count <= 36);
      assert.equal(unpackBlock(block, block.month).forgotten, block.count);
    }
  });

  it("is imported as a whole, although it does not fit into a block", async () => {
    const store = await engine.emptied();
    // Three quarters of a block each, three blocks, and a part of one.
    const sizes = [128, 128, 512, 20];
    const { num } = await freshCode(store, (DAY - 1) * DAY_MS);
    const days = sizes.map((each, i) => countsOfDay(DAY + i, each));
    await dbOf(store)
      .transaction()
      .execute((trx) => addDays(trx, [{ codeNum: num, days }]));
    for (const [i, each] of sizes.entries()) {
      const exact = await assertHours(store, num, DAY + i, each);
      assert.equal(exact, 2, `the day ${i} as a whole`);
    }
    const counts = await dbOf(store).selectFrom("scan_blocks").select("count").execute();
    assert.ok(counts.every(({ count }) => count <= MAX_IN_BLOCK));
  });

  it("is not read again by retention", async () => {
    const store = await engine.emptied();
    const codes = [await freshCode(store, (DAY - 1) * DAY_MS), await freshCode(store, (DAY - 1) * DAY_MS)];
    const names = await namesIn(store);
    for (const [i, { num }] of codes.entries()) {
      await dbOf(store)
        .transaction()
        .execute((trx) => addToMonths(trx, scansByMonth(num, scansOfDay(names, DAY + i))));
    }
    const seen: Record<string, unknown>[] = [];
    const watched = dbOf(store).withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        seen.push(...(result.rows as typeof seen));
        return result;
      },
    });
    const readByWalk = async () => {
      seen.length = 0;
      await watched.transaction().execute((trx) => forgetStep(trx, engine.name, NO_BLOCK, DAY + 1));
      return seen.filter(({ runs }) => runs).map(({ codeNum }) => Number(codeNum));
    };
    const [past, next] = codes.map(({ num }) => num);
    assert.deepEqual(await readByWalk(), [past, next, past], "the first is forgotten");
    assert.deepEqual(await readByWalk(), [next]);
  });
});
