/** The folder of a node's files: owned by one process, readable by its owner only. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { explainLockError, makeDataDir } from "../shared/file-errors.ts";

export interface DataDirLock {
  release(): void;
}

const LOCK_FILE = "lock.db";
/** Names the lock's owner for people; the lock itself is a database file. */
const OWNER_FILE = "lock.txt";
const RETRY_MS = 100;

/**
 * False for a folder that no service has used. A journal alone means a damaged folder, which opening the store
 * reports.
 */
export const hasData = (dataDir: string): boolean =>
  ["tessera.db", "journal.db"].some((file) => existsSync(join(dataDir, file)));

/**
 * Locks the folder for this process, or fails if another does not release it within `waitMs`. The lock is an open
 * transaction, so the system releases it however the process ends.
 */
export async function lockDataDir(dataDir: string, purpose: string, waitMs = 0): Promise<DataDirLock> {
  makeDataDir(dataDir);
  const file = join(dataDir, LOCK_FILE);
  const db = withExplainedErrors(file, () => openLock(file));
  const until = performance.now() + waitMs;
  while (!withExplainedErrors(file, () => takes(db))) {
    if (performance.now() >= until) {
      db.close();
      throw new Error(
        `The folder ${dataDir} is in use by ${ownerOf(dataDir)}; stop that one first, or use another DATA_DIR.`,
      );
    }
    await sleep(RETRY_MS);
  }
  nameOwner(dataDir, `process ${process.pid} (${purpose})`);
  return { release: () => db.close() };
}

function withExplainedErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explainLockError(error, file);
  }
}

function nameOwner(dataDir: string, owner: string): void {
  try {
    writeFileSync(join(dataDir, OWNER_FILE), owner);
  } catch {
    // The disk is full: the folder is locked all the same, and known codes can be served.
  }
}

function ownerOf(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, OWNER_FILE), "utf8") || "another process";
  } catch {
    // It has locked the folder but not written its name yet.
    return "another process";
  }
}

const OURS = /^(tessera|journal|lock|import)\.(db|txt)/;
const OTHERS = 0o077;
const STICKY = 0o1000;

export interface Tightened {
  /** Files that were readable by others. */
  changed: string[];
  /** Files that are still readable by others, with the reason. */
  left: string[];
}

/** Removes permissions of group and others. */
export function tightenModes(dataDir: string): Tightened {
  const result: Tightened = { changed: [], left: [] };
  // Windows has no such modes.
  if (process.platform === "win32") return result;
  const entries = readdirSync(dataDir, { withFileTypes: true });
  const isShared = entries.some((entry) => entry.isDirectory() && !["lost+found", "exports"].includes(entry.name));
  const files = entries.filter((entry) => entry.isFile() && OURS.test(entry.name));
  for (const path of [dataDir, ...files.map((entry) => join(dataDir, entry.name))]) {
    const { mode } = statSync(path);
    if ((mode & OTHERS) === 0) continue;
    if (path === dataDir && (isShared || mode & STICKY)) {
      result.left.push(`${path} (it contains other folders too)`);
      continue;
    }
    try {
      chmodSync(path, mode & ~OTHERS & 0o7777);
      result.changed.push(path);
    } catch (error) {
      result.left.push(`${path} (${(error as Error).message})`);
    }
  }
  return result;
}

const SQLITE_BUSY = 5;

/** A lock file: a SQLite database with its journal in memory, so that it needs no disk space. */
export function openLock(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 });
  db.exec("PRAGMA journal_mode = MEMORY");
  return db;
}

/** Held by an open transaction until closed or the process ends. False if another process holds it. */
export function takes(lock: DatabaseSync): boolean {
  try {
    lock.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
