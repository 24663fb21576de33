import { type AsideLine, asideOf } from "./scan-lines.ts";
import type { SettleReport } from "./scan-store.ts";

export interface Halving {
  settle(lines: readonly string[]): SettleReport | Promise<SettleReport>;
  /** True for an error that these very lines make, whoever tries; false for every outage. */
  isContentError(error: unknown): boolean;
  keepAside(aside: readonly AsideLine[]): void | Promise<void>;
}

/** Settles lines; those that fail for their content are halved until the one that fails is found. */
export async function settleInHalves(halving: Halving, lines: readonly string[]): Promise<SettleReport> {
  try {
    return await halving.settle(lines);
  } catch (error) {
    if (!halving.isContentError(error) || lines.length === 0) throw error;
    if (lines.length === 1) {
      // Once more: what stood in its way may have passed, such as a table that was being made.
      const again = await retried(halving, lines);
      if (again !== null) return again;
      const aside = [asideOf(lines[0]!, `the database refuses it: ${(error as Error).message}`)];
      await halving.keepAside(aside);
      return { aside, dropped: 0 };
    }
    const middle = lines.length >> 1;
    const first = await settleInHalves(halving, lines.slice(0, middle));
    const second = await settleInHalves(halving, lines.slice(middle));
    return { aside: [...first.aside, ...second.aside], dropped: first.dropped + second.dropped };
  }
}

async function retried(halving: Halving, lines: readonly string[]): Promise<SettleReport | null> {
  try {
    return await halving.settle(lines);
  } catch (error) {
    if (!halving.isContentError(error)) throw error;
    return null;
  }
}
