/**
 * Moves rows into blocks. Each step is one transaction under the lock that settling takes for a code, so that a scan is at
 * any moment a row or in a block, and readers see either.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { isOneOf } from "../database/numbers.ts";
import type { Tables } from "../database/tables.ts";
import { DAY_MS, dayOf } from "../shared/days.ts";
import { addToMonths, inSteps, lockForPacking, scansByMonth } from "./pack.queries.ts";
import { FACT_COLUMNS, type RowOfScans, toScan } from "./rows.queries.ts";

export interface PackParts {
  db: Kysely<Tables>;
  /** Runs packStep in its thread. */
  step(name: "pack", nums: readonly number[], before: number, most: number): Promise<number>;
  /** Fewer only in tests. */
  rowsAStep?: number;
}

/** Nobody else writes meanwhile on SQLite, so a step is short. */
const ROWS_PER_STEP = 5_000;
const CODES_PER_STEP = 500;
const CODES_PER_LOOK = 5_000;
/** With more rows a code is packed at once, except for its last minutes. */
const MANY_ROWS = 2_000;
const JUST_NOW_MS = 120_000;

/** Packs what is older than the day before, and of codes with many rows all but the last minutes. */
export const packScans = (parts: PackParts, now: number): Promise<void> =>
  packBefore(parts, (dayOf(now) - 1) * DAY_MS, now - JUST_NOW_MS);

/** Packs all rows before the moment `due`, and those of codes with many rows before the moment `ofMany`. */
export async function packBefore(parts: PackParts, due: number, ofMany = due): Promise<void> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await sql<{ num: number; count: number; oldest: number }>`
      SELECT code_num AS num, count(*) AS count, min(at) AS oldest FROM scans WHERE code_num > ${after}
      GROUP BY code_num ORDER BY code_num LIMIT ${CODES_PER_LOOK}`.execute(parts.db);
    const found = rows.map((row) => ({ num: Number(row.num), count: Number(row.count), oldest: Number(row.oldest) }));
    const few = found.filter(({ count, oldest }) => count <= MANY_ROWS && oldest < due);
    for (const some of inSteps(few, CODES_PER_STEP, ROWS_PER_STEP)) {
      const nums = some.map(({ num }) => num);
      await packCodes(parts, nums, due);
    }
    for (const { num, count } of found) if (count > MANY_ROWS) await packCodes(parts, [num], ofMany);
    const last = found.at(-1);
    if (!last || found.length < CODES_PER_LOOK) return;
    after = last.num;
  }
}

/** Packs the rows of some codes before a moment. */
async function packCodes({ step, rowsAStep = ROWS_PER_STEP }: PackParts, nums: readonly number[], before: number) {
  while ((await step("pack", nums, before, rowsAStep)) === rowsAStep);
}

/** One transaction. Returns the number of packed rows. */
export async function packStep(
  trx: Transaction<Tables>,
  engine: EngineName,
  given: readonly number[],
  before: number,
  most: number,
): Promise<number> {
  const nums = await lockForPacking(trx, engine, given);
  if (nums.length === 0) return 0;
  const condition = sql`code_num ${isOneOf(engine, nums)} AND at < ${before}`;
  const { rows } = await sql<RowOfScans>`
    SELECT id, ${FACT_COLUMNS} FROM scans WHERE ${condition}
    ORDER BY code_num, id LIMIT ${most}`.execute(trx);
  const last = rows.at(-1);
  if (!last) return 0;
  const byCode = Map.groupBy(rows, ({ code_num }) => Number(code_num));
  const added = Array.from(byCode, ([codeNum, ofCode]) => scansByMonth(codeNum, ofCode.map(toScan)));
  await addToMonths(trx, added.flat());
  // Nobody adds rows of these codes before the commit.
  await sql`DELETE FROM scans WHERE ${condition} AND (code_num, id) <= (${last.code_num}, ${last.id})`.execute(trx);
  return rows.length;
}
