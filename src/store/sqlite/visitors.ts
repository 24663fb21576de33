import { DatabaseSync } from "node:sqlite";
import type { ScanLine } from "../scan-lines.ts";
import type { DaySpan, Visitors } from "../visitor-store.ts";
import { dueBefore, newVisits, SLOTS, slotOf, tagTable } from "../visitors.ts";
import type { Sqlite } from "./database.ts";
import { createRowWriter } from "./row-writer.ts";

/** To be added to a row of scan_quarters. */
export interface DayVisitors extends Visitors {
  codeNum: number;
  day: number;
}

/** Counts the visitors of new scans, within the current transaction. */
export function createVisitorCount(sqlite: Sqlite) {
  const findSalt = sqlite.db.prepare("SELECT from_quarter, quarters FROM visitor_salts WHERE id = ?");
  const addTags = Array.from({ length: SLOTS }, (_, slot) =>
    createRowWriter(sqlite, `INSERT INTO ${tagTable(slot)} (code_num, salt, tag)`, "ON CONFLICT DO NOTHING"),
  );

  function saltsOf(scans: readonly ScanLine[]): Map<number, DaySpan> {
    const salts = new Map<number, DaySpan>();
    for (const id of new Set(scans.map(({ visitor }) => visitor?.salt ?? 0))) {
      const row = findSalt.get(id);
      if (row) salts.set(id, { from: Number(row.from_quarter), quarters: Number(row.quarters) });
    }
    return salts;
  }

  return (scans: readonly ScanLine[]): DayVisitors[] =>
    newVisits(scans, saltsOf(scans)).map(({ tags, ...visits }) => {
      const { codeNum, salt, from } = visits;
      return { ...visits, visitors: addTags[slotOf(from)]!(tags.flatMap((tag) => [codeNum, salt, tag])) };
    });
}

/**
 * Removes salts and tags that are due, and their bytes from the file: a table emptied as a whole is overwritten, while
 * single rows may leave copies from when their page was split.
 */
export function forgetVisitors(sqlite: Sqlite, now: number): void {
  const due = sqlite.run("SELECT id, from_quarter FROM visitor_salts WHERE from_quarter < ?", [dueBefore(now)]).rows;
  if (due.length === 0) return;
  withSecureDelete(sqlite, () => {
    sqlite.transaction(() => {
      const { rows: kept } = sqlite.run("SELECT * FROM visitor_salts WHERE from_quarter >= ?", [dueBefore(now)]);
      sqlite.run("DELETE FROM visitor_salts", []);
      for (const { id, from_quarter, quarters, salt } of kept) {
        sqlite.run("INSERT INTO visitor_salts (id, from_quarter, quarters, salt) VALUES (?, ?, ?, ?)", [
          ...[id, from_quarter, quarters, salt],
        ]);
      }
      const slotsOf = (rows: typeof due) => new Set(rows.map((row) => slotOf(Number(row.from_quarter))));
      const inUse = slotsOf(kept);
      for (const slot of slotsOf(due)) {
        // Only after more than 48 hours without maintenance a table has tags of two days.
        const which = inUse.has(slot) ? "WHERE salt NOT IN (SELECT id FROM visitor_salts)" : "";
        sqlite.run(`DELETE FROM ${tagTable(slot)} ${which}`, []);
      }
    });
  });
}

/** Removes all salts and tags from a copy of the database, which may be kept for years. */
export function forgetAllVisitors(file: string): void {
  const db = new DatabaseSync(file);
  try {
    const tables = ["visitor_salts", ...Array.from({ length: SLOTS }, (_, slot) => tagTable(slot))];
    const empty = tables.map((table) => `DELETE FROM ${table}`).join("; ");
    db.exec(`PRAGMA secure_delete = ON; PRAGMA journal_mode = OFF; BEGIN; ${empty}; COMMIT`);
  } finally {
    db.close();
  }
}

function withSecureDelete({ db }: Sqlite, work: () => void): void {
  db.exec("PRAGMA secure_delete = ON");
  try {
    work();
    // Also overwrites the log. A reader may prevent it: then the log is overwritten by the next writes.
    db.exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.exec("PRAGMA secure_delete = OFF; PRAGMA busy_timeout = 5000");
  }
}
