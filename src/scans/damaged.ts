/** Blocks that cannot be read: they are left as they are, named in the log, and everything else goes on. */
import { DAY_MS, firstDayOf, timestamp } from "../shared/days.ts";
import { type BlockKey, DamagedBlock } from "./block.ts";

/** Reads a part of a block. The error says which one is damaged; a lack of memory is not of the block. */
export function reading<T>({ codeNum, month, n }: BlockKey, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const name = `Code number ${codeNum}, block ${n} of ${timestamp(firstDayOf(month) * DAY_MS).slice(0, 7)}`;
    throw new DamagedBlock(`${name}: it cannot be read: ${(error as Error).message}`);
  }
}

/** Reads a block; undefined if it is damaged. */
export function ifUndamaged<T>(block: BlockKey, read: () => T, onDamaged: OnDamaged = nameDamaged): T | undefined {
  try {
    return reading(block, read);
  } catch (error) {
    if (!(error instanceof DamagedBlock)) throw error;
    onDamaged(error);
    return undefined;
  }
}

export type OnDamaged = (block: DamagedBlock) => void;

const named = new Set<string>();

/** Names a damaged block in the log, once in each thread. */
export function nameDamaged({ message }: DamagedBlock): void {
  if (named.has(message)) return;
  named.add(message);
  console.error(`tessera: ${message} Lists of its code's scans and webhooks leave its scans out.`);
}
