/** A square matrix of modules, one bit each. */
export interface BitMatrix {
  /** Modules per side. */
  size: number;
  /** 32-bit words per row; module x is bit x % 32 of word x / 32. */
  words: number;
  bits: Int32Array;
}

const wordsOf = (size: number): number => Math.ceil(size / 32);

export function createMatrix(size: number): BitMatrix {
  const words = wordsOf(size);
  return { size, words, bits: new Int32Array(size * words) };
}

/** A module as one number: the index of its word, then five bits for its position in it. */
export const moduleIndex = (size: number, x: number, y: number): number => y * wordsOf(size) * 32 + x;

/** Makes a light module dark if `bit` is 1. Branch-free: data is random, and mispredicted branches are expensive. */
export function draw(bits: Int32Array, index: number, bit: number): void {
  const word = index >>> 5;
  bits[word] = (bits[word] as number) | (bit << (index & 31));
}

export const isDark = ({ bits, words }: BitMatrix, x: number, y: number): boolean =>
  (((bits[y * words + (x >>> 5)] as number) >>> (x & 31)) & 1) === 1;
