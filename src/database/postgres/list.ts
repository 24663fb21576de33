/**
 * A column of values as a PostgreSQL array literal. Written here because the driver would first run its own query on
 * every new connection, whose failure could not be caught.
 */
export function list<T>(rows: readonly T[], pick: (row: T) => string | number | null): string {
  return `{${rows.map((row) => element(pick(row))).join(",")}}`;
}

function element(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
