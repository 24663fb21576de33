import type { Level } from "../shared/vocabulary.ts";
import type { BitMatrix } from "./bits.ts";
import { capacityBits } from "./capacity.ts";
import { codewords } from "./codewords.ts";
import { TextTooLong } from "./errors.ts";
import { placeCodewords } from "./placement.ts";
import { bestSegments, leastBits, type Segment, segmentBits } from "./segments.ts";

export interface QrSymbol extends BitMatrix {
  version: number;
  level: Level;
  mask: number;
}

/** Light modules that must surround a symbol, on each side. */
export const QUIET_ZONE = 4;

const LAST_VERSION_OF_GROUP = [9, 26, 40] as const;

/** The smallest version that holds the text, and the segments it holds it in. */
function fit(text: string, level: Level): { version: number; segments: Segment[] } {
  const least = leastBits(text);
  let version = 1;
  for (const [group, last] of LAST_VERSION_OF_GROUP.entries()) {
    if (least <= capacityBits(last, level)) {
      const segments = bestSegments(text, group);
      const bits = segments.reduce((sum, segment) => sum + segmentBits(segment, group), 0);
      for (; version <= last; version++) {
        if (bits <= capacityBits(version, level)) return { version, segments };
      }
    }
    version = last + 1;
  }
  throw new TextTooLong(level);
}

/** The version the text would get, without drawing it. */
export const symbolVersion = (text: string, level: Level): number => fit(text, level).version;

/** The smallest symbol that holds the text at exactly this level. */
export function createSymbol(text: string, level: Level): QrSymbol {
  const { version, segments } = fit(text, level);
  const placed = placeCodewords(codewords(segments, version, level), version, level);
  return { version, level, ...placed };
}

/** Calls back with each horizontal run of dark modules, row by row. */
export function eachRun({ size, words, bits }: QrSymbol, visit: (x: number, y: number, length: number) => void): void {
  for (let y = 0; y < size; y++) {
    let start = -1;
    let last = 0;
    for (let word = 0; word < words; word++) {
      const row = bits[y * words + word] as number;
      // A one wherever a module differs from the one before it: there a run begins or ends. The
      // last run ends too, for a side is odd and so leaves light bits in the last word.
      for (let edges = row ^ ((row << 1) | last); edges !== 0; edges &= edges - 1) {
        const x = 32 * word + 31 - Math.clz32(edges & -edges);
        if (start >= 0) visit(start, y, x - start);
        start = start < 0 ? x : -1;
      }
      last = row >>> 31;
    }
  }
}
