import assert from "node:assert/strict";
import type { Png } from "./pictures.ts";

/** Reads modules, level, version and mask back from a drawn picture, by the rules of the QR standard. */

export interface Modules {
  size: number;
  dark(x: number, y: number): 0 | 1;
}

export interface Layout extends Modules {
  /** Pixels a module. */
  module: number;
  margin: { left: number; top: number; right: number; bottom: number };
}

/** Finds the symbol in the picture and checks that every module is a whole square of pixels. */
export function layoutOf({ size, pixels }: Png): Layout {
  const first = pixels.indexOf(1);
  const top = Math.floor(first / size);
  const left = first % size;
  let right = 0;
  for (let y = 0; y < size; y++) {
    right = Math.max(right, pixels.subarray(y * size, (y + 1) * size).lastIndexOf(1));
  }
  const bottom = Math.floor(pixels.lastIndexOf(1) / size);
  // The top edge of the first finder pattern is seven modules wide.
  let edge = left;
  while (pixels[top * size + edge] === 1) edge++;
  const module = (edge - left) / 7;
  const modules = (right + 1 - left) / module;
  assert.ok(Number.isInteger(module), "whole pixels a module");
  assert.equal((modules - 17) % 4, 0);
  assert.equal((bottom + 1 - top) / module, modules, "square");
  const dark = (x: number, y: number) => pixels[(top + y * module) * size + left + x * module] as 0 | 1;
  for (let y = 0; y < modules * module; y++) {
    for (let x = 0; x < modules * module; x++) {
      const pixel = pixels[(top + y) * size + left + x];
      if (pixel !== dark(Math.floor(x / module), Math.floor(y / module))) {
        assert.fail(`a ragged module at ${x}, ${y}`);
      }
    }
  }
  const margin = { left, top, right: size - right - 1, bottom: size - bottom - 1 };
  return { size: modules, module, dark, margin };
}

/** Remainder of a polynomial division over bits: zero for a valid code word. */
function remainder(word: number, generator: number): number {
  let rest = word;
  const degree = 31 - Math.clz32(generator);
  while (rest >= 1 << degree) rest ^= generator << (31 - Math.clz32(rest) - degree);
  return rest;
}

function formatWords({ size, dark }: Modules): [number, number] {
  const range = (length: number) => Array.from({ length }, (_, i) => i);
  const last = size - 1;
  const beside = [
    ...range(6).map((x) => dark(x, 8)),
    dark(7, 8),
    dark(8, 8),
    dark(8, 7),
    ...range(6).map((i) => dark(8, 5 - i)),
  ];
  const apart = [...range(7).map((i) => dark(8, last - i)), ...range(8).map((i) => dark(last - 7 + i, 8))];
  const word = (bits: number[]) => bits.reduce((sum, bit) => sum * 2 + bit, 0);
  return [word(beside), word(apart)];
}

function statedVersion({ size, dark }: Modules): number {
  let upright = 0;
  let across = 0;
  for (let i = 17; i >= 0; i--) {
    const far = size - 11 + (i % 3);
    const near = Math.floor(i / 3);
    upright = upright * 2 + dark(far, near);
    across = across * 2 + dark(near, far);
  }
  assert.equal(upright, across, "both copies of the version");
  assert.equal(remainder(upright, 0b1111100100101), 0, "a valid version word");
  return upright >> 12;
}

export function readFormat(modules: Modules): { level: string; mask: number; version: number } {
  const [first, second] = formatWords(modules);
  assert.equal(first, second, "both copies of the format");
  const word = first ^ 0b101010000010010;
  assert.equal(remainder(word, 0b10100110111), 0, "a valid format word");
  const version = (modules.size - 17) / 4;
  if (version >= 7) assert.equal(statedVersion(modules), version);
  assert.equal(modules.dark(8, modules.size - 8), 1, "the dark module");
  const level = ["M", "L", "H", "Q"][word >> 13] as string;
  return { level, mask: (word >> 10) & 7, version };
}
