/** Busy days of the past, which are also kept as tallies: reports are the same with and without them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { DAY_MS, HOUR_MS, QUARTER_MS } from "../../src/shared/days.ts";
import type { InsightRows } from "../../src/store/insight-store.ts";
import type { Store } from "../../src/store/store.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { AGENTS, lineOf, PLACES, type Seen, TODAY } from "./counted-model.ts";
import { freshCode, WORKSPACE } from "./support.ts";

const NOW = TODAY * DAY_MS;
const BUSY = [TODAY - 40, TODAY - 5, TODAY - 4, TODAY - 2, TODAY - 1];
/** So many that the day is also tallied by hour. */
const VERY_BUSY = TODAY - 5;
const QUIET = [TODAY - 6, TODAY - 3];

/** Scans of a day, of changing visitors over all of it. */
const scansOn = (code: string, day: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const seen: Seen = {
      day,
      agent: AGENTS[(i + day) % AGENTS.length]!,
      place: PLACES[Math.floor(i / 4) % PLACES.length]!,
    };
    return lineOf(code, seen, Math.floor((i / count) * DAY_MS));
  });

async function filled(store: Store) {
  const code = await freshCode(store, (TODAY - 50) * DAY_MS);
  await settleLines(store, [
    ...BUSY.flatMap((day) => scansOn(code.id, day, day === VERY_BUSY ? 2100 : 110 + (day % 7))),
    ...QUIET.flatMap((day) => scansOn(code.id, day, 30)),
    // One kind of visitor: the day is kept as a pair.
    ...scansOn(code.id, TODAY - 7, 120).map(() =>
      lineOf(code.id, { day: TODAY - 7, agent: AGENTS[0]!, place: PLACES[0]! }, 0),
    ),
    ...scansOn(code.id, TODAY, 120),
  ]);
  return code;
}

/** Whole days, parts of days, and a range with a whole month. */
const SPANS = [
  [NOW - 10 * DAY_MS, NOW],
  [NOW - 5 * DAY_MS + 5 * HOUR_MS, NOW - DAY_MS + 20 * HOUR_MS],
  [NOW - 4 * DAY_MS + 7 * HOUR_MS, NOW - 4 * DAY_MS + 9 * HOUR_MS],
  [NOW - 45 * DAY_MS, NOW + DAY_MS],
  // The first and the last hours of the day with a tally by hour, in zones with quarters of an hour, and some between.
  [NOW - 5 * DAY_MS + 5 * HOUR_MS + QUARTER_MS, NOW],
  [NOW - 5 * DAY_MS + 6 * HOUR_MS - QUARTER_MS, NOW],
  [NOW - 5 * DAY_MS + 18 * HOUR_MS + 2 * QUARTER_MS, NOW],
  [NOW - 7 * DAY_MS, NOW - 5 * DAY_MS + 10 * HOUR_MS],
  [NOW - 7 * DAY_MS, NOW - 4 * DAY_MS - QUARTER_MS],
  [NOW - 5 * DAY_MS + 3 * HOUR_MS + QUARTER_MS, NOW - 5 * DAY_MS + 9 * HOUR_MS + 3 * QUARTER_MS],
] as const;

const inOrder = (rows: InsightRows) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, list]) => [
      name,
      Array.isArray(list) ? list.map((row) => JSON.stringify(row)).sort() : list,
    ]),
  );

const read = (store: Store, num: number) =>
  Promise.all(
    SPANS.map(async ([from, to]) => {
      const span = { from, to, offsets: [{ from: 0, quarters: 0 }] };
      const request = { codes: { num, workspaceId: WORKSPACE }, filter: {}, span, previous: null, visitors: false };
      return inOrder(await store.insights.read(request));
    }),
  );

const tallied = async (store: Store): Promise<number[]> =>
  (await store.auth.db.selectFrom("scan_tallies").select("day").orderBy("day").execute()).map(
    (row: { day: number }) => row.day,
  );

onEachEngine("tallies of busy days", (engine) => {
  it("change no report, and late scans are counted before and after the next tally", async () => {
    const store = await engine.fresh();
    const { id, num } = await filled(store);
    const before = await read(store, num);
    await store.maintain(NOW);
    assert.deepEqual(await tallied(store), BUSY);
    assert.deepEqual(await read(store, num), before);
    assert.deepEqual(await store.scans.check(), []);

    const late = lineOf(id, { day: TODAY - 1, agent: ["tablet", "Edge", "iPadOS"], place: PLACES[0]! }, 1);
    await settleLines(store, [late]);
    const [{ device }] = (await read(store, num)) as [{ device: string[] }];
    assert.ok(device.includes('{"value":"tablet","count":1}'), "read from the day's rows");
    assert.deepEqual(await store.scans.check(), []);
    const withLate = await read(store, num);
    await store.maintain(NOW + DAY_MS);
    assert.deepEqual(await tallied(store), [...BUSY, TODAY], "and the day is tallied again");
    assert.deepEqual(await read(store, num), withLate);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("are read instead of the day's rows, and reported by a check if they are wrong", async () => {
    const store = await engine.fresh();
    const { num } = await filled(store);
    await store.maintain(NOW);
    const { db } = store.auth;
    await sql`UPDATE scan_tallies SET tally = (SELECT tally FROM scan_tallies WHERE day = ${BUSY[0]})
      WHERE day = ${BUSY[3]}`.execute(db);
    const wrong = [`code number ${num}, day ${BUSY[3]}: its tally differs from the raw scans`];
    assert.deepEqual(await store.scans.check(), wrong);
    const without = await read(store, num);
    await sql`DELETE FROM scan_tallies WHERE day = ${BUSY[3]}`.execute(db);
    assert.notDeepEqual(await read(store, num), without);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("are read for hours of a very busy day, and reported by a check if the hours are mixed up", async () => {
    const store = await engine.fresh();
    const { num } = await filled(store);
    await store.maintain(NOW);
    const { db } = store.auth;
    const before = await read(store, num);
    const { hours } = await db
      .selectFrom("scan_tallies")
      .select("hours")
      .where("day", "=", VERY_BUSY)
      .executeTakeFirst();
    // The fifth and the sixth hour, of which a report reads only one. All are as long.
    const length = Buffer.from(hours).readUInt32LE(0);
    const [fifth, sixth] = [4, 5].map((hour) => 24 * 4 + hour * length) as [number, number];
    const mixed = Uint8Array.from(hours);
    mixed.set(hours.subarray(sixth, sixth + length), fifth);
    mixed.set(hours.subarray(fifth, fifth + length), sixth);
    await db.updateTable("scan_tallies").set({ hours: mixed }).where("day", "=", VERY_BUSY).execute();
    assert.deepEqual(await store.scans.check(), [
      `code number ${num}, day ${VERY_BUSY}: its tally differs from the raw scans`,
    ]);
    assert.notDeepEqual(await read(store, num), before);
  });

  it("are removed with days by value", async () => {
    const store = await engine.fresh();
    await filled(store);
    await store.maintain(NOW);
    await store.maintain(NOW + 440 * DAY_MS);
    assert.deepEqual(await tallied(store), []);
    assert.deepEqual(await store.scans.check(), []);
  });
});
