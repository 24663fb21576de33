/**
 * A column of values as PostgreSQL reads an array. Written out here, because the driver could only
 * do it after a query of its own on every new connection, whose failure nobody could catch.
 */
export function list<T>(rows: readonly T[], pick: (row: T) => string | number | null): string {
  return `{${rows.map((row) => element(pick(row))).join(",")}}`;
}

function element(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
