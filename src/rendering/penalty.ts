import type { BitMatrix } from "./bits.ts";

/**
 * Penalty points of ISO 18004, 7.8.3: the lower, the easier a symbol is to read. Each rule works along columns, 32 at a
 * time (one word); rows are the columns of the transpose.
 */

/** The number of ones in 32 bits: sums of 2, then 4, then 8 bits side by side. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A mask of the symbol's first `columns` columns within this word. */
const columnsIn = (word: number, columns: number): number =>
  columns >= 32 * (word + 1) ? -1 : (1 << (columns & 31)) - 1;

/** Three points for a run of five modules of one colour, and one for each further module. */
function runPoints({ size, words, bits }: BitMatrix): number {
  let points = 0;
  for (let word = 0; word < words; word++) {
    const inside = columnsIn(word, size);
    let row = bits[word] as number;
    // Ones where a module differs from the one above it, for the last four rows.
    let [up1, up2, up3, up4] = [-1, -1, -1, -1];
    for (let at = word + words; at < bits.length; at += words) {
      const next = bits[at] as number;
      const change = row ^ next;
      const five = ~(change | up1 | up2 | up3) & inside;
      // The first five of a run give three points, each further five (overlapping) one.
      if (five) points += countOnes(five) + 2 * countOnes(five & up4);
      up4 = up3;
      up3 = up2;
      up2 = up1;
      up1 = change;
      row = next;
    }
  }
  return points;
}

/** Three points for each 2x2 block of one colour. */
function blockPoints({ size, words, bits }: BitMatrix): number {
  let blocks = 0;
  for (let word = 0; word < words; word++) {
    const inside = columnsIn(word, size - 1);
    const last = word === words - 1;
    for (let at = word; at + words < bits.length; at += words) {
      const row = bits[at] as number;
      const below = bits[at + words] as number;
      // The neighbouring columns; after the last word there are none.
      const nextRow = (row >>> 1) | (last ? 0 : (bits[at + 1] as number) << 31);
      const nextBelow = (below >>> 1) | (last ? 0 : (bits[at + words + 1] as number) << 31);
      const mixed = (row ^ below) | (row ^ nextRow) | (row ^ nextBelow);
      blocks += countOnes(~mixed & inside);
    }
  }
  return 3 * blocks;
}

/** Ten points per 5 % by which the share of dark modules deviates from one half, the first 5 % free. */
function balancePoints({ size, bits }: BitMatrix): number {
  let dark = 0;
  for (let i = 0; i < bits.length; i++) dark += countOnes(bits[i] as number);
  const total = size * size;
  return 10 * Math.max(0, Math.ceil(Math.abs(20 * dark - 10 * total) / total) - 1);
}

/**
 * Forty points for each look-alike of a finder pattern: dark, light, 3 dark, light, dark, with four light modules
 * before it, and again for four after it. Only modules of the symbol count.
 */
function finderPoints({ size, words, bits }: BitMatrix): number {
  const row = (at: number, distance: number) => bits[at + distance * words] as number;
  const light = (at: number, from: number) =>
    ~(row(at, from) | row(at, from + 1) | row(at, from + 2) | row(at, from + 3));
  const end = (size - 6) * words;
  let patterns = 0;
  for (let at = 0; at < end; at++) {
    const ends = row(at, 0) & ~row(at, 1) & ~row(at, 5) & row(at, 6);
    const found = ends & row(at, 2) & row(at, 3) & row(at, 4);
    if (found === 0) continue;
    if (at >= 4 * words) patterns += countOnes(found & light(at, -4));
    if (at < end - 4 * words) patterns += countOnes(found & light(at, 7));
  }
  return 40 * patterns;
}

/** The penalty of a symbol and its transpose. Stops early once it reaches `limit`. */
export function penalty(rows: BitMatrix, columns: BitMatrix, limit: number): number {
  const runs = runPoints(rows) + runPoints(columns);
  if (runs >= limit) return runs;
  const most = runs + blockPoints(rows) + balancePoints(rows);
  return most >= limit ? most : most + finderPoints(rows) + finderPoints(columns);
}
