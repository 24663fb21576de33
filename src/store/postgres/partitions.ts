import type { TransactionSql } from "postgres";
import { dayOf, firstDayOf, monthOf } from "../../shared/days.ts";
import { firstIdOfDay } from "../../shared/ids.ts";
import type { Database } from "./connect.ts";

type Trx = TransactionSql<{ bigint: number }>;

const MAINTENANCE_LOCK = 7_367_727;
const MONTHS_AHEAD = 3;

/** One node at a time: partitions for this month and the next ones, and old months dropped whole. */
export async function maintainPartitions(
  sql: Database,
  now: number,
  keepFrom: number | undefined,
): Promise<void> {
  await sql.begin(async (trx) => {
    const [row] = await trx`SELECT pg_try_advisory_xact_lock(${MAINTENANCE_LOCK}) AS ours`;
    if (!row!.ours) return;
    // Rather later than in anybody's way.
    await trx`SET LOCAL lock_timeout = '2s'`;
    const held = await partitions(trx);
    const month = monthOf(dayOf(now));
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
      if (!held.includes(month + ahead)) await addPartition(trx, month + ahead);
    }
    if (keepFrom !== undefined) await forgetBefore(trx, held, keepFrom);
  });
}

const tableOf = (month: number): string =>
  `scans_${Math.floor(month / 12)}_${String((month % 12) + 1).padStart(2, "0")}`;

async function partitions(trx: Trx): Promise<number[]> {
  const rows = await trx`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'scans'::regclass`;
  return rows
    .map((row) => /^scans_(\d{4})_(\d{2})$/.exec(row.name))
    .filter((found) => found !== null)
    .map(([, year, month]) => Number(year) * 12 + Number(month) - 1);
}

/** What the default partition took for want of this one is moved into it. */
async function addPartition(trx: Trx, month: number): Promise<void> {
  const table = trx(tableOf(month));
  const from = firstIdOfDay(firstDayOf(month));
  const to = firstIdOfDay(firstDayOf(month + 1));
  await trx`CREATE TABLE ${table} (LIKE scans)`;
  await trx`
    WITH moved AS (DELETE FROM scans_rest WHERE id >= ${from}::uuid AND id < ${to}::uuid RETURNING *)
    INSERT INTO ${table} SELECT * FROM moved`;
  await trx.unsafe(
    `ALTER TABLE scans ATTACH PARTITION ${tableOf(month)} FOR VALUES FROM ('${from}') TO ('${to}')`,
  );
}

async function forgetBefore(trx: Trx, held: readonly number[], keepFrom: number): Promise<void> {
  await trx`INSERT INTO marks (name, value) VALUES ('raw_from_day', ${keepFrom})
    ON CONFLICT (name) DO UPDATE SET value = greatest(marks.value, excluded.value)`;
  for (const month of held.filter((month) => month < monthOf(keepFrom))) {
    await trx`DROP TABLE ${trx(tableOf(month))}`;
  }
  await trx`DELETE FROM scans_rest WHERE id < ${firstIdOfDay(keepFrom)}::uuid`;
}
