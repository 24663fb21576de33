import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { Sqlite } from "./database.ts";

/** Writes rows, passed as one flat list of values, in order. Returns the number of changed rows. */
export type RowWriter = (values: readonly SQLInputValue[]) => number;

const ROWS_A_STATEMENT = 32;

/**
 * Many rows per statement, because a call to SQLite costs more than a row. `insert` ends with the columns in
 * brackets; `onConflict` follows the values.
 */
export function createRowWriter({ db }: Sqlite, insert: string, onConflict: string): RowWriter {
  const width = insert.slice(insert.indexOf("(")).split(",").length;
  const row = `(${Array(width).fill("?").join(", ")})`;
  const prepare = (rows: number): StatementSync =>
    db.prepare(`${insert} VALUES ${Array(rows).fill(row).join(", ")} ${onConflict}`);
  const one = prepare(1);
  const many = prepare(ROWS_A_STATEMENT);
  const step = width * ROWS_A_STATEMENT;

  return (values) => {
    let changes = 0;
    let at = 0;
    for (; at + step <= values.length; at += step) {
      changes += Number(many.run(...values.slice(at, at + step)).changes);
    }
    for (; at < values.length; at += width) {
      changes += Number(one.run(...values.slice(at, at + width)).changes);
    }
    return changes;
  };
}
