import type { ScanLine } from "../scan-lines.ts";
import { monthAt, type PackedBlock, unpackOr } from "./block.ts";
import { idAt, type ScanColumns } from "./columns.ts";
import { uuidText } from "./ids.ts";

const idsOf = (columns: ScanColumns): string[] =>
  Array.from({ length: columns.count - columns.forgotten }, (_, i) => uuidText(idAt(columns, columns.forgotten + i)));

/** Scans that are in no block. */
export interface NotPacked {
  lost: ScanLine[];
  /** They may be in one that is damaged. */
  doubtful: ScanLine[];
}

/** Those of some scans that are in none of the blocks of their codes and months. Blocks are read once for each of both. */
export function notPacked(
  scans: readonly ScanLine[],
  blocksOf: (scan: ScanLine, month: number) => readonly (PackedBlock & { month: number })[],
): NotPacked {
  const found: NotPacked = { lost: [], doubtful: [] };
  const groups = Map.groupBy(scans, ({ code, placement, at }) => `${code} ${placement} ${monthAt(at)}`);
  for (const some of groups.values()) {
    const packed = new Set<string>();
    let isDamaged = false;
    for (const block of blocksOf(some[0]!, monthAt(some[0]!.at))) {
      const columns = unpackOr(block);
      if (columns) for (const id of idsOf(columns)) packed.add(id);
      else isDamaged = true;
    }
    for (const scan of some) if (!packed.has(scan.id)) found[isDamaged ? "doubtful" : "lost"].push(scan);
  }
  return found;
}
