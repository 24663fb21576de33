import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { Sqlite } from "./database.ts";

/** Writes rows, passed as one flat list of values, in order. Returns the number of changed rows. */
export type RowWriter = (values: readonly SQLInputValue[]) => number;

/** Few rows take few statements too, for those who need the number of changed rows of each code. */
const ROWS_PER_STATEMENT = [32, 16, 8, 4, 2, 1];

/**
 * Many rows per statement, because a call to SQLite costs more than a row. `insert` ends with the columns in
 * brackets; `onConflict` follows the values.
 */
export function createRowWriter({ db }: Sqlite, insert: string, onConflict: string): RowWriter {
  const width = insert.slice(insert.indexOf("(")).split(",").length;
  const row = `(${Array(width).fill("?").join(", ")})`;
  const prepare = (rows: number): StatementSync =>
    db.prepare(`${insert} VALUES ${Array(rows).fill(row).join(", ")} ${onConflict}`);
  const prepared: (StatementSync | undefined)[] = [];

  return (values) => {
    let changes = 0;
    let at = 0;
    for (const [i, rows] of ROWS_PER_STATEMENT.entries()) {
      const step = rows * width;
      for (; at + step <= values.length; at += step) {
        prepared[i] ??= prepare(rows);
        changes += Number(prepared[i].run(...values.slice(at, at + step)).changes);
      }
    }
    return changes;
  };
}
