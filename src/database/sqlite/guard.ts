import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

/** The first page is written when the file is created; its content follows or is in its log. */
const PAGE_BYTES = 4096;

/**
 * A missing or empty database next to files that are not empty was lost, not new. Opening it would replace its
 * write-ahead log and settle the journal into nothing, so the start fails before any file is touched.
 */
export function refuseLostDatabase(dataDir: string): void {
  const file = join(dataDir, "tessera.db");
  const log = `${file}-wal`;
  const size = sizeOf(file);
  const logged = sizeOf(log) > 0;
  const state = existsSync(file) ? "is empty" : "is missing";
  if (size === 0 && logged) {
    throw new Error(
      `${file} ${state}, but its write-ahead log ${log} is not. Nothing was touched. Copy the folder, then restore the latest backup as tessera.db and move tessera.db-wal and tessera.db-shm away. See "Damaged files" in docs/operations.md.`,
    );
  }
  const journal = join(dataDir, "journal.db");
  if ((size === 0 || (size <= PAGE_BYTES && !logged)) && isUsed(journal)) {
    throw new Error(
      `${file} ${state}, but ${journal} is in use: it belongs to a database that is not here. Nothing was touched. Restore the latest backup as tessera.db; or, for a new installation, move journal.db and its -wal away (after the restore, tessera settle takes it from there). See "Damaged files" in docs/operations.md.`,
    );
  }
}

/** True if the journal has ever held a row. Reads the file without opening it as a database. */
function isUsed(journal: string): boolean {
  if (sizeOf(`${journal}-wal`) > 0) return true;
  if (sizeOf(journal) === 0) return false;
  const url = pathToFileURL(journal);
  url.searchParams.set("immutable", "1");
  try {
    const db = new DatabaseSync(url, { readOnly: true });
    const row = db.prepare("SELECT max(seq) AS seq FROM sqlite_sequence").get();
    db.close();
    return Number(row?.seq ?? 0) > 0;
  } catch {
    // An unreadable file may hold data: the operator must decide.
    return true;
  }
}

const HEADER_BYTES = 100;
const SQLITE = "SQLite format 3";

/** SQLite would notice only when it needs a missing page. */
export function isCutShort(file: string): boolean {
  const size = sizeOf(file);
  if (size < HEADER_BYTES || !statSync(file).isFile() || sizeOf(`${file}-wal`) > 0) return false;
  const header = Buffer.alloc(HEADER_BYTES);
  const open = openSync(file, "r");
  readSync(open, header, 0, HEADER_BYTES, 0);
  closeSync(open);
  if (header.toString("latin1", 0, SQLITE.length) !== SQLITE) return false;
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  return header.readUInt32BE(28) * pageBytes > size;
}
