import type { Store } from "../store/store.ts";
import { CODES_A_LOT, decide } from "./decide.ts";
import { createTaker, recordsOf } from "./lines.ts";
import type { Owners } from "./owners.ts";
import type { CodeRecord } from "./records.ts";

interface Foreseen {
  dir: string;
  store: Pick<Store, "intake">;
  owners: Owners;
  isDryRun: boolean;
}

/**
 * A bundle whose codes are all refused here changes nothing: it is gone through as a dry run, so that neither looks
 * nor accounts for them come in.
 */
export async function foresee<T extends Foreseen>(options: T, parts: number): Promise<T> {
  return { ...options, isDryRun: options.isDryRun || (await isWhollyRefused(options, parts)) };
}

async function isWhollyRefused({ dir, store, owners }: Foreseen, parts: number): Promise<boolean> {
  const report = { refused: 0, there: 0 };
  const options = { store, owners, ownerOf: owners.find, report, logoIds: new Map() };
  const codes = createTaker(recordsOf<CodeRecord>(dir, "codes", parts));
  while (true) {
    const lot: CodeRecord[] = [];
    for await (const record of codes.takeWhile(() => lot.length < CODES_A_LOT)) lot.push(record);
    if (lot.length === 0) return report.refused > 0;
    const wanted = await decide({ ...options, actorOf: async () => null, refuse() {} }, lot);
    if (wanted.length > 0) return false;
  }
}
