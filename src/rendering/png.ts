import { crc32 } from "node:zlib";
import type { Color } from "./colors.ts";
import { createDeflateBlock } from "./deflate.ts";
import { SizeTooSmall } from "./errors.ts";
import { eachRun, type QrSymbol, QUIET_ZONE } from "./symbol.ts";

export interface PngOptions {
  /** Pixels on a side, the quiet zone included. */
  size: number;
  foreground: Color;
  background: Color;
}

/** The smallest picture in which a module is a whole pixel. */
export const smallestSize = (symbol: QrSymbol): number => symbol.size + 2 * QUIET_ZONE;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);
const ADLER_BASE = 65521;

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

/**
 * The lines of pixels that differ, one after the other: a blank one, then one for each row of
 * modules. A line is a filter byte of zero and then a bit a pixel.
 */
function pixelLines(symbol: QrSymbol, length: number, module: number, margin: number): Uint8Array {
  const lines = new Uint8Array((1 + symbol.size) * length);
  eachRun(symbol, (x, y, run) => {
    const start = ((1 + y) * length + 1) * 8 + margin + x * module;
    setBits(lines, start, start + run * module);
  });
  return lines;
}

/** A zlib stream of lines of pixels, each named by where it starts and how often it stands. */
function createStream(lines: Uint8Array, length: number) {
  const block = createDeflateBlock();
  let above = -1;
  let a = 1;
  let b = 0;

  /** Adler-32 of a line that stands `times` times, from a single pass over it. */
  const checksum = (line: number, times: number) => {
    let sum = 0;
    let weighted = 0;
    for (let i = line; i < line + length; i++) {
      sum += lines[i] as number;
      weighted += sum;
    }
    b += times * (weighted + length * a) + length * sum * ((times * (times - 1)) / 2);
    a = (a + times * sum) % ADLER_BASE;
    b %= ADLER_BASE;
  };

  /** How many bytes at `i` equal those at `other`, up to the line's end. */
  const equal = (i: number, other: number, end: number): number => {
    let count = 0;
    while (i + count < end && lines[i + count] === lines[other + count]) count++;
    return count;
  };

  const writeOnce = (line: number) => {
    const end = line + length;
    for (let i = line; i < end; ) {
      const left = i > line ? equal(i, i - 1, end) : 0;
      const up = above >= 0 ? equal(i, above + i - line, end) : 0;
      const best = Math.max(left, up);
      if (best < 3) block.literal(lines[i++] as number);
      else {
        block.repeat(best, left >= up ? 1 : length);
        i += best;
      }
    }
  };

  return {
    write(line: number, times: number) {
      writeOnce(line);
      block.repeat((times - 1) * length, length);
      checksum(line, times);
      above = line;
    },
    finish(): Uint8Array[] {
      const check = Buffer.alloc(4);
      check.writeUInt32BE(b * 65536 + a);
      return [ZLIB_HEADER, block.finish(), check];
    },
  };
}

function chunk(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), ...parts]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(body.length - 4);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function header(size: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(size, 0);
  data.writeUInt32BE(size, 4);
  data[8] = 1; // bits a pixel
  data[9] = 3; // colours from a palette
  return chunk("IHDR", data);
}

const palette = (...colors: Color[]): Buffer =>
  chunk("PLTE", Buffer.from(colors.flatMap(({ red, green, blue }) => [red, green, blue])));

/** The symbol in two colours, exactly `size` pixels square, centred, every module whole pixels. */
export function renderPng(symbol: QrSymbol, options: PngOptions): Uint8Array {
  const { size, foreground, background } = options;
  const module = Math.floor(size / smallestSize(symbol));
  if (module < 1) throw new SizeTooSmall(smallestSize(symbol));
  const margin = Math.floor((size - module * symbol.size) / 2);
  const length = 1 + Math.ceil(size / 8);
  const stream = createStream(pixelLines(symbol, length, module, margin), length);
  stream.write(0, margin);
  for (let row = 1; row <= symbol.size; row++) stream.write(row * length, module);
  stream.write(0, size - margin - module * symbol.size);
  return Buffer.concat([
    SIGNATURE,
    header(size),
    palette(background, foreground),
    chunk("IDAT", ...stream.finish()),
    chunk("IEND"),
  ]);
}
