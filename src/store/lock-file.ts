import { DatabaseSync } from "node:sqlite";
import { explainLockError } from "../shared/file-errors.ts";

const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_IOERR_LOCK = 3850;

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

/** The disk that a file is on keeps no locks, as some that are shared over a network do not. */
export class NoLocks extends Error {}

/** Held until it is let go, or the process ends. Null when another holds it. */
export function holdFile(file: string): { letGo(): void } | null {
  try {
    const lock = openLock(file);
    if (takes(lock)) return { letGo: () => lock.isOpen && lock.close() };
    lock.close();
    return null;
  } catch (error) {
    // Busy too: a file that another holds can still be opened.
    const isLockless = [SQLITE_PERM, SQLITE_BUSY, SQLITE_IOERR_LOCK].includes(
      (error as { errcode?: number }).errcode ?? 0,
    );
    throw isLockless ? new NoLocks() : explainLockError(error, file);
  }
}
