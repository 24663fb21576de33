/** What somebody types, pastes or uploads to create placements. */
import { readTable } from "../import/table.ts";

export interface NewPlacement {
  name: string;
  slug?: string;
}

/** The most that one code can have. */
export const MAX_PLACEMENTS = 10_000;

const RANGE = /^(.*?)(\d{1,6})\s*[-–—]\s*(\d{1,6})$/;

/** `Table 1-40` is forty names, `Seat 08-12` keeps its zeros; anything else is one name. */
export function namesOf(line: string): string[] {
  const name = line.trim();
  const [, start = "", from = "", to = ""] = RANGE.exec(name) ?? [];
  const count = Number(to) - Number(from) + 1;
  if (from === "" || count < 2 || count > MAX_PLACEMENTS) return name === "" ? [] : [name];
  return Array.from({ length: count }, (_, i) => start + String(Number(from) + i).padStart(from.length, "0"));
}

/** Each line is a placement, or several if ranges are expanded. */
export function rowsOfText(text: string, isExpanded: boolean): NewPlacement[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  return lines.flatMap((line) => (isExpanded ? namesOf(line) : line === "" ? [] : [line])).map((name) => ({ name }));
}

export const hasRange = (text: string): boolean => text.split(/\r\n?|\n/).some((line) => namesOf(line).length > 1);

const NAME = /^(name|placement|place|label|title|ort|standort|bezeichnung)$/i;
const SLUG = /^(slug|link|short ?link)$/i;

/** By the headings name and slug; without headings the first column is the name and the second the slug. */
export function rowsOfCsv(text: string): NewPlacement[] {
  const rows = readTable(text).rows.map(({ cells }) => cells);
  const heads = rows[0] ?? [];
  const name = heads.findIndex((cell) => NAME.test(cell));
  const slug = heads.findIndex((cell) => SLUG.test(cell));
  const isHeaded = name >= 0;
  const at = isHeaded ? { name, slug } : { name: 0, slug: 1 };
  return rows.slice(isHeaded ? 1 : 0).flatMap((cells) => {
    const given = { name: cells[at.name] ?? "", slug: cells[at.slug] ?? "" };
    if (given.name === "") return [];
    return [given.slug === "" ? { name: given.name } : given];
  });
}
