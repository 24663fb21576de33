import { join } from "node:path";
import { openLock, takes } from "../database/data-dir.ts";
import { ImportRunning } from "./bundled.ts";

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
