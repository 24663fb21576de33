import type { Ink, StyledCode } from "../style.ts";
import type { PlacedLetter } from "../styled/text.ts";
import {
  type Box,
  bleedBox,
  CAPITALS,
  codeWidth,
  LINES,
  labelBox,
  labelBoxes,
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
  ink: Ink;
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
  const boxes = labelBoxes(sheet, texts);
  const moved = (box: Box): Box => ({ ...box, x: box.x + x, y: box.y + y });
  const isPainted = bleed > 0 && !style.transparent;
  const words: PlacedLetter[] = [];
  if (boxes.name) {
    const box = moved(boxes.name);
    const name = drawable(label.name);
    const lines = wrapped(name, box.width, LINES.name * CAPITALS, nameLines(box));
    words.push(...placeLines(lines, box, LINES.name));
  }
  const address = drawable(label.address);
  if (boxes.address && address !== "") {
    words.push(...placeLines([address], moved(boxes.address), LINES.address));
  }
  const width = codeWidth(boxes.code, ratio);
  const height = width * ratio;
  const code = moved({
    x: boxes.code.x + (boxes.code.width - width) / 2,
    y: boxes.code.y + (boxes.code.height - height) / 2,
    width,
    height,
  });
  const painted = isPainted ? bleedBox(sheet, at, bleed) : null;
  return { painted, code, words, ink: isPainted ? foreground : "#000000" };
}
