export type Mask = (x: number, y: number) => boolean;

/** The masks of ISO 18004, table 10: the data modules each inverts. */
export const MASKS: Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** All masks repeat every 12 modules in both directions, so the words of a row repeat every three. */
const PERIOD = 12;
const PERIOD_WORDS = 3;

/** A mask's rows up to where it repeats. */
export function maskWords(mask: Mask): Int32Array {
  const out = new Int32Array(PERIOD * PERIOD_WORDS);
  for (let y = 0; y < PERIOD; y++) {
    for (let x = 0; x < PERIOD_WORDS * 32; x++) {
      const at = y * PERIOD_WORDS + (x >>> 5);
      if (mask(x, y)) out[at] = (out[at] as number) | (1 << (x & 31));
    }
  }
  return out;
}

export const maskWord = (maskWords: Int32Array, word: number, y: number): number =>
  maskWords[(y % PERIOD) * PERIOD_WORDS + (word % PERIOD_WORDS)] as number;
