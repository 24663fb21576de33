/** Files of tables as spreadsheets write them, in whatever separators and letters. */
import Papa from "papaparse";

export interface Row {
  /** As a spreadsheet numbers it, the first being 1. */
  number: number;
  cells: string[];
}

export interface Table {
  rows: Row[];
  width: number;
  /** What is odd about the file; null when nothing is. */
  oddity: string | null;
}

const SEPARATORS = [",", ";", "\t", "|"];
/** What a spreadsheet writes first when it names the separator itself. */
const NAMED = /^sep=(.)\r?\n/i;
const SAMPLE_BYTES = 2000;
const LOOKED_AT = 20;

export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  // Latin letters in two bytes have a zero in one of them, and no other text has any.
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2]! += 1;
  if (zeros[1]! * 4 > sample.length) return new TextDecoder("utf-16le").decode(bytes);
  if (zeros[0]! * 4 > sample.length) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export function readTable(given: string): Table {
  const text = given.replace(/^\ufeff/, "");
  const named = NAMED.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const parsed = Papa.parse<string[]>(body, { delimiter: named?.[1] ?? guessSeparator(body) });
  const rows = parsed.data
    .map((cells, i) => ({ number: i + (named ? 2 : 1), cells: cells.map(plain) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const broken = parsed.errors.find(({ type }) => type === "Quotes");
  return {
    rows,
    width: Math.max(0, ...rows.slice(0, 1000).map(({ cells }) => cells.length)),
    oddity: broken
      ? `A quotation mark in row ${(broken.row ?? 0) + 1} is not closed, so the rest of the file may have become one cell.`
      : null,
  };
}

/** The one that cuts the most rows into as many cells as the first has. */
function guessSeparator(text: string): string {
  const scores = SEPARATORS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: LOOKED_AT, skipEmptyLines: "greedy" });
    const width = data[0]?.length ?? 1;
    return width < 2 ? 0 : data.filter((cells) => cells.length === width).length + width / 1000;
  });
  return SEPARATORS[scores.indexOf(Math.max(...scores))]!;
}

/** Without the apostrophe that keeps a cell from being taken for a formula. */
const plain = (cell: string): string => {
  const text = cell.trim();
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
};
