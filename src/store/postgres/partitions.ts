import { type Kysely, sql, type Transaction } from "kysely";
import { dayOf, firstDayOf, monthOf } from "../../shared/days.ts";
import { firstIdOfDay } from "../../shared/ids.ts";
import type { Tables } from "../tables.ts";

type Trx = Transaction<Tables>;

/** An arbitrary number, the same on every node: protects changes of partitions. */
const PARTITION_LOCK = 7_367_727;
const MONTHS_AHEAD = 3;
/** Scans before 2000 stay in the default partition. */
const FIRST_MONTH = monthOf(dayOf(Date.UTC(2000, 0, 1)));
const ROWS_A_STEP = 5000;

/** Creates partitions for this month and the next ones, and drops months before `keepFrom`. */
export async function maintainPartitions(db: Kysely<Tables>, now: number, keepFrom: number | undefined): Promise<void> {
  const remove = keepFrom !== undefined && !(await isRemoved(db, keepFrom));
  await changePartitions(db, async (trx) => {
    const held = await partitions(trx);
    const month = monthOf(dayOf(now));
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
      if (!held.includes(month + ahead)) await addPartition(trx, month + ahead);
    }
    if (remove) await dropBefore(trx, held, keepFrom);
  });
  if (remove) await emptyRest(db, keepFrom);
}

/**
 * Creates partitions for the months of these days before an import: rows in the default partition make every later
 * ATTACH scan all of it under a lock that blocks settling.
 */
export async function makeMonths(db: Kysely<Tables>, days: Iterable<number>, now: number): Promise<void> {
  const last = monthOf(dayOf(now)) + MONTHS_AHEAD;
  const wanted = new Set(Array.from(days, monthOf).filter((month) => month >= FIRST_MONTH && month <= last));
  if (wanted.size === 0) return;
  await changePartitions(db, async (trx) => {
    const held = await partitions(trx);
    for (const month of [...wanted].sort((a, b) => a - b)) if (!held.includes(month)) await addPartition(trx, month);
  });
}

/** One node at a time. Fails instead of making settlements wait for a lock. */
const changePartitions = (db: Kysely<Tables>, work: (trx: Trx) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`SET LOCAL lock_timeout = '2s'`.execute(trx);
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(PARTITION_LOCK)})`.execute(trx);
    await work(trx);
  });

const tableOf = (month: number): string =>
  `scans_${Math.floor(month / 12)}_${String((month % 12) + 1).padStart(2, "0")}`;

async function partitions(trx: Trx): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'scans'::regclass`.execute(trx);
  return rows
    .map((row) => /^scans_(\d{4})_(\d{2})$/.exec(row.name))
    .filter((found) => found !== null)
    .map(([, year, month]) => Number(year) * 12 + Number(month) - 1);
}

/**
 * Moves matching rows from the default partition. Waits for running settlements first: rows they add to it after the
 * move would make ATTACH fail.
 */
async function addPartition(trx: Trx, month: number): Promise<void> {
  await sql`LOCK TABLE ONLY scans IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  const table = sql.table(tableOf(month));
  const from = firstIdOfDay(firstDayOf(month));
  const to = firstIdOfDay(firstDayOf(month + 1));
  await sql`CREATE TABLE ${table} (LIKE scans)`.execute(trx);
  await sql`
    WITH moved AS (DELETE FROM scans_rest WHERE id >= ${from}::uuid AND id < ${to}::uuid RETURNING *)
    INSERT INTO ${table} SELECT * FROM moved`.execute(trx);
  await sql
    .raw(`ALTER TABLE scans ATTACH PARTITION ${tableOf(month)} FOR VALUES FROM ('${from}') TO ('${to}')`)
    .execute(trx);
}

/** Whole months are dropped. Rows without a partition are removed afterwards in steps. */
async function dropBefore(trx: Trx, held: readonly number[], keepFrom: number): Promise<void> {
  await sql`INSERT INTO meta (name, value) VALUES ('raw_from_day', ${keepFrom})
    ON CONFLICT (name) DO UPDATE SET value = greatest(meta.value, excluded.value)`.execute(trx);
  for (const month of held.filter((month) => month < monthOf(keepFrom))) {
    await sql`DROP TABLE ${sql.table(tableOf(month))}`.execute(trx);
  }
}

async function emptyRest(db: Kysely<Tables>, keepFrom: number): Promise<void> {
  const oldest = sql`${firstIdOfDay(keepFrom)}::uuid`;
  while (true) {
    const { numAffectedRows } = await sql`
      DELETE FROM scans_rest WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM scans_rest WHERE id < ${oldest} LIMIT ${ROWS_A_STEP}))`.execute(db);
    if (Number(numAffectedRows) < ROWS_A_STEP) break;
  }
  await sql`INSERT INTO meta (name, value) VALUES ('raw_removed_to', ${keepFrom})
    ON CONFLICT (name) DO UPDATE SET value = greatest(meta.value, excluded.value)`.execute(db);
}

async function isRemoved(db: Kysely<Tables>, keepFrom: number): Promise<boolean> {
  const row = await db.selectFrom("meta").select("value").where("name", "=", "raw_removed_to").executeTakeFirst();
  return row !== undefined && row.value >= keepFrom;
}
