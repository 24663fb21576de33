import { contrastOf, MIN_CONTRAST, mixUntil, readableColors, WHITE } from "../colors.ts";
import { real } from "../pdf-file.ts";
import type { Ink, StyledCode } from "../style.ts";
import { type Path, roundedBox } from "../styled/path.ts";
import type { PlacedLetter } from "../styled/text.ts";
import { type Face, type FaceRequest, faceOf, RIM } from "./face.ts";
import type { Paper } from "./formats.ts";
import {
  type Box,
  bleedBox,
  CAPITALS,
  codeWidth,
  LINES,
  type Line,
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
  /** Its words, and the smallest readable width of the code. */
  face?: { headline: string; line: string; needs: number };
}

/** How faces look; labels have none. */
export interface FaceLook {
  /** On a ground of the colour instead of white. */
  isFilled: boolean;
  /** Null: the foreground of the code. */
  color: string | null;
  brand: string;
  /** A PNG, with its size in pixels. */
  logo: { png: Uint8Array; width: number; height: number } | null;
}

export interface SheetRequest extends Paper {
  texts: Texts;
  faces: FaceLook | null;
  /** Painted beyond the label's edges in the code's background; 0 for none. */
  bleed: number;
  marks: boolean;
  /** The first label to use, from 0. */
  start: number;
  codes: StyledCode[];
  labels: SheetLabel[];
  ink: Ink;
}

/** One label as drawn by every format, in millimetres. */
export interface Drawn {
  /** From the top left of the page, below the rest. */
  ground: { box: Box; color: string } | null;
  /** Moves or turns the rest, as PDF and SVG write it. */
  matrix: string;
  tiles: { path: Path; color: string }[];
  code: Box;
  words: { letters: PlacedLetter[]; color: string }[];
  logo: Box | null;
}

const INK = "#000000";

/** Name and URL, in coordinates of the page. `ratio`: height of the code's image relative to its width. */
export function drawnLabel(
  { sheet, texts, bleed, codes }: SheetRequest,
  label: SheetLabel,
  at: number,
  ratio: number,
): Drawn {
  const { style, foreground, background } = codes[label.code]!;
  const { x, y } = labelBox(sheet, at);
  const boxes = labelBoxes(sheet, texts);
  const moved = (box: Box): Box => ({ ...box, x: box.x + x, y: box.y + y });
  const isPainted = bleed > 0 && !style.transparent;
  const letters: PlacedLetter[] = [];
  if (boxes.name) {
    const box = moved(boxes.name);
    const name = drawable(label.name);
    const lines = wrapped(name, box.width, LINES.name * CAPITALS, nameLines(box));
    letters.push(...placeLines(lines, box, LINES.name));
  }
  const address = drawable(label.address);
  if (boxes.address && address !== "") {
    letters.push(...placeLines([address], moved(boxes.address), LINES.address));
  }
  const width = codeWidth(boxes.code, ratio);
  const height = width * ratio;
  const code = moved({
    x: boxes.code.x + (boxes.code.width - width) / 2,
    y: boxes.code.y + (boxes.code.height - height) / 2,
    width,
    height,
  });
  return {
    ground: isPainted ? { box: bleedBox(sheet, at, bleed), color: background } : null,
    matrix: "1 0 0 1 0 0",
    tiles: [],
    code,
    words: [{ letters, color: isPainted ? foreground : INK }],
    logo: null,
  };
}

/** What decides where everything on a face is. */
export function faceRequest(sheet: Sheet, texts: Texts, look: FaceLook, label: SheetLabel): FaceRequest {
  const { headline, line, needs } = label.face ?? { headline: "", line: "", needs: 0 };
  return {
    width: sheet.width,
    height: sheet.height,
    texts: {
      headline,
      line,
      name: texts.name ? drawable(label.name) : "",
      address: texts.address ? drawable(label.address) : "",
      brand: drawable(look.brand),
    },
    // Without its bytes, which would be sent to the thread for each face.
    logo: look.logo && { width: look.logo.width, height: look.logo.height },
    needs,
    hasRim: look.isFilled,
  };
}

/** Paper around what stands on a coloured ground. */
const tile = ({ x, y, width, height }: Box, rim: number, color: string) => ({
  path: roundedBox({ x: x - rim, y: y - rim, width: width + 2 * rim, height: height + 2 * rim }, 2 * rim),
  color,
});

const readableOnWhite = (color: string) => mixUntil(color, INK, (mixed) => contrastOf(mixed, WHITE) >= MIN_CONTRAST);

function drawnFace(request: SheetRequest, look: FaceLook, face: Face, label: SheetLabel, at: number): Drawn {
  const { sheet, isFolded, bleed, ink } = request;
  const { foreground, background } = request.codes[label.code]!;
  const { x, y, width, height } = labelBox(sheet, at);
  const isTurned = isFolded && at < sheet.columns;
  const color = ink === "black" ? INK : (look.color ?? foreground);
  const filled = readableColors(color);
  return {
    ground: look.isFilled ? { box: bleedBox(sheet, at, bleed), color: filled.brand } : null,
    matrix: isTurned ? `-1 0 0 -1 ${real(x + width)} ${real(y + height)}` : `1 0 0 1 ${real(x)} ${real(y)}`,
    tiles: look.isFilled
      ? [
          tile(face.code, face.code.width * RIM, background),
          ...(face.logo ? [tile(face.logo, face.logo.height * LOGO_RIM, WHITE)] : []),
        ]
      : [],
    code: face.code,
    words: [
      { letters: face.headline, color: look.isFilled ? filled.on : readableOnWhite(color) },
      { letters: face.others, color: look.isFilled ? filled.on : INK },
    ],
    logo: face.logo,
  };
}

const LOGO_RIM = 0.08;

/** Labels as drawn. A face that stands on many labels is laid out once. */
export function createDrawing(request: SheetRequest) {
  const { sheet, texts, faces: look } = request;
  const faces = new Map<SheetLabel, Face>();
  return (label: SheetLabel, at: number, ratio: number): Drawn => {
    if (!look) return drawnLabel(request, label, at, ratio);
    const face = faces.get(label) ?? faceOf(faceRequest(sheet, texts, look, label));
    if (!face) throw new Error("The words do not fit the face.");
    faces.set(label, face);
    return drawnFace(request, look, face, label, at);
  };
}

/** The fold of a tent. */
export const foldOf = ({ sheet, isFolded }: SheetRequest): Line[] =>
  isFolded ? [[0, sheet.top + sheet.height, sheet.page.width, sheet.top + sheet.height]] : [];
