import { firstIdOfDay } from "../../shared/ids.ts";
import type { Sqlite } from "./database.ts";
import { uuidBytes } from "./settle.ts";

const CODES_AT_ONCE = 200;
const ROWS_AT_ONCE = 10_000;

/** One step, in the thread. Returns the last finished code, or null when all are done. */
export function dropOldScans(
  sqlite: Sqlite,
  keepFrom: number,
  after: number,
  rowsAtOnce = ROWS_AT_ONCE,
): number | null {
  const { rows: meta } = sqlite.run("SELECT value FROM meta WHERE name = 'raw_removed_to'", []);
  if (Number(meta[0]?.value ?? 0) >= keepFrom) return null;
  return sqlite.transaction(() => {
    // Before anything is removed, so that a check expects no raw scans of earlier days.
    raise(sqlite, "raw_from_day", keepFrom);
    const { rows } = sqlite.run("SELECT num FROM codes WHERE num > ? ORDER BY num LIMIT ?", [after, CODES_AT_ONCE]);
    let left = rowsAtOnce;
    let done = after;
    for (const { num } of rows) {
      left -= removeSome(sqlite, Number(num), uuidBytes(firstIdOfDay(keepFrom)), left);
      if (left <= 0) return done;
      done = Number(num);
    }
    if (rows.length === CODES_AT_ONCE) return done;
    raise(sqlite, "raw_removed_to", keepFrom);
    return null;
  });
}

/** Removes about `most` of a code's oldest scans before `oldest`; returns how many. */
function removeSome(sqlite: Sqlite, num: number, oldest: Uint8Array, most: number): number {
  const { rows } = sqlite.run("SELECT id FROM scans WHERE code_num = ? AND id < ? ORDER BY id LIMIT 1 OFFSET ?", [
    num,
    oldest,
    most,
  ]);
  const upTo = rows[0]?.id ?? oldest;
  return sqlite.run("DELETE FROM scans WHERE code_num = ? AND id < ?", [num, upTo]).changes;
}

const raise = (sqlite: Sqlite, name: string, value: number) =>
  sqlite.run(
    `INSERT INTO meta (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
    [name, value],
  );
