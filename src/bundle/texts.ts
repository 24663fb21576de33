import { type Cell, csvLine } from "../shared/csv.ts";

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Records as NDJSON, and as CSV with a head, written as they come so that none of them is kept. */
export function createTexts() {
  let [ndjson, csv, rows] = ["", "", 0];
  return {
    add(record: object): void {
      if (rows === 0) csv = `${Object.keys(record).join(",")}\r\n`;
      ndjson += `${JSON.stringify(record)}\n`;
      csv += csvLine(Object.values(record).map(cellOf));
      rows += 1;
    },
    rows: () => rows,
    letters: () => ndjson.length,
    /** What was written since the last time. */
    take(): { ndjson: string; csv: string } {
      const texts = { ndjson, csv };
      [ndjson, csv, rows] = ["", "", 0];
      return texts;
    },
  };
}
