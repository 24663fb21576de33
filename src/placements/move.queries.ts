/**
 * Moves the scans of a placement to the code that it belongs to now, in steps of one transaction each: after every one of
 * them the rows, blocks and counts of both codes agree. `moving_from` is set until nothing is left, so that another node
 * or maintenance can go on after a crash.
 *
 * Rows come before blocks. Settling adds none meanwhile, because a scan that is settled late counts for its code alone,
 * and a row that is packed between two steps becomes part of a block, which is looked at later. Then no block of the old
 * code can gain scans of the placement, and `moved_through` is the last block that was looked at.
 *
 * Forgotten scans stay with the code they were made of, and so do those of a damaged block.
 */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { type BlockKey, type PackedBlock, unpackBlock, unpackFacts, unpackRuns } from "../scans/block.ts";
import { ifUndamaged, type OnDamaged } from "../scans/damaged.ts";
import {
  addToMonths,
  endOfForgotten,
  lockForPacking,
  readBlocks,
  replaceBlock,
  without,
} from "../scans/pack.queries.ts";
import { ALL_MONTHS, blocksOf } from "../scans/read.queries.ts";
import { lowerBound } from "../scans/tally.ts";
import { quarterOf } from "../shared/days.ts";
import { type MovedCode, moveCounts } from "./moved-counts.queries.ts";
import { moveVisitors } from "./moved-visitors.queries.ts";

type Trx = Transaction<Tables>;

export interface MoveParts extends MoveLimits {
  db: Kysely<Tables>;
  /** Runs moveStep in its thread. */
  step(name: "move", placementNum: number, limits: MoveLimits): Promise<MoveStep>;
}

/** Smaller only in tests. */
export interface MoveLimits {
  rowsAStep?: number;
  mostInBlock?: number;
}

interface MoveStep {
  isMore: boolean;
  /** What is wrong with blocks that could not be read. */
  damaged: string[];
}

/** Nobody else can write meanwhile on SQLite, and both codes are locked on PostgreSQL, so a step is short. */
const ROWS_PER_STEP = 2_000;
const BLOCKS_PER_LOOK = 8;

/**
 * Moves all that is left of a placement's scans. `signal`: stops between two steps. Throws at the end if blocks could not
 * be read.
 */
export async function moveScans(
  { step, rowsAStep, mostInBlock }: MoveParts,
  placementNum: number,
  signal?: AbortSignal,
): Promise<void> {
  const found = new Set<string>();
  for (let isMore = true; isMore && !signal?.aborted; ) {
    const done = await step("move", placementNum, { rowsAStep, mostInBlock });
    for (const problem of done.damaged) found.add(problem);
    isMore = done.isMore;
  }
  if (found.size === 0) return;
  const problems = [...found].join(" ");
  throw new Error(`Scans of damaged blocks did not move with the placement number ${placementNum}. ${problems}`);
}

/** Of all placements, after a crash or a stop. One that fails does not keep others from it; throws the first error. */
export async function moveAllScans(parts: MoveParts): Promise<void> {
  const left = await parts.db.selectFrom("placements").select("num").where("moving_from", "is not", null).execute();
  const errors: unknown[] = [];
  for (const { num } of left) await moveScans(parts, num).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** How many scans through a placement a move leaves with a code. What is in a damaged block is not known. */
export async function forgottenScans(
  db: Trx,
  engine: EngineName,
  codeNum: number,
  placementNum: number,
): Promise<number> {
  const end = await endOfForgotten(db);
  const { count } = await db
    .selectFrom("scans")
    .select(sql<number>`count(*)`.as("count"))
    .where("code_num", "=", codeNum)
    .where("placement_num", "=", placementNum)
    .where("at", "<", end)
    .executeTakeFirstOrThrow();
  let found = Number(count);
  for await (const seen of blocksOf({ db, engine }, [codeNum], ALL_MONTHS, false)) {
    if (!forgottenRows(seen, end)) continue;
    // Packing may have changed it meanwhile, or moving have removed it.
    const [block] = await readBlocks(db, [seen]);
    if (!block) continue;
    const rows = forgottenRows(block, end) ?? 0;
    const column = ifUndamaged(block, () => unpackFacts(block.facts, block.count, block.month).placement);
    const wanted = column?.values.indexOf(placementNum) ?? -1;
    if (wanted < 0) continue;
    for (let row = 0; row < rows; row++) if (column!.indexes[row] === wanted) found++;
  }
  return found;
}

/** How many scans of a block are forgotten, or will be. */
const forgottenRows = (block: BlockKey & Pick<PackedBlock, "runs">, end: number) =>
  ifUndamaged(block, () => {
    const { quarters, rows, forgotten } = unpackRuns(block.runs, block.month);
    return Math.max(forgotten, rows[lowerBound(quarters, quarterOf(end))]!);
  });

/** One transaction. */
export async function moveStep(trx: Trx, engine: EngineName, num: number, limits: MoveLimits): Promise<MoveStep> {
  const damaged: string[] = [];
  const isMore = await moveSome(trx, engine, num, limits, ({ message }) => damaged.push(message));
  return { isMore, damaged };
}

/** True if there may be more. */
async function moveSome(
  trx: Trx,
  engine: EngineName,
  num: number,
  limits: MoveLimits,
  onDamaged: OnDamaged,
): Promise<boolean> {
  const ofPlacement = trx.selectFrom("placements").selectAll().where("num", "=", num);
  const seen = await ofPlacement.executeTakeFirst();
  if (seen?.moving_from == null) return false;
  const [from, to] = [seen.moving_from, seen.code_num];
  await lockForPacking(trx, engine, [from, to]);
  const placement = await ofPlacement.forUpdate().executeTakeFirst();
  if (placement?.moving_from !== from || placement.code_num !== to) return placement !== undefined;
  const codes = await ofOneWorkspace(trx, from, to);
  const part = codes && (await nextPart(trx, { from, to, num, through: placement.moved_through, onDamaged }, limits));
  const times = part?.times ?? [];
  if (part && times.length > 0) {
    if (!(await moveVisitors(trx, engine, { from, to, times, onDamaged }))) return true;
    await part.move();
    await moveCounts(trx, { ...codes!, times });
  }
  await trx
    .updateTable("placements")
    .set(({ eb }) => ({
      scan_count: eb("scan_count", "+", times.length),
      moving_from: part ? from : null,
      moved_through: part ? part.through : null,
    }))
    .where("num", "=", num)
    .execute();
  return part !== null;
}

/** Null if one of the codes was moved to another workspace, or erased. */
async function ofOneWorkspace(trx: Trx, from: number, to: number): Promise<Record<"from" | "to", MovedCode> | null> {
  const rows = await trx
    .selectFrom("codes")
    .innerJoin("code_counters", "code_counters.code_num", "codes.num")
    .select(["num", "workspace_id", "created_at as createdAt"])
    .where("num", "in", [from, to])
    .execute();
  const [one, other] = [from, to].map((num) => rows.find((row) => row.num === num));
  return one && other && one.workspace_id === other.workspace_id ? { from: one, to: other } : null;
}

interface Walk {
  from: number;
  to: number;
  /** Of the placement. */
  num: number;
  through: string | null;
  onDamaged: OnDamaged;
}

interface Part {
  /** Of the scans that are moved, in order. */
  times: ArrayLike<number>;
  move(): Promise<void>;
  /** Null until no row is left. */
  through: string | null;
}

/** Before the first block. */
const NO_BLOCK = "0 0";
const noMove = { times: [], move: async () => {} };

/** Null if nothing is left. */
async function nextPart(trx: Trx, walk: Walk, limits: MoveLimits): Promise<Part | null> {
  const end = await endOfForgotten(trx);
  if (walk.through === null) return moveRows(trx, walk, end, limits);
  const [month, n] = walk.through.split(" ").map(Number) as [number, number];
  const { rows } = await sql<SeenBlock>`
    SELECT month, n, count, facts FROM scan_blocks
    WHERE code_num = ${walk.from} AND (month, n) > (${month}, ${n})
    ORDER BY month, n LIMIT ${BLOCKS_PER_LOOK}`.execute(trx);
  const found = rows.find((row) => hasPlacement(walk, row));
  const last = found ?? rows.at(-1);
  if (!last) return null;
  const part = found ? await moveFromBlock(trx, walk, found, end, limits) : noMove;
  return { ...part, through: `${last.month} ${last.n}` };
}

function hasPlacement({ from, num, onDamaged }: Walk, { month, n, count, facts }: SeenBlock): boolean {
  const read = () => unpackFacts(facts, count, month).placement.values.includes(num);
  return ifUndamaged({ codeNum: from, month, n }, read, onDamaged) ?? false;
}

async function moveRows(trx: Trx, { from, to, num }: Walk, end: number, { rowsAStep = ROWS_PER_STEP }: MoveLimits) {
  const rows = await trx
    .selectFrom("scans")
    .select(["id", "at"])
    .where("code_num", "=", from)
    .where("placement_num", "=", num)
    .where("at", ">=", end)
    .orderBy("id")
    .limit(rowsAStep)
    .execute();
  const move = async () => {
    await trx
      .updateTable("scans")
      .set({ code_num: to })
      .where("code_num", "=", from)
      .where("placement_num", "=", num)
      .where("at", ">=", end)
      .where("id", "<=", rows.at(-1)!.id)
      .execute();
  };
  const times = Float64Array.from(rows, ({ at }) => Number(at)).sort();
  return { times, move, through: rows.length < rowsAStep ? NO_BLOCK : null };
}

type SeenBlock = Pick<Selectable<Tables["scan_blocks"]>, "month" | "n" | "count" | "facts">;

async function moveFromBlock(
  trx: Trx,
  { from, to, num, onDamaged }: Walk,
  { month, n }: SeenBlock,
  end: number,
  { mostInBlock }: MoveLimits,
): Promise<Pick<Part, "times" | "move">> {
  const [block] = await readBlocks(trx, [{ codeNum: from, month, n }]);
  const columns = ifUndamaged(block!, () => unpackBlock(block!, month), onDamaged);
  if (!columns) return noMove;
  const isMoved = (row: number) =>
    columns.placement[row] === num && row >= columns.forgotten && columns.at[row]! >= end;
  const moved = without(columns, isMoved);
  return {
    times: moved.at,
    async move() {
      const isLeft = (row: number) => !isMoved(row);
      await replaceBlock(trx, { codeNum: from, month, n }, without(columns, isLeft));
      await addToMonths(trx, [{ codeNum: to, month, columns: moved }], mostInBlock);
    },
  };
}
