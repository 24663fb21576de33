import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { DAY_MS, firstDayOf, monthOf } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { AGENTS, assertReads, lineOf, PLACES, type Seen, TODAY } from "./counted-model.ts";
import { freshCode, WORKSPACE } from "./support.ts";

const NOW = TODAY * DAY_MS;
/** The first day from which each value is kept. */
const MARK = firstDayOf(monthOf(TODAY - 400));

const visit = (day: number, i: number): Seen => ({
  day,
  agent: AGENTS[i % AGENTS.length]!,
  place: PLACES[i % PLACES.length]!,
});

/** Days with one visitor and with many, on both sides of the mark, the older ones in a month never folded. */
const SEEN: readonly Seen[] = [MARK - 40, MARK - 2, MARK - 1, MARK, MARK + 1, TODAY - 3].flatMap((day) =>
  Array.from({ length: day % 2 === 0 ? 2 : 12 }, (_, i) => visit(day, i)),
);

/** For a code that was only scanned long ago, so that settling has folded nothing of it. */
const SILENT = SEEN.filter(({ day }) => day < MARK);

async function filled(store: Store, seen = SEEN): Promise<{ id: string; num: number }> {
  const code = await freshCode(store, (MARK - 60) * DAY_MS);
  await settleLines(
    store,
    seen.map((each, i) => lineOf(code.id, each, i)),
  );
  return code;
}

/** The number of rows of days before the mark: totals, and all others. */
async function oldRows(store: Store, code: { num: number }): Promise<[number, number]> {
  const { rows } = await sql<{ totals: number; others: number }>`
    SELECT count(CASE WHEN dimension = 0 THEN 1 END) AS totals, count(CASE WHEN dimension > 0 THEN 1 END) AS others
    FROM scan_daily WHERE code_num = ${code.num} AND day < ${MARK}`.execute(store.auth.db);
  return [Number(rows[0]!.totals), Number(rows[0]!.others)];
}

onEachEngine("days before any period", (engine) => {
  it("are kept as totals and by month, and every read returns the same as before", async () => {
    const store = await engine.fresh();
    const code = await filled(store);
    const other = await filled(store, SILENT);
    await store.maintain(NOW);
    for (const each of [code, other]) assert.deepEqual(await oldRows(store, each), [3, 0]);
    await assertReads(store, code, SEEN, { today: TODAY, days: 365 });
    await assertReads(store, other, SILENT, { today: TODAY, days: 365 });
    const months = await store.auth.db
      .selectFrom("scan_monthly")
      .select(["dimension", sql<number>`sum(count)`.as("count")])
      .where("code_num", "=", other.num)
      .groupBy("dimension")
      .orderBy("dimension")
      .execute();
    assert.deepEqual(
      months.map(({ dimension, count }: (typeof months)[0]) => [dimension, Number(count)]),
      [
        ...[1, 2, 3, 4].map((dimension) => [dimension, SILENT.length]),
        [5, SILENT.filter(({ place }) => place[1]).length],
      ],
    );
    assert.deepEqual(await store.scans.check(), []);
  });

  it("accept late scans, which are folded the next time", async () => {
    const store = await engine.fresh();
    const code = await filled(store);
    await store.maintain(NOW);
    const late = [0, 1, 2, 3, 4, 5, 6].map((i) => visit(MARK - 5, i));
    const late2 = [visit(MARK - 1, 0), visit(MARK - 7, 1)];
    await settleLines(
      store,
      [...late, ...late2].map((each, i) => lineOf(code.id, each, i)),
    );
    const all = [...SEEN, ...late, ...late2];
    await assertReads(store, code, all, { today: TODAY, days: 365 });
    assert.deepEqual(await store.scans.check(), []);
    await store.maintain(NOW + 31 * DAY_MS);
    assert.deepEqual(await oldRows(store, code), [5, 0]);
    await assertReads(store, code, all, { today: TODAY, days: 365 });
    assert.deepEqual(await store.scans.check(), []);
  });

  it("are reported by a check if their months are wrong, with and without raw scans", async () => {
    const store = await engine.fresh();
    const { num } = await filled(store);
    await store.maintain(NOW);
    const change = (by: number) =>
      sql`UPDATE scan_monthly SET count = count + ${by} WHERE value = 'iOS' AND month = ${monthOf(MARK - 1)}`.execute(
        store.auth.db,
      );
    await change(1);
    const { length } = SILENT;
    const iOs = SILENT.filter(({ agent }) => agent[2] === "iOS").length;
    const sum = `code number ${num}, dimension 3 before day ${MARK}: ${length} by day, ${length + 1} by month`;
    assert.deepEqual(await store.scans.check(), [
      sum,
      `code number ${num}, dimension 3 "iOS" before day ${MARK}: ${iOs} raw scans, ${iOs + 1} by month`,
    ]);
    await store.maintain(NOW, MARK);
    assert.deepEqual(await store.scans.check(), [sum]);
    await change(-1);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("lose nothing when folding is interrupted at any step", async () => {
    const store = await engine.fresh();
    const { db } = store.auth;
    for (const [event, table] of [
      ["INSERT", "meta"],
      ["DELETE", "scan_daily"],
      ["INSERT", "scan_monthly"],
      ["UPDATE", "code_counters"],
    ] as const) {
      await db.deleteFrom("meta").where("name", "like", "values_%").execute();
      const code = await filled(store, SILENT);
      const restore = await failAt(store, event, table);
      await assert.rejects(store.maintain(NOW), /cut off/, `${event} ${table}`);
      await restore();
      assert.deepEqual(await store.scans.check(), [], `${event} ${table}`);
      await store.maintain(NOW);
      assert.deepEqual(await oldRows(store, code), [3, 0], `${event} ${table}`);
      assert.deepEqual(await store.scans.check(), []);
      assert.equal((await store.codes.find(WORKSPACE, code.id))!.scanCount, SILENT.length);
    }
  });
});

async function failAt(store: Store, event: string, table: string): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(store.auth.db);
  if (store.engine === "sqlite") {
    await run(`CREATE TRIGGER cut AFTER ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'cut off'); END`);
    return async () => void (await run("DROP TRIGGER cut"));
  }
  await run(`CREATE OR REPLACE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''cut off''; END'`);
  await run(`CREATE TRIGGER cut AFTER ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION cut()`);
  return async () => void (await run(`DROP TRIGGER cut ON ${table}`));
}
