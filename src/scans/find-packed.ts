/** Looks for packed scans by their ids. */
import { QUARTER_MS, quarterOf } from "../shared/days.ts";
import { timeOfId } from "../shared/ids.ts";
import { type BlockKey, type DamagedBlock, type PackedBlock, type Runs, unpackBlock, unpackRuns } from "./block.ts";
import { ID_BYTES, type ScanColumns } from "./columns.ts";
import { ifUndamaged } from "./damaged.ts";
import { lowerBound } from "./tally.ts";

export type SeenBlock = BlockKey & Pick<PackedBlock, "runs">;

/** Reads a whole block. Undefined if it is gone since it was seen. */
export type ReadBlock = (key: BlockKey) => PackedBlock | undefined | Promise<PackedBlock | undefined>;

/** In the order of their times, which are looked up among those of a block. */
export interface SoughtIds {
  ids: readonly string[];
  times: readonly number[];
}

export function soughtIds(some: readonly string[]): SoughtIds {
  const ids = some.toSorted();
  return { ids, times: ids.map(timeOfId) };
}

interface Search {
  blocks: Iterable<SeenBlock> | AsyncIterable<SeenBlock>;
  read: ReadBlock;
  /** The ids that are looked for in a block. */
  soughtIn(block: BlockKey): SoughtIds;
  onFound?(columns: ScanColumns, rows: ReadonlyMap<string, number>, block: BlockKey): void;
  /** A block is damaged that may have these. */
  onDamaged(error: DamagedBlock, ids: readonly string[]): void;
}

/**
 * Removes from `missing` the ids that are found, until none is left. A block is unpacked once, and only if its runs have a
 * quarter of an hour of one of them: many blocks may be looked through while nobody else can write.
 */
export async function findPacked(
  missing: Set<string>,
  { blocks, read, soughtIn, onFound, onDamaged }: Search,
): Promise<void> {
  if (missing.size === 0) return;
  for await (const block of blocks) {
    const sought = soughtIn(block);
    const unpack = <T>(what: () => T, ids: readonly string[]) =>
      ifUndamaged(block, what, (error) => onDamaged(error, ids));
    const near = unpack(() => atTimesOf(unpackRuns(block.runs, block.month), sought), sought.ids);
    const ids = near?.filter((id) => missing.has(id)) ?? [];
    const packed = ids.length > 0 && (await read(block));
    const columns = packed && unpack(() => unpackBlock(packed, block.month), ids);
    if (!columns) continue;
    const rows = rowsOf(columns, ids);
    for (const id of rows.keys()) missing.delete(id);
    onFound?.(columns, rows, block);
    if (missing.size === 0) return;
  }
}

/** The ids in whose quarter of an hour a block has a scan that is not forgotten. */
function atTimesOf({ quarters, rows, forgotten, ahead: [least, most] }: Runs, { ids, times }: SoughtIds): string[] {
  const first = rows.findLastIndex((row) => row <= forgotten);
  if (first >= quarters.length) return [];
  const end = (quarters.at(-1)! + 1) * QUARTER_MS + most;
  const found: string[] = [];
  for (let i = lowerBound(times, quarters[first]! * QUARTER_MS + least); i < ids.length && times[i]! < end; i++) {
    const run = Math.max(first, lowerBound(quarters, quarterOf(times[i]! - most)));
    if (run < quarters.length && quarters[run]! <= quarterOf(times[i]! - least)) found.push(ids[i]!);
  }
  return found;
}

function rowsOf({ count, forgotten, ids: { buffer } }: ScanColumns, ids: readonly string[]): Map<string, number> {
  const sought = new Map(ids.map((id) => [id.replaceAll("-", ""), id]));
  const bytes = Buffer.from(buffer);
  const rows = new Map<string, number>();
  for (let row = forgotten; row < count; row++) {
    const id = sought.get(bytes.toString("hex", row * ID_BYTES, (row + 1) * ID_BYTES));
    if (id !== undefined) rows.set(id, row);
  }
  return rows;
}
