import { dayOf } from "../shared/days.ts";
import { timeOfId } from "../shared/ids.ts";
import { monthAt } from "./block.ts";
import { findPacked, type ReadBlock, type SeenBlock, soughtIds } from "./find-packed.ts";
import type { ScanLine } from "./lines.ts";
import { type FoundCode, placementsOf } from "./placing.ts";

export interface CodeMonth {
  codeNum: number;
  month: number;
}

/** A placement, and a code that its scans were moved to. */
export interface PlacementMove {
  placement: string;
  codeNum: number;
}

export const KEPT_FROM =
  "SELECT max(value) AS value FROM meta WHERE name IN ('forgotten_before_day', 'forgotten_ahead_day')";

/** Where settled scans are. */
export interface StoredScans {
  /**
   * Ids of scans that are not rows of their code, or of one that their placement was moved to, nor set aside. Those of
   * codes that it was moved to and that are erased are gone.
   */
  withoutRow(scans: readonly ScanLine[]): Iterable<string> | Promise<Iterable<string>>;
  movesOf(placements: readonly string[]): readonly PlacementMove[] | Promise<readonly PlacementMove[]>;
  blocks(months: readonly CodeMonth[]): Iterable<SeenBlock> | AsyncIterable<SeenBlock>;
  block: ReadBlock;
  /** Scans of earlier days may be forgotten. */
  keptFrom(): number | Promise<number>;
}

interface NotStored {
  lost: ScanLine[];
  /** They may be in a block that is damaged. */
  doubtful: ScanLine[];
}

/**
 * Those of scans at or below a mark that are not stored, although none of their days is forgotten. Blocks are read after
 * rows, since packing may be under way, and the day last, because it changes in the transactions that forget scans.
 */
export async function notStored(
  stored: StoredScans,
  skipped: readonly ScanLine[],
  codes: ReadonlyMap<string, FoundCode>,
): Promise<NotStored> {
  const scans = skipped.filter(({ code }) => !codes.get(code)?.erased);
  for (const scan of scans) scan.codeNum = codes.get(scan.code)?.num ?? 0;
  const missing = new Set(scans.length > 0 ? await stored.withoutRow(scans) : []);
  if (missing.size === 0) return { lost: [], doubtful: [] };
  const noRows = scans.filter(({ id }) => missing.has(id));
  const doubtful = await removePacked(stored, noRows, missing);
  const keptFrom = await stored.keptFrom();
  const left = noRows.filter((scan) => missing.has(scan.id) && isKept(scan, keptFrom));
  return {
    lost: left.filter(({ id }) => !doubtful.has(id)),
    doubtful: left.filter(({ id }) => doubtful.has(id)),
  };
}

/** If the clock was set back, the time in an id is later than that of its scan. */
const isKept = ({ id, at }: ScanLine, keptFrom: number): boolean => dayOf(Math.min(at, timeOfId(id))) >= keptFrom;

/**
 * Removes from `missing` what is in a block of its month, of its code or of one that its placement was moved to. Returns
 * the ids of what may be in a damaged one.
 */
async function removePacked(
  stored: StoredScans,
  scans: readonly ScanLine[],
  missing: Set<string>,
): Promise<ReadonlySet<string>> {
  const keyOf = ({ codeNum, month }: CodeMonth) => `${codeNum} ${month}`;
  const placements = placementsOf(scans);
  const moves = placements.length > 0 ? await stored.movesOf(placements) : [];
  const ofPlacement = Map.groupBy(moves, ({ placement }) => placement);
  const pairs = scans.flatMap(({ codeNum, placement, at, id }) =>
    [{ codeNum }, ...(ofPlacement.get(placement ?? "") ?? [])].map(({ codeNum }) => ({
      codeNum,
      month: monthAt(at),
      id,
    })),
  );
  const groups = Map.groupBy(pairs, keyOf);
  const sought = new Map(Array.from(groups, ([key, some]) => [key, soughtIds(some.map(({ id }) => id))]));
  const doubtful = new Set<string>();
  await findPacked(missing, {
    blocks: stored.blocks(Array.from(groups.values(), ([first]) => first!)),
    read: stored.block,
    soughtIn: (block) => sought.get(keyOf(block))!,
    onDamaged: (_error, ids) => {
      for (const id of ids) doubtful.add(id);
    },
  });
  return doubtful;
}
