/**
 * Days that no report can reach keep only their totals; their values are kept by month. A later scan of such a day is
 * counted normally and folded the next time.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { DIMENSION, FOLDED_DIMENSIONS } from "../dimensions.ts";
import type { EngineName } from "../migrations/types.ts";
import { PAIR_AGENT_ID, PAIR_PLACE_ID, visitsOf } from "../pairs.ts";
import { valuesKeptFrom } from "../scan-store.ts";
import { dimensionsOf, monthlyOf, sortDaily } from "../settlement.ts";
import type { MetaName, Tables } from "../tables.ts";
import { fromPairs } from "./pairs.ts";
import { removeSomeBy } from "./remove-by.ts";

type Trx = Transaction<Tables>;

const CODES_A_LOOK = 500;
const CODES_A_STEP = 20;
const ROWS_A_STEP = 5000;
const ROWS_A_STATEMENT = 500;

export async function foldOldDays(db: Kysely<Tables>, engine: EngineName, now: number): Promise<void> {
  const before = valuesKeptFrom(now);
  const done = await db.selectFrom("meta").select("value").where("name", "=", "values_removed_to").executeTakeFirst();
  if (done !== undefined && done.value >= before) return;
  // First, so that a check no longer expects these days.
  await raise(db, "values_from_day", before);
  let after = 0;
  while (true) {
    const { codes, last } = await codesWithOldDays(db, before, after);
    for (let i = 0; i < codes.length; i += CODES_A_STEP) {
      const some = codes.slice(i, i + CODES_A_STEP);
      const locked: Locked = (work) => withLocked(db, engine, some, work);
      await locked((trx, held) => foldCodes(trx, held, before));
      await db.deleteFrom("scan_tallies").where("code_num", "in", some).where("day", "<", before).execute();
      await removeValues(db, some, before, locked);
    }
    if (last === undefined) break;
    after = last;
  }
  await raise(db, "values_removed_to", before);
}

const raise = (db: Kysely<Tables>, name: MetaName, value: number) =>
  sql`INSERT INTO meta (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value < excluded.value`.execute(db);

/** Of the next few hundred codes, those with something to fold; and the last code examined, if any. */
async function codesWithOldDays(
  db: Kysely<Tables>,
  before: number,
  after: number,
): Promise<{ codes: number[]; last: number | undefined }> {
  const { rows } = await sql<{ code_num: number; is_due: number | boolean }>`
    SELECT code_num, EXISTS (
      SELECT 1 FROM scan_daily d WHERE d.code_num = l.code_num
        AND d.dimension IN (${sql.join([...FOLDED_DIMENSIONS, DIMENSION.pair])}) AND d.day < ${before}) AS is_due
    FROM (
      SELECT code_num FROM code_counters WHERE code_num > ${after} ORDER BY code_num LIMIT ${CODES_A_LOOK}
    ) AS l ORDER BY code_num`.execute(db);
  const codes = rows.filter((row) => Boolean(row.is_due)).map((row) => row.code_num);
  return { codes, last: rows.at(-1)?.code_num };
}

/** A transaction with exclusive access to codes that are not erased meanwhile. */
type Locked = <T>(work: (trx: Trx, codes: readonly number[]) => Promise<T>) => Promise<T | undefined>;

/** Settling also locks codes first and in this order, so that the two cannot deadlock. */
async function withLocked<T>(
  db: Kysely<Tables>,
  engine: EngineName,
  codes: readonly number[],
  work: (trx: Trx, codes: readonly number[]) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (trx) => {
    // SQLite has one writer.
    const locking = engine === "postgres" ? sql`FOR UPDATE` : sql``;
    const { rows } = await sql<{ code_num: number }>`
      SELECT code_num FROM code_counters WHERE code_num IN (${sql.join(codes)})
      ORDER BY code_num ${locking}`.execute(trx);
    if (rows.length === 0) return undefined;
    return work(
      trx,
      rows.map((row) => row.code_num),
    );
  });
}

/** Adds to months what none holds yet, so that nothing is lost when the days' values are removed. */
async function foldCodes(trx: Trx, codes: readonly number[], before: number): Promise<void> {
  const unfolded = await trx
    .selectFrom("scan_daily as d")
    .innerJoin("code_counters as l", "l.code_num", "d.code_num")
    .select(["d.code_num", "d.dimension", "d.day", "d.value", "d.count"])
    .where("d.code_num", "in", codes)
    .where("d.dimension", "in", FOLDED_DIMENSIONS)
    .where("d.day", "<", before)
    .whereRef("d.day", ">=", "l.folded_before")
    .execute();
  const pairs = dimensionsOf(await takePairs(trx, codes, before));
  const days = unfolded.map(({ code_num: codeNum, ...row }) => ({ codeNum, ...row }));
  const counts = [...pairs, ...days].map((row) => ({ ...row, count: Number(row.count) }));
  const monthly = monthlyOf(counts, () => before);
  await add(trx, "scan_monthly", "month", monthly);
  const totals = pairs.filter(({ dimension }) => dimension === DIMENSION.total);
  await add(trx, "scan_daily", "day", sortDaily(totals));
  await trx
    .updateTable("code_counters")
    .set({ folded_before: before })
    .where("code_num", "in", codes)
    .where("folded_before", "<", before)
    .execute();
}

/** A pair without a known agent or place is left: check reports it. */
async function takePairs(trx: Trx, codes: readonly number[], before: number) {
  const rows = await fromPairs(trx)
    .select(["d.code_num", "d.day", "d.count", "a.device", "a.browser", "a.os"])
    .select(["p.country", "p.city"])
    .where("d.code_num", "in", codes)
    .where("d.day", "<", before)
    .execute();
  if (rows.length === 0) return [];
  await sql`DELETE FROM scan_daily AS d
    WHERE code_num IN (${sql.join(codes)}) AND dimension = ${DIMENSION.pair} AND day < ${before}
      AND EXISTS (SELECT 1 FROM agents WHERE id = ${sql.raw(PAIR_AGENT_ID)})
      AND EXISTS (SELECT 1 FROM places WHERE id = ${sql.raw(PAIR_PLACE_ID)})`.execute(trx);
  const byDay = Map.groupBy(rows, (row) => `${row.code_num} ${row.day}`);
  return Array.from(byDay.values(), (ofDay) => {
    const { code_num: codeNum, day } = ofDay[0]!;
    return { codeNum, day, visits: ofDay.map(visitsOf) };
  });
}

async function add(
  trx: Trx,
  table: "scan_monthly" | "scan_daily",
  period: "month" | "day",
  rows: readonly { codeNum: number }[],
): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS_A_STATEMENT) {
    const some = rows.slice(i, i + ROWS_A_STATEMENT).map(({ codeNum, ...row }) => ({ code_num: codeNum, ...row }));
    await trx
      .insertInto(table)
      .values(some as never)
      .onConflict((conflict) =>
        conflict
          .columns(["code_num", "dimension", period, "value"] as never)
          .doUpdateSet({ count: sql`${sql.table(table)}.count + excluded.count` }),
      )
      .execute();
  }
}

/** All at once if they are few, else some thousand of a code and dimension at a time. */
async function removeValues(
  db: Kysely<Tables>,
  codes: readonly number[],
  before: number,
  locked: Locked,
): Promise<void> {
  const old = (some: readonly number[], dimensions: readonly number[]) =>
    sql`code_num IN (${sql.join(some)}) AND dimension IN (${sql.join(dimensions)}) AND day < ${before}`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM scan_daily WHERE ${old(codes, FOLDED_DIMENSIONS)} LIMIT ${ROWS_A_STEP + 1}) AS found`.execute(db);
  const count = Number(rows[0]!.count);
  if (count === 0) return;
  if (count <= ROWS_A_STEP) {
    await locked((trx, held) => sql`DELETE FROM scan_daily WHERE ${old(held, FOLDED_DIMENSIONS)}`.execute(trx));
    return;
  }
  for (const code of codes) {
    for (const dimension of FOLDED_DIMENSIONS) {
      const part = old([code], [dimension]);
      while (await locked((trx) => removeSomeBy(trx, "scan_daily", "day", part)));
    }
  }
}
