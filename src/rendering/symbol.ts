import { _tests, type ErrorCorrection } from "qr";
import type { Level } from "../shared/vocabulary.ts";
import { capacityBits, codewords } from "./codewords.ts";
import { TextTooLong } from "./errors.ts";
import { bestSegments, leastBits, type Segment, segmentBits } from "./segments.ts";

export interface QrSymbol {
  version: number;
  level: Level;
  mask: number;
  /** Modules on a side, the quiet zone not counted. */
  size: number;
  /** 32-bit words a row; module x of a row is bit x % 32 of word x / 32. */
  words: number;
  bits: Uint32Array;
}

/** Light modules that must surround a symbol, on each side. */
export const QUIET_ZONE = 4;

const LEVEL_NAME = { L: "low", M: "medium", Q: "quartile", H: "high" } as const satisfies Record<
  Level,
  ErrorCorrection
>;

const LAST_VERSION_OF_GROUP = [9, 26, 40] as const;

/** The smallest version that holds the text, and the segments it holds it in. */
function fit(text: string, level: Level): { version: number; segments: Segment[] } {
  const name = LEVEL_NAME[level];
  const least = leastBits(text);
  let version = 1;
  for (const [group, last] of LAST_VERSION_OF_GROUP.entries()) {
    if (least <= capacityBits(last, name)) {
      const segments = bestSegments(text, group);
      const bits = segments.reduce((sum, segment) => sum + segmentBits(segment, group), 0);
      for (; version <= last; version++) {
        if (bits <= capacityBits(version, name)) return { version, segments };
      }
    }
    version = last + 1;
  }
  throw new TextTooLong(level);
}

/** The version the text would get, without drawing it. */
export const symbolVersion = (text: string, level: Level): number => fit(text, level).version;

/**
 * The smallest symbol that holds the text at exactly this level. `qr` places the codewords and
 * chooses the mask; its public call knows only one mode a text, so it is handed finished
 * codewords here. Its version is pinned, and the tests read every symbol back.
 */
export function createSymbol(text: string, level: Level): QrSymbol {
  const { version, segments } = fit(text, level);
  const name = LEVEL_NAME[level];
  const drawn = _tests.drawSymbol(version, name, codewords(segments, version, name));
  // qr draws every symbol into the same buffer: keep a copy.
  const bits = drawn.v.slice(0, drawn.words * drawn.size);
  const symbol = { version, level, mask: 0, size: drawn.size, words: drawn.words, bits };
  return { ...symbol, mask: drawnMask(symbol) };
}

/** The mask as the symbol itself states it, in the format information beside the first finder. */
function drawnMask(symbol: QrSymbol): number {
  const bit = (x: number) => (isDark(symbol, x, 8) ? 1 : 0);
  return ((bit(2) << 2) | (bit(3) << 1) | bit(4)) ^ 0b101;
}

export const isDark = ({ bits, words }: QrSymbol, x: number, y: number): boolean =>
  (((bits[y * words + (x >>> 5)] as number) >>> (x & 31)) & 1) === 1;

/** Calls back with each horizontal run of dark modules, row by row. */
export function eachRun(
  symbol: QrSymbol,
  visit: (x: number, y: number, length: number) => void,
): void {
  for (let y = 0; y < symbol.size; y++) {
    for (let x = 0; x < symbol.size; x++) {
      if (!isDark(symbol, x, y)) continue;
      const start = x;
      while (x < symbol.size && isDark(symbol, x, y)) x++;
      visit(start, y, x - start);
    }
  }
}
