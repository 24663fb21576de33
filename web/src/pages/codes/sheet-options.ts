import type { EncodeOfMany } from "../../../../src/codes/images.ts";
import { FORMAT_NAMES, FORMATS, type FormatKind, type FormatName } from "../../../../src/rendering/sheet/formats.ts";
import type { Sheet, TextPosition } from "../../../../src/rendering/sheet/layout.ts";
import type { Ink } from "../../../../src/rendering/style.ts";
import { phrasesIn, usesLetter } from "./print-phrases.ts";
import { words } from "./print-words.ts";

export type { TextPosition } from "../../../../src/rendering/sheet/layout.ts";

export type NamedSheet = Sheet & { name: string; title: string };
/** Formats with words, and labels. */
export type Kind = FormatKind | "stickers" | "labels";

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
  kind: Kind;
  /** For each kind with a format of its own. */
  formats: Record<FormatKind, FormatName>;
  sheet: string;
  measures: Sheet;
  text: TextPosition;
  name: boolean;
  address: boolean;
  /** Null: not typed. */
  headline: string | null;
  line: string;
  brand: boolean;
  /** Null: not chosen. */
  filled: boolean | null;
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

/** On the first sheet, "A4 3x4" or "Letter 3x4". */
const FIRST_LABELS = 12;

/** A poster of one code or a sheet full of its labels, and one label each of several. Placements have names for those who scan them; a code's name is internal. */
export function firstChoice(count: number, isOfCopies: boolean, language: string): SheetChoice {
  const paper = usesLetter(language) ? "Letter" : "A4";
  const isOne = count === 1 && !isOfCopies;
  const choice: SheetChoice = {
    kind: "labels",
    formats: { poster: `poster ${paper}`, tent: `tent ${paper}`, card: `cards ${paper}` },
    sheet: `${paper} 3x4`,
    measures: A4_THIRDS,
    text: "under",
    name: isOfCopies,
    address: true,
    headline: null,
    line: phrasesIn(language).line,
    brand: true,
    filled: null,
    encode: "best",
    order: "selection",
    bleed: 0,
    marks: true,
    start: 1,
    copies: 1,
    ink: "own",
  };
  return isOne ? chooseKind({ ...choice, copies: FIRST_LABELS }, "poster") : choice;
}

/** On lower labels the text goes to the right of the code, so that the code is large enough. */
const LOW_MM = 33;

/** Chooses another sheet, with suitable text placement and crop marks. */
export function choose(choice: SheetChoice, name: string, sheets: NamedSheet[]): SheetChoice {
  const chosen = sheets.find((sheet) => sheet.name === name);
  if (!chosen) return { ...choice, sheet: name, marks: false };
  const text = choice.text === "none" ? "none" : chosen.height < LOW_MM ? "beside" : "under";
  const { page, columns, rows, width, height, left, top, pitchX, pitchY } = chosen;
  const before = sheets.find((sheet) => sheet.name === choice.sheet);
  // What filled a sheet fills the next one.
  const isFull = choice.copies !== 1 && before && choice.copies === before.columns * before.rows;
  const copies = isFull ? columns * rows : choice.copies;
  const measures = { page, columns, rows, width, height, left, top, pitchX, pitchY };
  return { ...choice, sheet: name, text, measures, start: 1, copies, marks: isToCut(chosen) };
}

const isToCut = ({ name }: { name: string }): boolean => name.includes("x");

export const isFormat = (kind: Kind): kind is FormatKind => kind !== "stickers" && kind !== "labels";

/** With the crop marks and the bleed that it usually has. */
export function chooseKind(choice: SheetChoice, kind: Kind): SheetChoice {
  const format = isFormat(kind) ? choice.formats[kind] : null;
  const marks = format ? kind === "card" : isToCut({ name: choice.sheet });
  return { ...choice, kind, marks, bleed: format?.startsWith("card ") ? 3 : 0 };
}

export const chooseFormat = (choice: SheetChoice, kind: FormatKind, name: FormatName): SheetChoice =>
  chooseKind({ ...choice, formats: { ...choice.formats, [kind]: name } }, kind);

export const formatsOf = (kind: FormatKind) =>
  FORMAT_NAMES.filter((name) => FORMATS[name].kind === kind).map((value) => ({ value, label: FORMATS[value].title }));

const isNumber = (value: unknown): value is number => typeof value === "number";

/** What depends on the code and the brand until it is chosen. */
interface Shown {
  /** Null: the words of each code's frame. */
  headline: string | null;
  filled: boolean;
}

/** The request body; null if a field is empty. */
export function bodyOf(choice: SheetChoice, printed: Printed, shown: Shown): object | null {
  const { kind, formats, sheet, measures, headline: _, filled: __, line, brand, ...rest } = choice;
  const { page, ...lengths } = measures;
  const own = !isFormat(kind) && sheet === OWN ? [page.width, page.height, ...Object.values(lengths)] : [];
  if (![rest.bleed, rest.start, rest.copies, ...own].every(isNumber)) return null;
  const design = { ...shown, line, brand };
  if (isFormat(kind)) return { ...printed, ...rest, start: 1, copies: 1, format: formats[kind], design };
  const paper = sheet === OWN ? { measures } : { sheet };
  if (kind === "stickers") return { ...printed, ...rest, copies: 1, ...paper, design };
  return { ...printed, ...rest, ...paper };
}

export const sheetsInGroups = (sheets: NamedSheet[]) => {
  const { groups } = words;
  const item = ({ name, title, width, height, columns, rows }: NamedSheet) => ({
    value: name,
    label: isToCut({ name }) ? title : `${title} (${mm(width)} × ${mm(height)} mm, ${columns * rows} labels)`,
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
