import type { ScanLine } from "../scan-lines.ts";
import { monthAt } from "./block.ts";
import { findPacked, type ReadBlock, type SeenBlock, soughtIds } from "./find-packed.ts";

export interface CodeMonth {
  codeNum: number;
  month: number;
}

/** Scans that are in no block. */
export interface NotPacked {
  lost: ScanLine[];
  /** They may be in one that is damaged. */
  doubtful: ScanLine[];
}

/** Those of some scans that are in none of the blocks of their month and of a code that may have them. */
export async function notPacked(
  scans: readonly ScanLine[],
  codesOf: (scan: ScanLine) => readonly number[],
  seen: (months: readonly CodeMonth[]) => Iterable<SeenBlock> | AsyncIterable<SeenBlock>,
  read: ReadBlock,
): Promise<NotPacked> {
  const keyOf = ({ codeNum, month }: CodeMonth) => `${codeNum} ${month}`;
  const pairs = scans.flatMap((scan) =>
    codesOf(scan).map((codeNum) => ({ codeNum, month: monthAt(scan.at), id: scan.id })),
  );
  const groups = Map.groupBy(pairs, keyOf);
  const sought = new Map(Array.from(groups, ([key, some]) => [key, soughtIds(some.map(({ id }) => id))]));
  const missing = new Set(scans.map(({ id }) => id));
  const doubtful = new Set<string>();
  await findPacked(missing, {
    blocks: seen(Array.from(groups.values(), ([first]) => first!)),
    read,
    soughtIn: (block) => sought.get(keyOf(block))!,
    onDamaged: (_error, ids) => {
      for (const id of ids) doubtful.add(id);
    },
  });
  const left = scans.filter(({ id }) => missing.has(id));
  return {
    lost: left.filter(({ id }) => !doubtful.has(id)),
    doubtful: left.filter(({ id }) => doubtful.has(id)),
  };
}
