import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

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
}
