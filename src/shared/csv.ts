/** A spreadsheet takes a cell that starts with one of these for a formula; a quote makes it text. */
const FORMULA = /^[=+\-@\t\r\n]/;

export type Cell = string | number | null;

export function csvCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const plain = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;
