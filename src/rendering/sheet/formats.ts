/** Prints with words for one code: posters, table tents and business cards (docs/print.md). */
import type { Box, Sheet } from "./layout.ts";

export const FORMAT_KINDS = ["poster", "tent", "card"] as const;
export type FormatKind = (typeof FORMAT_KINDS)[number];

interface Format {
  kind: FormatKind;
  title: string;
  /** One piece is as large as the page, which grows by bleed and crop marks. Otherwise a page of pieces to cut. */
  isSingle: boolean;
  sheet: Sheet;
}

const INCH = 25.4;
const A4 = { width: 210, height: 297 };
const LETTER = { width: 8.5 * INCH, height: 11 * INCH };
const CARD = { width: 85, height: 55 };
const US_CARD = { width: 3.5 * INCH, height: 2 * INCH };

type Size = Sheet["page"];

/** `rows` faces above each other on a page of their own. */
const single = (kind: FormatKind, title: string, { width, height }: Size, rows = 1): Format => ({
  kind,
  title,
  isSingle: true,
  sheet: {
    page: { width, height },
    columns: 1,
    rows,
    width,
    height: height / rows,
    left: 0,
    top: 0,
    pitchX: width,
    pitchY: height / rows,
  },
});

/** Ten cards without gaps, so that one cut separates two. */
function tenCards(title: string, page: Size, { width, height }: Size): Format {
  const [left, top] = [(page.width - 2 * width) / 2, (page.height - 5 * height) / 2];
  const sheet = { page, columns: 2, rows: 5, width, height, left, top, pitchX: width, pitchY: height };
  return { kind: "card", title, isSingle: false, sheet };
}

export const FORMATS = {
  "poster A4": single("poster", "A4 (210 × 297 mm)", A4),
  "poster A3": single("poster", "A3 (297 × 420 mm)", { width: 297, height: 420 }),
  "poster Letter": single("poster", "Letter (8.5 × 11 in)", LETTER),
  "tent A4": single("tent", "A4, two faces of 210 × 148.5 mm", A4, 2),
  "tent Letter": single("tent", "Letter, two faces of 8.5 × 5.5 in", LETTER, 2),
  "cards A4": tenCards("85 × 55 mm, ten on A4", A4, CARD),
  "cards Letter": tenCards("3.5 × 2 in, ten on Letter", LETTER, US_CARD),
  "card 85x55": single("card", "85 × 55 mm, one card for a print shop", CARD),
  "card 3.5x2": single("card", "3.5 × 2 in, one card for a print shop", US_CARD),
} satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** For crop marks, beyond the bleed. */
const MARKS_MM = 6;

export interface Paper {
  sheet: Sheet;
  /** The finished piece, if the page is larger. */
  trim: Box | null;
  /** Two faces above each other, of which the upper is upside down. */
  isFolded: boolean;
}

export function paperOf(name: FormatName, bleed: number, marks: boolean): Paper {
  const { kind, isSingle, sheet }: Format = FORMATS[name];
  const isFolded = kind === "tent";
  const edge = bleed + (marks ? MARKS_MM : 0);
  if (!isSingle || edge === 0) return { sheet, trim: null, isFolded };
  const { width, height } = sheet.page;
  const page = { width: width + 2 * edge, height: height + 2 * edge };
  return { sheet: { ...sheet, page, left: edge, top: edge }, trim: { x: edge, y: edge, width, height }, isFolded };
}
