import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { type Fields, fieldsOf, plainName } from "./link.ts";

export interface FileRecord {
  fields: Fields;
  place: string;
}

/** The records of a CSV or JSON file; which of the two it is, its first letter tells. */
export function readRecords(file: string): FileRecord[] {
  const text = textIn(file);
  return /^\s*[[{]/.test(text) ? readJson(file, text) : readCsv(file, text);
}

/** Spreadsheets and some programs write other things under the same name. */
function textIn(file: string): string {
  const bytes = readFileSync(file);
  try {
    if (bytes.includes(0)) throw new TypeError("A text has no NUL.");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const advice = "save it as CSV (UTF-8) or JSON, and import that";
    throw new Error(`${file} is no text in UTF-8: ${advice}.`, { cause: error });
  }
}

function readJson(file: string, text: string): FileRecord[] {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
  const list = listIn(whole);
  if (!list) throw new Error(`${file} holds no list of links.`);
  if (list.length === 0) throw new Error(`${file} holds no links.`);
  return list.map((record, i) => ({
    fields: fieldsOf(typeof record === "object" && record !== null ? record : {}),
    place: `link ${i + 1}`,
  }));
}

/** The list itself, or under the names that the products' APIs give it; or a list of such answers, a page each. */
function listIn(value: unknown): Record<string, unknown>[] | null {
  if (Array.isArray(value)) return value.flatMap((one) => listIn(one) ?? [one]);
  if (typeof value !== "object" || value === null) return null;
  const { data, links, shortUrls } = value as Record<string, unknown>;
  return listIn(data) ?? listIn(links) ?? listIn(shortUrls);
}

function readCsv(file: string, text: string): FileRecord[] {
  const { data, errors } = Papa.parse<string[]>(text);
  // Such a field holds the rows behind it, which would go without a word.
  const torn = errors.find(({ type }) => type === "Quotes");
  if (torn) {
    const place = `row ${(torn.row ?? 0) + 1}`;
    throw new Error(`${file} is no table that can be read: ${place}, a quote is not closed.`);
  }
  const isEmpty = (row: string[]) => row.every((field) => field.trim() === "");
  // Counted before blank lines are left out, as a table of the file shows them.
  const rows = data.map((row, i) => ({ row, place: `row ${i + 1}` }));
  const [head, ...links] = rows.filter(({ row }) => !isEmpty(row));
  if (!head || links.length === 0) throw new Error(`${file} holds no links.`);
  const names = head.row.map(plainName);
  return links.map(({ row, place }) => ({
    fields: new Map(names.map((name, column) => [name, row[column] ?? ""])),
    place,
  }));
}
