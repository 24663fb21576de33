import { DatabaseSync } from "node:sqlite";
import type { Sqlite } from "../database/sqlite/database.ts";
import { createRowWriter } from "../database/sqlite/row-writer.ts";
import {
  ADD_VISITORS,
  codeDay,
  dueSlots,
  type NewVisits,
  SLOTS,
  slotOf,
  tagTable,
  VISITORS_COLUMNS,
  visitorsRow,
} from "./visitors.ts";

export function createAddVisitors(sqlite: Sqlite) {
  const addVisitors = sqlite.db.prepare(
    `INSERT INTO scan_visitors (${VISITORS_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ${ADD_VISITORS}`,
  );
  const addTags = Array.from({ length: SLOTS }, (_, slot) =>
    createRowWriter(sqlite, `INSERT INTO ${tagTable(slot)} (code_day, tag)`, "ON CONFLICT DO NOTHING"),
  );
  return (visits: readonly NewVisits[]): void => {
    for (const { tags, ...added } of visits) {
      const key = codeDay(added.codeNum, added.salt);
      const visitors = addTags[slotOf(added.from)]!(tags.flatMap((tag) => [key, tag]));
      addVisitors.run(...visitorsRow({ ...added, visitors }));
    }
  };
}

/**
 * Removes salts and tags that are due, and their bytes from the file: a table emptied as a whole is overwritten, while
 * single rows may leave copies from when their page was split.
 */
export function forgetVisitors(sqlite: Sqlite, now: number): void {
  withSecureDelete(sqlite, () =>
    sqlite.transaction(() => {
      const { rows } = sqlite.run("SELECT id, from_quarter, quarters, salt FROM visitor_salts", []);
      const due = dueSlots(
        rows.map((row) => Number(row.from_quarter)),
        now,
      );
      if (due.size === 0) return;
      sqlite.run("DELETE FROM visitor_salts", []);
      for (const row of rows) {
        if (!due.has(slotOf(Number(row.from_quarter))))
          sqlite.run(
            "INSERT INTO visitor_salts (id, from_quarter, quarters, salt) VALUES (?, ?, ?, ?)",
            Object.values(row),
          );
      }
      for (const slot of due) sqlite.run(`DELETE FROM ${tagTable(slot)}`, []);
    }),
  );
}

/** Removes visitors' salts and tags, and windows of sign-ins, from a copy of the database, which may be kept for years. */
export function forgetPeople(file: string): void {
  const db = new DatabaseSync(file);
  try {
    const tables = [
      "throttles",
      "throttle_keys",
      "visitor_salts",
      ...Array.from({ length: SLOTS }, (_, slot) => tagTable(slot)),
    ];
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
    // Also empties the log, even if nothing was due now: a reader may have prevented it the last time.
    db.exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.exec("PRAGMA secure_delete = OFF; PRAGMA busy_timeout = 5000");
  }
}
