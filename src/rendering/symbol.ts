import type { Level } from "../shared/vocabulary.ts";
import type { BitMatrix } from "./bits.ts";
import { codewords } from "./codewords.ts";
import { placeCodewords } from "./placement.ts";
import { fit } from "./version.ts";

export interface QrSymbol extends BitMatrix {
  version: number;
  level: Level;
  mask: number;
}

/** Light modules required on each side of a symbol. */
export const QUIET_ZONE = 4;

/** The smallest symbol that holds the text at exactly this level. */
export function createSymbol(text: string, level: Level): QrSymbol {
  const { version, segments } = fit(text, level);
  const { points: _, ...placed } = placeCodewords(codewords(segments, version, level), version, level);
  return { version, level, ...placed };
}

/** Calls back with each horizontal run of dark modules, row by row. */
export function eachRun({ size, words, bits }: QrSymbol, visit: (x: number, y: number, length: number) => void): void {
  for (let y = 0; y < size; y++) {
    let start = -1;
    let last = 0;
    for (let word = 0; word < words; word++) {
      const row = bits[y * words + word] as number;
      // Ones where a module differs from the previous one: there a run begins or ends. The last run ends too, because a
      // side is odd and leaves light bits in the last word.
      for (let edges = row ^ ((row << 1) | last); edges !== 0; edges &= edges - 1) {
        const x = 32 * word + 31 - Math.clz32(edges & -edges);
        if (start >= 0) visit(start, y, x - start);
        start = start < 0 ? x : -1;
      }
      last = row >>> 31;
    }
  }
}
