import type { Level } from "../shared/vocabulary.ts";

/** The number of codewords per version, split into data and parity. */

/** Error correction codewords per block, versions 1 to 40 (ISO 18004, table 9). */
const PARITY: Record<Level, readonly number[]> = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
  Q: [
    13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  H: [
    17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
};

/** Blocks, versions 1 to 40 (same table). */
const BLOCKS: Record<Level, readonly number[]> = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
    20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
    35, 37, 38, 40, 43, 45, 47, 49,
  ],
  Q: [
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45,
    48, 51, 53, 56, 59, 62, 65, 68,
  ],
  H: [
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51,
    54, 57, 60, 63, 66, 70, 74, 77, 81,
  ],
};

/** Modules per side without the quiet zone. */
export const sideOf = (version: number): number => 17 + 4 * version;

/** Alignment patterns per side, including those that would overlap a finder pattern. */
export const alignmentsOf = (version: number): number => (version === 1 ? 0 : Math.floor(version / 7) + 2);

function dataModules(version: number): number {
  const side = sideOf(version);
  const finders = 3 * 8 * 8;
  const timing = 2 * (side - 16);
  const format = 2 * 15 + 1;
  const versions = version < 7 ? 0 : 2 * 18;
  const along = alignmentsOf(version);
  // Each has 25 modules; five of those on a timing line are counted there.
  const alignments = along && 25 * (along ** 2 - 3) - 2 * 5 * (along - 2);
  return side ** 2 - finders - timing - format - versions - alignments;
}

const CODEWORDS = Array.from({ length: 40 }, (_, i) => Math.floor(dataModules(i + 1) / 8));

export function blockLayout(version: number, level: Level) {
  const blocks = BLOCKS[level][version - 1] as number;
  const parity = PARITY[level][version - 1] as number;
  return { blocks, parity, data: (CODEWORDS[version - 1] as number) - blocks * parity };
}

export const capacityBits = (version: number, level: Level): number => blockLayout(version, level).data * 8;
