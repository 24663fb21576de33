/** A face: words, brand and code on a poster, a side of a tent, a card or a sticker. In millimetres from its top left. */
import { type PlacedLetter, placeLetters, textWidth } from "../styled/text.ts";
import type { Box } from "./layout.ts";
import { type Align, alignedLine, wholeLines, wrapped } from "./words.ts";

/** Empty: none. */
export interface FaceTexts {
  headline: string;
  line: string;
  name: string;
  address: string;
  brand: string;
}

export interface FaceRequest {
  width: number;
  height: number;
  texts: FaceTexts;
  /** The pixels of the brand's logo. */
  logo: { width: number; height: number } | null;
  /** The smallest readable width of the code. */
  needs: number;
  /** A rim around the code, which is on a coloured ground. */
  hasRim: boolean;
}

export interface Face {
  /** Always square. */
  code: Box;
  headline: PlacedLetter[];
  others: PlacedLetter[];
  logo: Box | null;
}

/** Relative to the shorter side. */
const MARGIN = 0.065;
/** Heights of capitals; below the least, type cannot be read. */
const CAPS = {
  headline: { share: 0.082, least: 1.6 },
  line: { share: 0.034, least: 1.3 },
  small: { share: 0.022, least: 1.1 },
};
const LOGO = 0.085;
const LEADING = 1.6;
/** Words are set smaller until they fit and the code is large enough. */
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3];
/** What the code should have of the shorter side, or of the width next to words. */
const CODE = { under: 0.55, beside: 0.46 };
/** A face this much wider than high has its words beside the code. */
const WIDE = 1.15;
const MOST_LINES = 5;
/** Relative to the code. */
export const RIM = 0.03;

interface Block {
  height: number;
  place(left: number, top: number, face: Face): void;
}

const wordsBlock = (
  lines: readonly string[],
  cap: number,
  width: number,
  align: Align,
  part: "headline" | "others",
) => ({
  height: lines.length * cap * LEADING,
  place(left: number, top: number, face: Face) {
    for (const [i, line] of lines.entries()) {
      const y = top + (i + 0.5) * cap * LEADING;
      face[part].push(...alignedLine(line, { x: left, y, width, capHeight: cap }, align));
    }
  },
});

/** The logo, and the name to the right of it; null if the name does not fit. */
function brandBlock({ texts, logo }: FaceRequest, high: number, cap: number, width: number, align: Align) {
  const ratio = logo ? logo.width / logo.height : 0;
  const shown = logo ? { width: Math.min(high * ratio, width / 2), height: Math.min(high, width / 2 / ratio) } : null;
  const from = (shown?.width ?? 0) + (shown && texts.brand ? cap : 0);
  if (texts.brand && from >= width) return null;
  const named = texts.brand ? Math.min(textWidth(texts.brand, cap), width - from) : 0;
  const tall = Math.max(shown?.height ?? 0, cap * LEADING);
  return {
    height: shown ? tall + cap : tall,
    place(left: number, top: number, face: Face) {
      const x = align === "left" ? left : left + (width - from - named) / 2;
      const y = top + tall / 2;
      if (shown) face.logo = { x, y: y - shown.height / 2, ...shown };
      if (!texts.brand) return;
      face.others.push(...placeLetters(texts.brand, { x: x + from + named / 2, y, width: named, capHeight: cap }));
    },
  };
}

/** The blocks above and below the code, or null if the headline, the line or the brand does not fit. */
function blocksOf(request: FaceRequest, scale: number, width: number, align: Align): [Block[], Block[]] | null {
  const { texts, logo } = request;
  const short = Math.min(request.width, request.height);
  const capOf = ({ share, least }: { share: number; least: number }) => Math.max(least, short * share * scale);
  const [large, middle, small] = [capOf(CAPS.headline), capOf(CAPS.line), capOf(CAPS.small)];
  const headline = wholeLines(texts.headline, width, large, MOST_LINES);
  const line = wholeLines(texts.line, width, middle, MOST_LINES);
  if (!headline || !line) return null;
  const above: Block[] = [];
  if (logo || texts.brand) {
    const brand = brandBlock(request, short * LOGO * scale, middle, width, align);
    if (!brand) return null;
    above.push(brand);
  }
  if (texts.headline) above.push(wordsBlock(headline, large, width, align, "headline"));
  const below: Block[] = [];
  if (texts.line) below.push(wordsBlock(line, middle, width, align, "others"));
  if (texts.name) below.push(wordsBlock(wrapped(texts.name, width, middle, 2), middle, width, align, "others"));
  if (texts.address) below.push(wordsBlock([texts.address], small, width, align, "others"));
  return [above, below];
}

/** Between two blocks. */
const spaceOf = ({ width, height }: FaceRequest): number => 0.014 * Math.min(width, height);

const heightOf = (blocks: readonly Block[], space: number): number =>
  blocks.reduce((sum, { height }) => sum + height + space, blocks.length > 0 ? -space : 0);

function place(face: Face, blocks: readonly Block[], left: number, top: number, space: number): void {
  let y = top;
  for (const block of blocks) {
    block.place(left, y, face);
    y += block.height + space;
  }
}

const emptyFace = (code: Box): Face => ({ code, headline: [], others: [], logo: null });

const inRim = (x: number, y: number, side: number, hasRim: boolean): Box => {
  const rim = hasRim ? (side * RIM) / (1 + 2 * RIM) : 0;
  return { x: x + rim, y: y + rim, width: side - 2 * rim, height: side - 2 * rim };
};

/** Words above and below the code. */
function stacked(request: FaceRequest, scale: number, least: number): Face | null {
  const { width, height, hasRim } = request;
  const margin = Math.min(width, height) * MARGIN;
  const inner = width - 2 * margin;
  const blocks = blocksOf(request, scale, inner, "centre");
  if (!blocks) return null;
  const space = spaceOf(request);
  const [above, below] = blocks.map((some) => heightOf(some, space)) as [number, number];
  const gap = margin / 2;
  const [over, under] = [above === 0 ? 0 : above + gap, below === 0 ? 0 : below + gap];
  // A code that needs it may reach the edge: it has its own quiet zone.
  const edge = least > Math.min(inner, height - 2 * margin - over - under) ? 0 : margin;
  const side = Math.min(width - 2 * edge, height - 2 * edge - over - under);
  if (side <= 0) return null;
  const top = (height - over - side - under) / 2;
  const face = emptyFace(inRim((width - side) / 2, top + over, side, hasRim));
  place(face, blocks[0], margin, top, space);
  place(face, blocks[1], margin, top + over + side + gap, space);
  return face;
}

/** Words to the right of the code. */
function beside(request: FaceRequest, scale: number, least: number): Face | null {
  const { width, height, hasRim } = request;
  const margin = height * MARGIN;
  const inner = height - 2 * margin;
  const edge = least > inner ? Math.max(0, (height - least) / 2) : margin;
  const side = Math.min(height - 2 * edge, Math.max(least, width * CODE.beside));
  const left = edge + side + margin;
  const column = width - left - margin;
  const blocks = column > 0 ? blocksOf(request, scale, column, "left") : null;
  if (!blocks) return null;
  const gap = blocks.every((some) => some.length > 0) ? margin / 2 : 0;
  const space = spaceOf(request);
  const [above, below] = blocks.map((some) => heightOf(some, space)) as [number, number];
  if (above + gap + below > inner) return null;
  const hasWords = above + below > 0;
  const face = emptyFace(inRim(hasWords ? edge : (width - side) / 2, (height - side) / 2, side, hasRim));
  const top = (height - above - gap - below) / 2;
  place(face, blocks[0], left, top, space);
  place(face, blocks[1], left, top + above + gap, space);
  return face;
}

/** The face with the largest words that leave the code what it needs. Null if the words do not fit at all. */
export function faceOf(request: FaceRequest): Face | null {
  const { width, height, needs, hasRim } = request;
  const isWide = width > height * WIDE;
  const lay = isWide ? beside : stacked;
  const short = Math.min(width, height);
  const least = needs * (hasRim ? 1 + 2 * RIM : 1);
  const wanted = isWide ? 0 : short * CODE.under;
  let best: Face | null = null;
  for (const enough of [Math.max(needs, wanted), needs]) {
    for (const scale of SCALES) {
      const face = lay(request, scale, least);
      if (!face) continue;
      if (face.code.width >= enough - 1e-6) return face;
      if (!best || face.code.width > best.code.width) best = face;
    }
  }
  // Then the code is too small, and its words are not.
  return best ?? (needs > 0 ? faceOf({ ...request, needs: 0 }) : null);
}
