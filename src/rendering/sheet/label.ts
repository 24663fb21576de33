import type { StyledCode } from "../style.ts";
import type { PlacedLetter } from "../styled/text.ts";
import {
  type Box,
  bleedBox,
  CAPITALS,
  codeWidth,
  LINES,
  labelBox,
  labelPlaces,
  nameLines,
  type Sheet,
  type Texts,
} from "./layout.ts";
import { drawable, placeLines, wrapped } from "./words.ts";

export interface SheetLabel {
  /** The index of the code. */
  code: number;
  name: string;
  address: string;
}

export interface SheetRequest {
  sheet: Sheet;
  texts: Texts;
  /** Painted beyond the label's edges in the code's background; 0 for none. */
  bleed: number;
  marks: boolean;
  /** The first label to use, from 0. */
  start: number;
  codes: StyledCode[];
  labels: SheetLabel[];
}

/** One label as drawn by every format, in millimetres from the top left of the page. */
export interface DrawnLabel {
  painted: Box | null;
  code: Box;
  /** Name and URL. */
  words: PlacedLetter[];
  ink: string;
}

/** `ratio`: height of the code's image relative to its width. */
export function drawnLabel(
  { sheet, texts, bleed, codes }: SheetRequest,
  label: SheetLabel,
  at: number,
  ratio: number,
): DrawnLabel {
  const { style, foreground } = codes[label.code]!;
  const { x, y } = labelBox(sheet, at);
  const places = labelPlaces(sheet, texts);
  const moved = (box: Box): Box => ({ ...box, x: box.x + x, y: box.y + y });
  const isPainted = bleed > 0 && !style.transparent;
  const words: PlacedLetter[] = [];
  if (places.name) {
    const box = moved(places.name);
    const name = drawable(label.name);
    const lines = wrapped(name, box.width, LINES.name * CAPITALS, nameLines(box));
    words.push(...placeLines(lines, box, LINES.name));
  }
  const address = drawable(label.address);
  if (places.address && address !== "") {
    words.push(...placeLines([address], moved(places.address), LINES.address));
  }
  const width = codeWidth(places.code, ratio);
  const height = width * ratio;
  const code = moved({
    x: places.code.x + (places.code.width - width) / 2,
    y: places.code.y + (places.code.height - height) / 2,
    width,
    height,
  });
  const painted = isPainted ? bleedBox(sheet, at, bleed) : null;
  return { painted, code, words, ink: isPainted ? foreground : "#000000" };
}
