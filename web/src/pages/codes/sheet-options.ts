import type { EncodeOfMany } from "../../../../src/codes/images.ts";
import type { Sheet, TextPosition } from "../../../../src/rendering/sheet/layout.ts";
import type { Ink } from "../../../../src/rendering/style.ts";
import { words } from "./words.ts";

export type { TextPosition } from "../../../../src/rendering/sheet/layout.ts";

export type NamedSheet = Sheet & { name: string; title: string };

export const OWN = "own";

/** What is printed: codes, or placements of one code; without ids all of them, or those with `q` in their names. */
export type Printed = { ids: string[] } | { codeId: string; ids?: string[]; q?: string };

/** Placements of a code. */
export interface Copies {
  codeId: string;
  /** Of the code. */
  name: string;
  /** Null: all with `q` in their names. */
  ids: string[] | null;
  q: string;
  count: number;
}

export const printedOf = (ids: string[], copies: Copies | undefined): Printed =>
  copies
    ? { codeId: copies.codeId, ...(copies.ids ? { ids: copies.ids } : copies.q === "" ? {} : { q: copies.q }) }
    : { ids };

/** The dialog's state; numbers are text while they are typed. */
export interface SheetChoice {
  sheet: string;
  measures: Sheet;
  text: TextPosition;
  name: boolean;
  address: boolean;
  encode: EncodeOfMany;
  order: "selection" | "name";
  bleed: number | string;
  marks: boolean;
  start: number | string;
  copies: number | string;
  ink: Ink;
}

const A4_THIRDS: Sheet = {
  page: { width: 210, height: 297 },
  columns: 3,
  rows: 8,
  width: 70,
  height: 36,
  left: 0,
  top: 4.5,
  pitchX: 70,
  pitchY: 36,
};

export const FIRST_CHOICE: SheetChoice = {
  sheet: "A4 3x4",
  measures: A4_THIRDS,
  text: "under",
  name: true,
  address: true,
  encode: "best",
  order: "selection",
  bleed: 0,
  marks: true,
  start: 1,
  copies: 1,
  ink: "own",
};

/** On lower labels the text goes to the right of the code, so that the code is large enough. */
const LOW_MM = 33;

/** Chooses another sheet, with suitable text placement and crop marks. */
export function choose(choice: SheetChoice, name: string, sheets: NamedSheet[]): SheetChoice {
  const chosen = sheets.find((sheet) => sheet.name === name);
  if (!chosen) return { ...choice, sheet: name, marks: false };
  const text = choice.text === "none" ? "none" : chosen.height < LOW_MM ? "beside" : "under";
  const { page, columns, rows, width, height, left, top, pitchX, pitchY } = chosen;
  const measures = { page, columns, rows, width, height, left, top, pitchX, pitchY };
  return { ...choice, sheet: name, text, measures, start: 1, marks: isToCut(chosen) };
}

const isToCut = ({ name }: NamedSheet): boolean => name.includes("x");

const isNumber = (value: unknown): value is number => typeof value === "number";

/** The request body; null if a field is empty. */
export function bodyOf(choice: SheetChoice, printed: Printed): object | null {
  const { sheet, measures, ...rest } = choice;
  const { page, ...lengths } = measures;
  const numbers = [rest.bleed, rest.start, rest.copies];
  const own = [page.width, page.height, ...Object.values(lengths)];
  if (![...numbers, ...(sheet === OWN ? own : [])].every(isNumber)) return null;
  return { ...printed, ...rest, ...(sheet === OWN ? { measures } : { sheet }) };
}

export const sheetsInGroups = (sheets: NamedSheet[]) => {
  const { groups } = words.sheet;
  const item = ({ name, title, width, height, columns, rows }: NamedSheet) => ({
    value: name,
    label: isToCut({ name } as NamedSheet)
      ? title
      : `${title} (${mm(width)} × ${mm(height)} mm, ${columns * rows} labels)`,
  });
  const isA4 = ({ page }: NamedSheet) => page.width === 210;
  return [
    { group: groups.cut, items: sheets.filter(isToCut).map(item) },
    { group: groups.a4, items: sheets.filter((s) => !isToCut(s) && isA4(s)).map(item) },
    { group: groups.letter, items: sheets.filter((s) => !isToCut(s) && !isA4(s)).map(item) },
    { group: groups.other, items: [{ value: OWN, label: groups.own }] },
  ];
};

const mm = (value: number): number => Math.round(value * 10) / 10;
