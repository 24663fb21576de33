/** Adds scans to blocks, within the transactions of those who do. A code's counters have to be locked. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { isOneOf } from "../database/numbers.ts";
import type { Tables } from "../database/tables.ts";
import { DAY_MS, QUARTER_MS } from "../shared/days.ts";
import { type BlockKey, MAX_IN_BLOCK, monthAt, type PackedBlock, packBlock, unpackBlock } from "./block.ts";
import {
  canMerge,
  columnsOf,
  forget,
  forgottenTo,
  merge,
  type OneScan,
  pick,
  type ScanColumns,
  split,
} from "./columns.ts";
import { ifUndamaged } from "./damaged.ts";

type Trx = Transaction<Tables>;

/** So many scans are in memory at once. */
const SCANS_AT_ONCE = 200_000;
const BLOCKS_PER_STATEMENT = 100;
const BYTES_PER_STATEMENT = 4_000_000;

/** Locks the counters of codes, which keeps settling, moving and erasing out; in order, as settling does. */
export async function lockForPacking(trx: Trx, engine: EngineName, nums: readonly number[]): Promise<number[]> {
  // Codes reserved for an import are left alone: it adds scans again if it is repeated.
  const { rows } = await sql<{ num: number }>`
    SELECT code_num AS num FROM code_counters WHERE code_num ${isOneOf(engine, nums)}
      AND NOT EXISTS (SELECT 1 FROM importing i WHERE i.code_num = code_counters.code_num)
    ORDER BY code_num ${engine === "postgres" ? sql`FOR UPDATE` : sql``}`.execute(trx);
  return rows.map(({ num }) => Number(num));
}

/** Items whose scans fit into a step, and no more than `most` of them; but at least one. */
export function* inSteps<T extends { count: number }>(
  all: readonly T[],
  most: number,
  mostScans: number,
): Generator<T[]> {
  let step: T[] = [];
  let scans = 0;
  for (const each of all) {
    if (step.length > 0 && (step.length === most || scans + each.count > mostScans)) {
      yield step;
      step = [];
      scans = 0;
    }
    step.push(each);
    scans += each.count;
  }
  if (step.length > 0) yield step;
}

/** Scans of a code in a month, in order. */
export interface MonthScans {
  codeNum: number;
  month: number;
  columns: ScanColumns;
}

export const scansByMonth = (codeNum: number, scans: readonly OneScan[]): MonthScans[] =>
  Array.from(
    Map.groupBy(scans, ({ at }) => monthAt(at)),
    ([month, some]) => ({ codeNum, month, columns: columnsOf(some.sort(inOrder)) }),
  );

const inOrder = (a: OneScan, b: OneScan): number => a.at - b.at || Buffer.compare(a.id, b.id);

/** Whether scans become part of a block: of forgotten scans none is split off, and none is forgotten because of them. */
const canJoin = (block: ScanColumns, added: ScanColumns, end: number, most: number): boolean =>
  block.forgotten + added.forgotten === 0 || (block.count + added.count <= most && canMerge(block, added, end));

/** Adds scans, of each code and month once, to the last blocks of their months. Blocks of a month may overlap. */
export async function addToMonths(trx: Trx, added: readonly MonthScans[], most = MAX_IN_BLOCK): Promise<void> {
  const end = await endOfForgotten(trx);
  for (const [month, ofMonth] of Map.groupBy(added, (each) => each.month)) {
    const last = await lastBlocks(trx, month, ofMonth);
    const sized = ofMonth.map((each) => ({
      ...each,
      count: each.columns.count + (last.get(each.codeNum)?.count ?? 0),
    }));
    for (const some of inSteps(sized, BLOCKS_PER_STATEMENT, SCANS_AT_ONCE)) {
      const open = some.flatMap(({ codeNum }) => last.get(codeNum) ?? []).filter(({ count }) => count < most);
      const held = new Map((await readBlocks(trx, open)).map((block) => [block.codeNum, block]));
      const packed: StoredBlock[] = [];
      const forgetting: ForgottenCode[] = [];
      for (const { codeNum, columns } of some) {
        const block = held.get(codeNum);
        const before = block && ifUndamaged(block, () => unpackBlock(block, month));
        const isJoined = before && canJoin(before, columns, end, most);
        const parts = split(isJoined ? merge(before, columns) : columns, most).map((part) => forget(part, end));
        const known = columns.forgotten + (isJoined ? before.forgotten : 0);
        const isMore = parts.reduce((sum, { forgotten }) => sum + forgotten, -known) > 0;
        if (isMore) forgetting.push({ codeNum, end: Math.max(...parts.map(forgottenTo)) });
        const n = isJoined ? block.n : (last.get(codeNum)?.n ?? -1) + 1;
        packed.push(...parts.map((part, i) => toBlock({ codeNum, month, n: n + i }, part)));
      }
      await writeBlocks(trx, packed);
      await noteForgotten(trx, forgetting);
    }
  }
}

export type StoredBlock = BlockKey & PackedBlock;

export const toBlock = ({ codeNum, month, n }: BlockKey, columns: ScanColumns): StoredBlock => ({
  ...{ codeNum, month, n },
  ...packBlock(columns, month),
});

/** The last block of a month, of each code that has one. */
async function lastBlocks(trx: Trx, month: number, codes: readonly MonthScans[]) {
  const nums = codes.map(({ codeNum }) => sql`${codeNum}`);
  const { rows } = await sql<BlockKey & { count: number }>`
    SELECT code_num AS "codeNum", month, n, count FROM scan_blocks b
    WHERE code_num IN (${sql.join(nums)}) AND month = ${month}
      AND n = (SELECT max(n) FROM scan_blocks l WHERE l.code_num = b.code_num AND l.month = ${month})`.execute(trx);
  return new Map(rows.map((row) => [Number(row.codeNum), { ...row, codeNum: Number(row.codeNum) }]));
}

export async function readBlocks(trx: Trx, keys: readonly BlockKey[]): Promise<StoredBlock[]> {
  if (keys.length === 0) return [];
  const listed = keys.map(({ codeNum, month, n }) => sql`(${sql.lit(codeNum)}, ${sql.lit(month)}, ${sql.lit(n)})`);
  const { rows } = await sql<StoredBlock>`
    SELECT code_num AS "codeNum", month, n, count, runs, facts, ids FROM scan_blocks
    WHERE (code_num, month, n) IN (VALUES ${sql.join(listed)})`.execute(trx);
  return rows.map((row) => ({ ...row, codeNum: Number(row.codeNum) }));
}

export async function writeBlocks(trx: Trx, blocks: readonly StoredBlock[]): Promise<void> {
  const sized = blocks.map((block) => {
    const { codeNum, month, n, count, runs, facts, ids } = block;
    const row = sql`(${codeNum}, ${month}, ${n}, ${count}, ${runs}, ${facts}, ${ids})`;
    return { row, count: runs.length + facts.length + ids.length };
  });
  for (const some of inSteps(sized, BLOCKS_PER_STATEMENT, BYTES_PER_STATEMENT)) {
    await sql`INSERT INTO scan_blocks (code_num, month, n, count, runs, facts, ids)
      VALUES ${sql.join(some.map(({ row }) => row))}
      ON CONFLICT (code_num, month, n) DO UPDATE
      SET count = excluded.count, runs = excluded.runs, facts = excluded.facts, ids = excluded.ids`.execute(trx);
  }
}

/** Replaces a block with what is left of it, or removes it if that is nothing. */
export async function replaceBlock(trx: Trx, key: BlockKey, left: ScanColumns): Promise<void> {
  if (left.count > 0) return writeBlocks(trx, [toBlock(key, left)]);
  await trx
    .deleteFrom("scan_blocks")
    .where("code_num", "=", key.codeNum)
    .where("month", "=", key.month)
    .where("n", "=", key.n)
    .execute();
}

/** Without some rows. */
export const without = (columns: ScanColumns, isLeft: (row: number) => boolean): ScanColumns =>
  pick(columns, Uint32Array.from(Array.from({ length: columns.count }, (_, row) => row).filter(isLeft)));

/** Scans before this moment are forgotten as soon as they are in a block. */
export async function endOfForgotten(db: Kysely<Tables>): Promise<number> {
  const mark = await db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", "forgotten_before_day")
    .executeTakeFirst();
  return mark ? Number(mark.value) * DAY_MS : 0;
}

interface ForgottenCode {
  codeNum: number;
  /** The end of the last forgotten day. */
  end: number;
}

/**
 * Of a code's last scan, if it is forgotten, only the quarter of an hour is kept, and so it is of the scan that renewed
 * the code. Dates of expiry follow from scans too, and which ones is not stored: none of them moves to an earlier time,
 * and a fixed one, which somebody chose, not at all.
 */
export async function noteForgotten(trx: Trx, codes: readonly ForgottenCode[]): Promise<void> {
  for (const [end, some] of Map.groupBy(codes, (code) => code.end)) {
    const nums = [...new Set(some.map(({ codeNum }) => codeNum))];
    const roundedDown = (time: RawBuilder<unknown>) =>
      sql`CASE WHEN ${time} < ${end} THEN ${time} - ${time} % ${sql.lit(QUARTER_MS)} ELSE ${time} END`;
    const roundedUp = (time: RawBuilder<unknown>) =>
      sql`${time} + (${sql.lit(QUARTER_MS)} - ${time} % ${sql.lit(QUARTER_MS)}) % ${sql.lit(QUARTER_MS)}`;
    await sql`UPDATE code_counters SET scans_changed = scans_changed + 1,
        last_scan_at = ${roundedDown(sql`last_scan_at`)}, renewed_at = ${roundedDown(sql`renewed_at`)},
        expires_at = CASE WHEN expires_fixed = 0 THEN ${roundedUp(sql`expires_at`)} ELSE expires_at END,
        expires_before = ${roundedUp(sql`expires_before`)}
      WHERE code_num IN (${sql.join(nums)})`.execute(trx);
  }
}
