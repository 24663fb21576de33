import type { Level } from "../shared/vocabulary.ts";
import { type BitMatrix, createMatrix, draw } from "./bits.ts";
import { sideOf } from "./capacity.ts";
import { type Frames, framesOf } from "./frame.ts";
import { MASKS } from "./masks.ts";
import { penalty } from "./penalty.ts";

/** Only the codewords' bits in their modules, by rows and by columns. */
function placeBits(codewords: Uint8Array, frames: Frames, size: number) {
  const rows = createMatrix(size).bits;
  const columns = createMatrix(size).bits;
  const rowOrder = frames.rows.order;
  const columnOrder = frames.columns.order;
  for (let i = 0; i < codewords.length; i++) {
    for (let bit = 0; bit < 8; bit++) {
      const dark = ((codewords[i] as number) >>> (7 - bit)) & 1;
      draw(rows, rowOrder[8 * i + bit] as number, dark);
      draw(columns, columnOrder[8 * i + bit] as number, dark);
    }
  }
  return { rows, columns };
}

/** Combines data and frame, inverting data where both are dark. */
function finish(data: Int32Array, frame: Int32Array, out: Int32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = (data[i] as number) ^ (frame[i] as number);
}

interface Placed extends BitMatrix {
  mask: number;
  /** The penalty of the mask. */
  points: number;
}

const EVERY_MASK = [...MASKS.keys()];

/** Places the codewords and chooses the mask with the lowest penalty, the first of several. */
export function placeCodewords(
  codewords: Uint8Array,
  version: number,
  level: Level,
  masks: readonly number[] = EVERY_MASK,
): Placed {
  const size = sideOf(version);
  const frames = framesOf(version, level);
  const data = placeBits(codewords, frames, size);
  const rows = createMatrix(size);
  const columns = createMatrix(size);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const mask of masks) {
    finish(data.rows, frames.rows.masks[mask] as Int32Array, rows.bits);
    finish(data.columns, frames.columns.masks[mask] as Int32Array, columns.bits);
    const points = penalty(rows, columns, least);
    if (points < least) {
      least = points;
      best = mask;
    }
  }
  finish(data.rows, frames.rows.masks[best] as Int32Array, rows.bits);
  return { ...rows, mask: best, points: least };
}
