import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/** A file that is only there to be held. It needs no space: its own journal stays in memory. */
export function openLock(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 });
  db.exec("PRAGMA journal_mode = MEMORY");
  return db;
}

/** Until it is closed, or the process ends: an open transaction holds it. False when another holds it. */
export function takes(lock: DatabaseSync): boolean {
  try {
    lock.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
