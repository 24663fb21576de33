import { join } from "node:path";
import { ImportRunning } from "../bundle-store.ts";
import { openLock, takes } from "../data-dir.ts";

const IMPORT_LOCK = "import.db";

/** One import at a time, by a lock file. */
export async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = openLock(join(dataDir, IMPORT_LOCK));
  try {
    if (!takes(lock)) throw new ImportRunning();
    return await work();
  } finally {
    lock.close();
  }
}
