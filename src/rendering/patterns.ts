import type { Level } from "../shared/vocabulary.ts";
import { alignmentsOf, sideOf } from "./capacity.ts";

/** The parts of a symbol that do not depend on its text: patterns, version, level and mask. */

/** A data module. */
export const DATA = -1;

/** The level in the format information. */
const LEVEL_BITS: Record<Level, number> = { L: 1, M: 0, Q: 3, H: 2 };

/** The value followed by its BCH check bits. */
function withCheckBits(value: number, generator: number): number {
  const topBit = (word: number) => 31 - Math.clz32(word);
  const degree = topBit(generator);
  let rest = value << degree;
  while (topBit(rest) >= degree) rest ^= generator << (topBit(rest) - degree);
  return (value << degree) | rest;
}

const isSet = (word: number, bit: number): 0 | 1 => (((word >> bit) & 1) === 1 ? 1 : 0);

interface Module {
  x: number;
  y: number;
  dark: 0 | 1;
}

/** The format information (level and mask) next to the finder patterns. */
export function formatModules(side: number, level: Level, mask: number): Module[] {
  // The final mask prevents all bits from being light.
  const word = withCheckBits((LEVEL_BITS[level] << 3) | mask, 0b10100110111) ^ 0b101010000010010;
  return Array.from({ length: 15 }, (_, i) => {
    const dark = isSet(word, i);
    const beside = i < 8 ? { x: 8, y: i < 6 ? i : i + 1 } : { x: i === 8 ? 7 : 14 - i, y: 8 };
    const apart = i < 8 ? { x: side - 1 - i, y: 8 } : { x: 8, y: side - 15 + i };
    return [
      { ...beside, dark },
      { ...apart, dark },
    ];
  }).flat();
}

/** Centres of the alignment patterns along a side: 6, the last, and even steps between. */
function alignmentCentres(version: number): number[] {
  const count = alignmentsOf(version);
  if (count === 0) return [];
  const step = 2 * Math.floor((8 * version + 3 * count + 5) / (4 * count - 4));
  const last = sideOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)];
}

/** The centres of a version's alignment patterns. */
export function alignmentsAt(version: number): { x: number; y: number }[] {
  const centres = alignmentCentres(version);
  const last = sideOf(version) - 7;
  const isInEye = (x: number, y: number) => (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
  return centres.flatMap((y) => centres.map((x) => ({ x, y }))).filter(({ x, y }) => !isInEye(x, y));
}

/** The modules row by row: light 0, dark 1, or DATA. Format modules are left light. */
export function drawPatterns(version: number): Int8Array {
  const side = sideOf(version);
  const modules = new Int8Array(side * side).fill(DATA);
  const set = (x: number, y: number, dark: number) => {
    if (x >= 0 && x < side && y >= 0 && y < side) modules[y * side + x] = dark;
  };
  const rings = (cx: number, cy: number, dark: number[]) => {
    for (let dy = 1 - dark.length; dy < dark.length; dy++) {
      for (let dx = 1 - dark.length; dx < dark.length; dx++) {
        set(cx + dx, cy + dy, dark[Math.max(Math.abs(dx), Math.abs(dy))] as number);
      }
    }
  };

  // Rings from the centre outwards; the last of a finder pattern is its separator.
  rings(3, 3, [1, 1, 0, 1, 0]);
  rings(side - 4, 3, [1, 1, 0, 1, 0]);
  rings(3, side - 4, [1, 1, 0, 1, 0]);
  for (const { x, y } of alignmentsAt(version)) rings(x, y, [1, 0, 1]);
  for (let i = 8; i < side - 8; i++) {
    set(i, 6, 1 - (i % 2));
    set(6, i, 1 - (i % 2));
  }
  for (const { x, y } of formatModules(side, "L", 0)) set(x, y, 0);
  set(8, side - 8, 1);
  if (version < 7) return modules;
  const stated = withCheckBits(version, 0b1111100100101);
  for (let i = 0; i < 18; i++) {
    const [far, near] = [side - 11 + (i % 3), Math.floor(i / 3)];
    set(far, near, isSet(stated, i));
    set(near, far, isSet(stated, i));
  }
  return modules;
}
