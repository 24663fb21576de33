import { join } from "node:path";
import { ImportRunning } from "../bundle-store.ts";
import { openLock, takes } from "../lock-file.ts";

const FILE = "import.db";

export async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = openLock(join(dataDir, FILE));
  try {
    if (!takes(lock)) throw new ImportRunning();
    return await work();
  } finally {
    lock.close();
  }
}
