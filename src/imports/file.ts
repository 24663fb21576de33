import { readFileSync, statSync } from "node:fs";
import Papa from "papaparse";
import { decodeUnicode } from "../shared/csv.ts";
import { listIn, missingPages } from "../shared/link-lists.ts";
import type { Cell } from "./link.ts";
import { type FileRecord, recordOf } from "./records.ts";

/** About a million links; all are held in memory. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The records of a CSV or JSON file, told apart by the first character. `print` is called if some are missing. */
export function readRecords(file: string, print: (line: string) => void = () => {}): FileRecord[] {
  const text = textIn(file);
  return /^\s*[[{]/.test(text) ? readJson(file, text, print) : readCsv(file, text);
}

/** Spreadsheets and some programs write other encodings. */
function textIn(file: string): string {
  // A device or a pipe may never end.
  const found = statSync(file);
  if (!found.isFile()) throw new Error(`${file} is not a file.`);
  if (found.size > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES >> 20} MiB; split it into several.`);
  const text = decodeUnicode(readFileSync(file));
  if (text !== null && !text.includes("\0")) return text;
  throw new Error(`${file} is not text in UTF-8 or UTF-16: save it as CSV (UTF-8) or JSON, and import that.`);
}

function readJson(file: string, text: string, print: (line: string) => void): FileRecord[] {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
  const list = listIn(whole);
  if (!list) throw new Error(`${file} contains no list of links.`);
  if (list.length === 0) throw new Error(`${file} contains no links.`);
  const missing = missingPages(whole);
  if (missing !== null) print(missing);
  return list.map((record, i) => {
    const cells = Object.entries(typeof record === "object" && record !== null ? record : {});
    return recordOf(cells, `link ${i + 1}`);
  });
}

const ROWS_GUESSED_BY = 20;

function readCsv(file: string, text: string): FileRecord[] {
  // Detected from non-blank rows: a blank one has no delimiter.
  const { delimiter } = Papa.parse(text, { preview: ROWS_GUESSED_BY, skipEmptyLines: "greedy" }).meta;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  // An unclosed quote swallows all rows after it.
  const torn = errors.find(({ type }) => type === "Quotes");
  if (torn) {
    const place = `row ${(torn.row ?? 0) + 1}`;
    throw new Error(`${file} is not a valid CSV table: ${place}, a quote is not closed.`);
  }
  const isEmpty = (row: string[]) => row.every((field) => field.trim() === "");
  // Numbered before blank lines are removed, to match the file.
  const rows = data.map((row, i) => ({ row, place: `row ${i + 1}` }));
  const [head, ...links] = rows.filter(({ row }) => !isEmpty(row));
  if (!head || links.length === 0) throw new Error(`${file} contains no links.`);
  return links.map(({ row, place }) => {
    const width = Math.max(head.row.length, row.length);
    const labelOf = (i: number) => head.row[i]?.trim() || `(number ${i + 1}, without a name)`;
    const cells = Array.from({ length: width }, (_, i): Cell => [labelOf(i), row[i] ?? ""]);
    return recordOf(cells, place);
  });
}
