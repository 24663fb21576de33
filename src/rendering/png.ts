import { constants, deflateSync } from "node:zlib";
import { PACKED_CHUNK, takeOver } from "../shared/packed.ts";
import type { Color } from "./colors.ts";
import { SizeTooSmall } from "./errors.ts";
import { chunk, density, header, palette, SIGNATURE } from "./png-file.ts";
import { eachRun, type QrSymbol, QUIET_ZONE } from "./symbol.ts";

export interface PngOptions {
  /** Pixels per side including the quiet zone. */
  size: number;
  /** Printed width and height, written into the file if given. */
  millimetres?: number | undefined;
  foreground: Color;
  background: Color;
}

/** The smallest picture in which a module is a whole pixel. */
export const smallestSize = (symbol: QrSymbol): number => symbol.size + 2 * QUIET_ZONE;

const NO_FILTER = 0;
const UP_FILTER = 2;

/** Sets the bits from `from` up to `to`, counted from the top bit of the first byte. */
function setBits(bytes: Uint8Array, from: number, to: number): void {
  const first = from >> 3;
  const last = to >> 3;
  const head = 0xff >> (from & 7);
  const tail = 0xff & ~(0xff >> (to & 7));
  if (first === last) {
    bytes[first] = (bytes[first] as number) | (head & tail);
    return;
  }
  bytes[first] = (bytes[first] as number) | head;
  for (let i = first + 1; i < last; i++) bytes[i] = 0xff;
  if (tail) bytes[last] = (bytes[last] as number) | tail;
}

/** Reused: allocating half a megabyte each time is slow. */
let scratch = Buffer.alloc(0);

/**
 * The pixel data for compression: per line a filter byte, then one bit per pixel. Only the first line of a row of
 * modules is written. The others use the filter "up" and are all zeros: one long run for zlib.
 */
function pixelLines(symbol: QrSymbol, size: number, module: number): Buffer {
  const length = 1 + Math.ceil(size / 8);
  const margin = Math.floor((size - module * symbol.size) / 2);
  if (scratch.length < size * length) scratch = Buffer.alloc(size * length);
  const lines = scratch.subarray(0, size * length).fill(0);
  for (let y = 1; y < size; y++) lines[y * length] = UP_FILTER;
  for (let row = 0; row <= symbol.size; row++) lines[(margin + row * module) * length] = NO_FILTER;
  eachRun(symbol, (x, y, run) => {
    const start = ((margin + y * module) * length + 1) * 8 + margin + x * module;
    setBits(lines, start, start + run * module);
  });
  return lines;
}

/** Run-length strategy: zlib takes a third less time for a large picture. */
const compressed = (lines: Buffer): Buffer =>
  takeOver(deflateSync(lines, { strategy: constants.Z_RLE, chunkSize: PACKED_CHUNK }));

/** The symbol in two colours, exactly `size` pixels square, centred, every module whole pixels. */
export function renderPng(symbol: QrSymbol, options: PngOptions): Uint8Array {
  const { size, millimetres, foreground, background } = options;
  const module = Math.floor(size / smallestSize(symbol));
  if (module < 1) throw new SizeTooSmall(smallestSize(symbol));
  return Buffer.concat([
    SIGNATURE,
    header({ width: size, height: size, bits: 1, kind: 3 }),
    palette([background, foreground]),
    ...(millimetres === undefined ? [] : [density(size, millimetres)]),
    chunk("IDAT", compressed(pixelLines(symbol, size, module))),
    chunk("IEND"),
  ]);
}
