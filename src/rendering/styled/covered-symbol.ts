import { LEVELS, type Level } from "../../shared/vocabulary.ts";
import { blockLayout, capacityBits, sideOf } from "../capacity.ts";
import { blocksOf, dataCodewords, interleaved } from "../codewords.ts";
import { framesOf } from "../frame.ts";
import { MASKS } from "../masks.ts";
import { alignmentsAt } from "../patterns.ts";
import { placeCodewords } from "../placement.ts";
import { bestSegments, segmentBits, versionGroup } from "../segments.ts";
import type { QrSymbol } from "../symbol.ts";
import { symbolVersion } from "../version.ts";
import { type CoveredCodeword, coveredBlock } from "./covered-block.ts";
import { ALIGNMENT_REACH } from "./eyes.ts";
import type { Box } from "./path.ts";

/** Covered modules and what a camera sees there: 1 dark, 0 light, -1 unknown. */
export interface Covering {
  box: Box;
  seen(x: number, y: number): -1 | 0 | 1;
}

/** Error correction of the symbol's worst block. */
export interface Margin {
  /** The number of wrong codewords that can be corrected. */
  correctable: number;
  /** Wrong codewords caused by the logo. */
  spent: number;
  /** What remains for dirt and damage. */
  left: number;
  /** What remains, as a share of the block's codewords. */
  share: number;
}

export interface CoveredSymbol {
  symbol: QrSymbol;
  margin: Margin;
}

/** The share of damaged codewords that each level can correct. */
const PROMISED: Record<Level, number> = { L: 0.07, M: 0.15, Q: 0.25, H: 0.3 };

/** A symbol grows by at most this many versions to make space; each makes modules smaller. */
const MAX_GROWTH = 4;

const blockLength = (version: number, level: Level): number => {
  const { blocks, parity, data } = blockLayout(version, level);
  return Math.floor(data / blocks) + parity;
};

export function marginOf(version: number, level: Level, spent: number): Margin {
  const correctable = Math.floor(blockLayout(version, level).parity / 2);
  const left = correctable - spent;
  return { correctable, spent, left, share: left / blockLength(version, level) };
}

/** Covered codewords by position. */
function coveredCodewords(version: number, level: Level, { box, seen }: Covering) {
  const { order } = framesOf(version, level).rows;
  const { blocks, parity, data } = blockLayout(version, level);
  const rowLength = 32 * Math.ceil(sideOf(version) / 32);
  const out = new Map<number, CoveredCodeword>();
  for (let place = 0; place < data + blocks * parity; place++) {
    const bits: CoveredCodeword["bits"] = [];
    for (let bit = 0; bit < 8; bit++) {
      const module = order[8 * place + bit] as number;
      const [x, y] = [module % rowLength, Math.floor(module / rowLength)];
      if (x < box.x || x >= box.x + box.width || y < box.y || y >= box.y + box.height) continue;
      bits.push({ bit, module, seen: seen(x, y) });
    }
    if (bits.length > 0) out.set(place, { place, bits });
  }
  return out;
}

/** The best symbol of one version and level; undefined if the text does not fit. */
function attempt(
  text: string,
  version: number,
  level: Level,
  covering: Covering,
  needed: number,
): CoveredSymbol | undefined {
  const group = versionGroup(version);
  const segments = bestSegments(text, group);
  const bits = segments.reduce((sum, segment) => sum + segmentBits(segment, group), 0);
  const capacity = capacityBits(version, level);
  if (bits > capacity) return undefined;
  const bytes = dataCodewords(segments, version, capacity / 8);
  // The text ends with four zero bits; padding starts at the next whole codeword.
  const firstFree = Math.ceil(Math.min(bits + 4, capacity) / 8);
  const covered = coveredCodewords(version, level, covering);
  const solvers = blocksOf(version, level).map((block) => coveredBlock(block, bytes, firstFree, covered));
  const rowLength = 32 * Math.ceil(sideOf(version) / 32);
  const tried = MASKS.map((inverts, mask) => {
    const blocks = solvers.map((solve) =>
      solve((module) => (inverts(module % rowLength, Math.floor(module / rowLength)) ? 1 : 0)),
    );
    const margin = marginOf(version, level, Math.max(...blocks.map(({ spent }) => spent)));
    return { mask, margin, blocks };
  });
  // Among sufficient margins, choose the mask with the lowest penalty.
  const enough = Math.min(needed, Math.max(...tried.map(({ margin }) => margin.share)));
  const placed = tried
    .filter(({ margin }) => margin.share >= enough)
    .map(({ mask, margin, blocks }) => {
      const data = Buffer.concat(blocks.map((block) => block.data));
      const codewords = interleaved(data, version, level);
      return { margin, placed: placeCodewords(codewords, version, level, [mask]) };
    });
  const best = placed.reduce((a, b) => (b.placed.points < a.placed.points ? b : a));
  const { points: _, ...symbol } = best.placed;
  return { symbol: { version, level, ...symbol }, margin: best.margin };
}

/** True if the box covers a part of an alignment pattern, which some decoders need. */
const hidesAlignment = (version: number, { x, y, width, height }: Box): boolean =>
  alignmentsAt(version).some(
    (middle) =>
      middle.x + ALIGNMENT_REACH >= x &&
      middle.x - ALIGNMENT_REACH < x + width &&
      middle.y + ALIGNMENT_REACH >= y &&
      middle.y - ALIGNMENT_REACH < y + height,
  );

/**
 * The symbol of a text under a logo: the smallest, then the lowest level from the requested one up, that still corrects
 * as much as the requested level promises; if there is none, the one with the largest margin. Symbols whose alignment
 * patterns would be covered are used only as a last resort. `coveringOf` returns undefined if a symbol is too small for
 * the logo.
 */
export function coveredSymbol(
  text: string,
  level: Level,
  coveringOf: (size: number) => Covering | undefined,
): CoveredSymbol | undefined {
  const smallest = symbolVersion(text, level);
  const candidates: { version: number; covering: Covering }[] = [];
  for (let version = smallest; version <= 40 && candidates.length <= MAX_GROWTH; version++) {
    const covering = coveringOf(sideOf(version));
    if (covering) candidates.push({ version, covering });
  }
  const clear = candidates.filter(({ version, covering }) => !hidesAlignment(version, covering.box));
  let best: CoveredSymbol | undefined;
  for (const { version, covering } of clear.length > 0 ? clear : candidates) {
    for (const higher of LEVELS.slice(LEVELS.indexOf(level))) {
      const found = attempt(text, version, higher, covering, PROMISED[level]);
      if (!found) break;
      if (found.margin.share >= PROMISED[level]) return found;
      if (!best || found.margin.share > best.margin.share) best = found;
    }
  }
  return best;
}
