import { firstIdOfDay } from "../../shared/ids.ts";
import type { SqliteClient } from "./client.ts";
import type { Sqlite } from "./database.ts";
import { uuidBytes } from "./settle.ts";

const CODES_AT_ONCE = 200;

/** Drops raw scans of days before `keepFrom`, a few codes at a time, so that nobody waits long. */
export async function forgetScans(
  writer: SqliteClient,
  keepFrom: number | undefined,
): Promise<void> {
  if (keepFrom === undefined) return;
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await writer.exclusive(() => writer.call("forget", keepFrom, from));
  }
}

/** In the thread: one step. Returns the last code looked at, or null when there is none left. */
export function forgetStep(sqlite: Sqlite, keepFrom: number, after: number): number | null {
  return sqlite.transaction(() => {
    sqlite.run(
      `INSERT INTO marks (name, value) VALUES ('raw_from_day', ?)
       ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
      [keepFrom],
    );
    const { rows } = sqlite.run("SELECT num FROM codes WHERE num > ? ORDER BY num LIMIT ?", [
      after,
      CODES_AT_ONCE,
    ]);
    const oldest = uuidBytes(firstIdOfDay(keepFrom));
    for (const { num } of rows) {
      sqlite.run("DELETE FROM scans WHERE code_num = ? AND id < ?", [num, oldest]);
    }
    return rows.length < CODES_AT_ONCE ? null : Number(rows.at(-1)!.num);
  });
}
