/** The layout of a label sheet, in millimetres from the top left of the page. */

export interface Sheet {
  page: { width: number; height: number };
  columns: number;
  rows: number;
  /** Size of a label. */
  width: number;
  height: number;
  /** Position of the first label. */
  left: number;
  top: number;
  /** Distance between the starts of two labels. */
  pitchX: number;
  pitchY: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const TEXT_POSITIONS = ["under", "beside", "none"] as const;
export type TextPosition = (typeof TEXT_POSITIONS)[number];

export interface Texts {
  position: TextPosition;
  name: boolean;
  address: boolean;
}

/** Tolerance for sums of decimals. */
const NOTHING = 1e-6;
/** Padding between a label's edge and its text. */
const MARGIN = 1.5;
/** Line heights. */
export const LINES = { name: 3.4, address: 2.6 };
/** The height of capitals relative to the line height. */
export const CAPITALS = 0.62;
/** The share of a label's width for the code when the text is next to it. */
const CODE_SHARE = 0.6;

export const labelsOf = ({ columns, rows }: Sheet): number => columns * rows;

/** The label at this index, counted by rows from 0. */
export function labelBox(sheet: Sheet, index: number): Box {
  const { columns, left, top, pitchX, pitchY, width, height } = sheet;
  const row = Math.floor(index / columns);
  return { x: left + (index % columns) * pitchX, y: top + row * pitchY, width, height };
}

/** Why the dimensions are invalid; null if all labels are on the page and none overlap. */
export function sheetProblems(sheet: Sheet): { field: string; message: string }[] {
  const { page, columns, rows, width, height, left, top, pitchX, pitchY } = sheet;
  const problems: { field: string; message: string }[] = [];
  const refuse = (field: string, message: string) => problems.push({ field, message });
  const across = left + (columns - 1) * pitchX + width;
  const down = top + (rows - 1) * pitchY + height;
  if (columns > 1 && pitchX < width - NOTHING) refuse("pitchX", "is less than the width of a label");
  if (rows > 1 && pitchY < height - NOTHING) refuse("pitchY", "is less than the height of a label");
  if (across > page.width + NOTHING) {
    refuse("columns", `reach ${rounded(across)} mm across a page of ${rounded(page.width)} mm`);
  }
  if (down > page.height + NOTHING) {
    refuse("rows", `reach ${rounded(down)} mm down a page of ${rounded(page.height)} mm`);
  }
  return problems;
}

export const rounded = (mm: number): number => Math.round(mm * 100) / 100;

export interface LabelBoxes {
  /** The maximum size of the code. */
  code: Box;
  name: Box | null;
  address: Box | null;
}

/** The positions on a label at 0, 0. The code's quiet zone is its padding. */
export function labelBoxes({ width, height }: Sheet, texts: Texts): LabelBoxes {
  const { position } = texts;
  const address = position !== "none" && texts.address ? LINES.address : 0;
  const name = position !== "none" && texts.name ? LINES.name : 0;
  if (name + address === 0) {
    return { code: { x: 0, y: 0, width, height }, name: null, address: null };
  }
  if (position === "under") {
    const box = (y: number, high: number): Box | null =>
      high === 0 ? null : { x: MARGIN, y, width: width - 2 * MARGIN, height: high };
    const foot = height - MARGIN - address;
    return {
      code: { x: 0, y: 0, width, height: Math.max(0, foot - name) },
      name: box(foot - name, name),
      address: box(foot, address),
    };
  }
  const side = Math.min(height, width * CODE_SHARE);
  const text = { x: side, width: width - side - MARGIN };
  const nameHigh = name === 0 ? 0 : Math.min(3 * name, height - 2 * MARGIN - address);
  const from = (height - nameHigh - address) / 2;
  return {
    code: { x: 0, y: 0, width: side, height },
    name: nameHigh === 0 ? null : { ...text, y: from, height: nameHigh },
    address: address === 0 ? null : { ...text, y: from + nameHigh, height: address },
  };
}

/** How many lines of a name fit a box. */
export const nameLines = ({ height }: Box): number => Math.max(1, Math.floor(height / LINES.name + NOTHING));

/** The printed width of a code whose height is `ratio` times its width. */
export const codeWidth = ({ width, height }: Box, ratio: number): number => Math.min(width, height / ratio);

/** The maximum bleed without touching another label or leaving the page. */
export function bleedBox(sheet: Sheet, index: number, bleed: number): Box {
  const { page, columns, rows, width, height, pitchX, pitchY } = sheet;
  const { x, y } = labelBox(sheet, index);
  const column = index % columns;
  const row = Math.floor(index / columns);
  const between = (pitch: number, size: number) => Math.max(0, pitch - size) / 2;
  const reach = (isOutermost: boolean, toPage: number, gap: number) =>
    Math.min(bleed, isOutermost ? Math.max(0, toPage) : gap);
  const gapX = between(pitchX, width);
  const gapY = between(pitchY, height);
  const left = reach(column === 0, x, gapX);
  const right = reach(column === columns - 1, page.width - x - width, gapX);
  const up = reach(row === 0, y, gapY);
  const down = reach(row === rows - 1, page.height - y - height, gapY);
  return { x: x - left, y: y - up, width: width + left + right, height: height + up + down };
}

export type Line = readonly [x1: number, y1: number, x2: number, y2: number];

const MARK = { longest: 5, shortest: 1, gap: 1 };

/** Crop marks, only in the page's margins, never on a label. */
export function cropMarks(sheet: Sheet, bleed: number): Line[] {
  const { page, columns, rows, left, top, width, height, pitchX, pitchY } = sheet;
  const away = bleed + MARK.gap;
  const bottom = top + (rows - 1) * pitchY + height;
  const right = left + (columns - 1) * pitchX + width;
  const edges = (count: number, from: number, pitch: number, size: number) => {
    const all = Array.from({ length: count }, (_, i) => [from + i * pitch, from + i * pitch + size]);
    return [...new Set(all.flat().map((at) => rounded(at)))];
  };
  /** Start and end of a mark in a margin of this width, from the inside out. */
  const run = (margin: number): [number, number] | null => {
    const length = Math.min(MARK.longest, margin - away);
    return length < MARK.shortest ? null : [away, away + length];
  };
  const lines: Line[] = [];
  const [above, below] = [run(top), run(page.height - bottom)];
  for (const x of edges(columns, left, pitchX, width)) {
    if (above) lines.push([x, top - above[1], x, top - above[0]]);
    if (below) lines.push([x, bottom + below[0], x, bottom + below[1]]);
  }
  const [before, behind] = [run(left), run(page.width - right)];
  for (const y of edges(rows, top, pitchY, height)) {
    if (before) lines.push([left - before[1], y, left - before[0], y]);
    if (behind) lines.push([right + behind[0], y, right + behind[1], y]);
  }
  return lines;
}
