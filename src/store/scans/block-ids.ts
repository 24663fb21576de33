import type { ScanLine } from "../scan-lines.ts";
import { monthAt, type PackedBlock, unpackBlock } from "./block.ts";
import { idAt } from "./columns.ts";
import { uuidText } from "./ids.ts";

const idsOf = (block: PackedBlock, month: number): string[] => {
  const columns = unpackBlock(block, month);
  return Array.from({ length: columns.count - columns.forgotten }, (_, i) =>
    uuidText(idAt(columns, columns.forgotten + i)),
  );
};

/** Those of some scans that are in none of the blocks of their codes and months. Blocks are read once for each of both. */
export function notPacked(
  scans: readonly ScanLine[],
  blocksOf: (scan: ScanLine, month: number) => readonly PackedBlock[],
): ScanLine[] {
  const groups = Map.groupBy(scans, ({ code, placement, at }) => `${code} ${placement} ${monthAt(at)}`);
  return [...groups.values()].flatMap((some) => {
    const month = monthAt(some[0]!.at);
    const packed = new Set(blocksOf(some[0]!, month).flatMap((block) => idsOf(block, month)));
    return some.filter(({ id }) => !packed.has(id));
  });
}
