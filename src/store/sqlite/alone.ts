import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ImportRunning } from "../bundle-store.ts";

const FILE = "import.db";
const SQLITE_BUSY = 5;

/** An open transaction of a file of its own holds the lock, so that it ends with the process. */
export async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(join(dataDir, FILE), { timeout: 0 });
  try {
    lock.exec("PRAGMA journal_mode = MEMORY");
    take(lock);
    return await work();
  } finally {
    lock.close();
  }
}

function take(lock: DatabaseSync): void {
  try {
    lock.exec("BEGIN IMMEDIATE");
  } catch (error) {
    const isTaken = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    throw isTaken ? new ImportRunning() : error;
  }
}
