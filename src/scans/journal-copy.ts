import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { blankTags } from "./journal-tags.ts";

const BUSY_MS = 5_000;

/**
 * Copies a journal in its current state, while another process may write it. Scans that are settled before the
 * database is copied are in both copies; settling them again changes nothing.
 */
export function copyJournal(dataDir: string, file: string): void {
  const journal = join(dataDir, "journal.db");
  if (!existsSync(journal)) return;
  const db = new DatabaseSync(journal, { readOnly: true, timeout: BUSY_MS });
  try {
    db.prepare("VACUUM INTO ?").run(file);
  } finally {
    db.close();
  }
  // A copy may be kept for years.
  const copy = new DatabaseSync(file);
  try {
    copy.exec("PRAGMA journal_mode = OFF");
    // The journal of a process that is just starting may have no table yet.
    const isUsed = copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'batches'").get() !== undefined;
    if (isUsed) blankTags(copy, Number.POSITIVE_INFINITY);
    // Pages that were split while copying may have older bytes.
    copy.exec("VACUUM");
  } finally {
    copy.close();
  }
}
