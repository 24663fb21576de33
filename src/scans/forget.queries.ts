/** Forgets the times, ids and combinations of scans before a UTC day (SCAN_RETENTION_DAYS), block by block. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { MetaName } from "../database/database.table.ts";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { DAY_MS, dayOf, monthOf, QUARTER_MS } from "../shared/days.ts";
import { type BlockKey, CHECKSUM_BYTES, MAX_IN_BLOCK, type PackedBlock, unpackBlock, unpackRuns } from "./block.ts";
import { forget } from "./columns.ts";
import { ifUndamaged } from "./damaged.ts";
import {
  endOfForgotten,
  inSteps,
  lockForPacking,
  noteForgotten,
  readBlocks,
  toBlock,
  writeBlocks,
} from "./pack.queries.ts";
import { type PackParts, packBefore } from "./pack-rows.queries.ts";

/** Nobody else writes meanwhile on SQLite, so a step is short. */
const BLOCKS_PER_STEP = 500;
const SCANS_PER_STEP = MAX_IN_BLOCK;

interface ForgetParts extends PackParts {
  /** Runs forgetStep in its thread, or packStep. */
  step: PackParts["step"] & ((name: "forget", after: BlockKey, beforeDay: number) => Promise<BlockKey | null>);
}

/**
 * `forgotten_before_day` is raised first, and whoever adds scans to a block forgets those before it. Then all blocks are
 * looked at, once for each day, also those of long ago: a transaction that still saw the former mark may have added one
 * behind this walk, and codes that are being imported are left out of it. The walk of the next day finds both. Without
 * `beforeDay` all scans are kept.
 */
export async function forgetScans(parts: ForgetParts, beforeDay: number | undefined, now: number): Promise<void> {
  const { db, step } = parts;
  const marks = new Map((await db.selectFrom("meta").selectAll().execute()).map(({ name, value }) => [name, value]));
  await setMark(db, marks, beforeDay, now);
  if (beforeDay === undefined || marks.get("forgotten_to_day") === beforeDay) return;
  // Later than asked for, if scans are to be kept for longer than they were: then the walks go on for the former mark.
  const end = await endOfForgotten(db);
  await packBefore(parts, end);
  let after: BlockKey | null = { codeNum: Number.MIN_SAFE_INTEGER, month: 0, n: 0 };
  while (after) after = await step("forget", after, dayOf(end));
  await sql`INSERT INTO meta (name, value) VALUES ('forgotten_to_day', ${beforeDay})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(db);
}

/** Raises the mark. If a clock that was ahead has set it, it is set to what is due, and the former one is kept. */
async function setMark(
  db: Kysely<Tables>,
  marks: ReadonlyMap<MetaName, number>,
  day: number | undefined,
  now: number,
): Promise<void> {
  const mark = marks.get("forgotten_before_day") ?? 0;
  const wasAhead = (marks.get("forgotten_set_at") ?? now) > now;
  if (!wasAhead && (day === undefined || day <= mark)) return;
  const values = [sql`('forgotten_before_day', ${day ?? 0})`, sql`('forgotten_set_at', ${now})`];
  if (wasAhead) values.push(sql`('forgotten_ahead_day', ${Math.max(mark, marks.get("forgotten_ahead_day") ?? 0)})`);
  await sql`INSERT INTO meta (name, value) VALUES ${sql.join(values)} ON CONFLICT (name) DO UPDATE
    SET value = excluded.value WHERE ${sql.lit(wasAhead)} OR meta.value < excluded.value`.execute(db);
}

/** One transaction for some of the blocks after a key. Returns where to go on; null after the last block. */
export async function forgetStep(
  trx: Transaction<Tables>,
  engine: EngineName,
  after: BlockKey,
  beforeDay: number,
): Promise<BlockKey | null> {
  // A block without ids is forgotten as a whole, which is known without reading its bytes.
  const { rows } = await sql<SeenBlock>`
    SELECT code_num AS "codeNum", month, n, count, CASE WHEN length(ids) > ${CHECKSUM_BYTES} THEN runs END AS runs FROM scan_blocks
    WHERE (code_num, month, n) > (${after.codeNum}, ${after.month}, ${after.n}) AND month <= ${monthOf(beforeDay - 1)}
    ORDER BY code_num, month, n LIMIT ${BLOCKS_PER_STEP}`.execute(trx);
  const end = beforeDay * DAY_MS;
  const due = rows.map((row) => ({ ...row, codeNum: Number(row.codeNum) })).filter((row) => hasScansBefore(row, end));
  const [some, more] = inSteps(due, BLOCKS_PER_STEP, SCANS_PER_STEP);
  if (some) await forgetBlocks(trx, engine, some, end);
  const last = more ? some!.at(-1) : rows.length < BLOCKS_PER_STEP ? undefined : rows.at(-1);
  return last ? { codeNum: Number(last.codeNum), month: last.month, n: last.n } : null;
}

interface SeenBlock extends BlockKey, Pick<PackedBlock, "count"> {
  /** Null if nothing is left to forget. */
  runs: Uint8Array | null;
}

/** Whether scans before a moment are not forgotten. A block that cannot be read is left to a check. */
function hasScansBefore({ runs, month }: SeenBlock, end: number): boolean {
  if (runs === null) return false;
  try {
    const { quarters, rows, forgotten } = unpackRuns(runs, month);
    const first = quarters[rows.indexOf(forgotten)];
    return first !== undefined && first * QUARTER_MS < end;
  } catch {
    return false;
  }
}

async function forgetBlocks(
  trx: Transaction<Tables>,
  engine: EngineName,
  due: readonly BlockKey[],
  end: number,
): Promise<void> {
  const nums = new Set(await lockForPacking(trx, engine, [...new Set(due.map(({ codeNum }) => codeNum))]));
  // Read again, now that nobody else can change them.
  const blocks = await readBlocks(
    trx,
    due.filter(({ codeNum }) => nums.has(codeNum)),
  );
  const forgotten = blocks.flatMap((block) => {
    const columns = ifUndamaged(block, () => unpackBlock(block, block.month));
    return columns ? [toBlock(block, forget(columns, end))] : [];
  });
  await writeBlocks(trx, forgotten);
  await noteForgotten(
    trx,
    forgotten.map(({ codeNum }) => ({ codeNum, end })),
  );
}
