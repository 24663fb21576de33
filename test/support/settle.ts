import { newRun, type RunLines } from "../../src/scans/run-lines.ts";
import type { SettleReport } from "../../src/scans/scan.ts";
import type { Store } from "../../src/store/store.ts";

/** Settles lines that are not in any journal. */
export const settleLines = (store: Pick<Store, "settleScans">, texts: readonly string[]): Promise<SettleReport> =>
  store.settleScans([newRun(texts.join(""))]);

/** The texts as rows of one run, to be settled more than once. */
export function journalRows(texts: readonly string[]): RunLines[] {
  const rows = texts.map(newRun);
  let last = 0;
  for (const row of rows) {
    const count = row.last;
    row.run = rows[0]!.run;
    row.first = last + 1;
    row.last = last += count;
  }
  return rows;
}
