import type { Level } from "../shared/vocabulary.ts";
import { createMatrix, draw, moduleIndex } from "./bits.ts";
import { sideOf } from "./capacity.ts";
import { MASKS, maskWord, maskWords } from "./masks.ts";
import { DATA, drawPatterns, formatModules } from "./patterns.ts";

/** Everything of a symbol that depends only on version and level, by rows or, transposed, by columns. */
export interface Frame {
  /** Data modules in the order of the codewords' bits. */
  order: Uint16Array;
  /** For each mask: all dark modules except data, and the data modules it inverts. */
  masks: Int32Array[];
}

export interface Frames {
  rows: Frame;
  columns: Frame;
}

const ROW_MASKS = MASKS.map((mask) => maskWords(mask));
const COLUMN_MASKS = MASKS.map((mask) => maskWords((x, y) => mask(y, x)));

/** Data modules in the standard's order: vertical strips of two modules, from the right, skipping the timing column. */
function zigzag(patterns: Int8Array, size: number): number[] {
  const out: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const at = (up ? size - 1 - i : i) * size + right;
      if (patterns[at] === DATA) out.push(at);
      if (patterns[at - 1] === DATA) out.push(at - 1);
    }
  }
  return out;
}

function createFrames(version: number, level: Level): Frames {
  const size = sideOf(version);
  const patterns = drawPatterns(version);
  const path = zigzag(patterns, size);

  const frame = (repeats: Int32Array[], place: (x: number, y: number) => number): Frame => {
    const { words, bits: dark } = createMatrix(size);
    const { bits: data } = createMatrix(size);
    const placeAt = (at: number) => place(at % size, Math.floor(at / size));
    for (let at = 0; at < patterns.length; at++) {
      if (patterns[at] === DATA) draw(data, placeAt(at), 1);
      else draw(dark, placeAt(at), patterns[at] as number);
    }
    const masks = repeats.map((repeat, mask) => {
      const out = dark.map((word, i) => {
        const inverted = maskWord(repeat, i % words, Math.floor(i / words));
        return word | (inverted & (data[i] as number));
      });
      for (const { x, y, dark } of formatModules(size, level, mask)) draw(out, place(x, y), dark);
      return out;
    });
    return { order: Uint16Array.from(path, placeAt), masks };
  };

  return {
    rows: frame(ROW_MASKS, (x, y) => moduleIndex(size, x, y)),
    columns: frame(COLUMN_MASKS, (x, y) => moduleIndex(size, y, x)),
  };
}

/** By version and level; all 160 take about 12 MB. */
const known = new Map<string, Frames>();

export function framesOf(version: number, level: Level): Frames {
  const name = `${version}${level}`;
  const frames = known.get(name) ?? createFrames(version, level);
  known.set(name, frames);
  return frames;
}
