import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const BUSY_MS = 5_000;

/**
 * Copies a journal as it is at this moment, beside the process that writes it. What it holds may be settled while the
 * database is copied after it, and is then in both copies: settled again, it changes nothing.
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
