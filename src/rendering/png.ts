import { crc32 } from "node:zlib";
import type { Color } from "./colors.ts";
import {
  addLiteral,
  addRepeat,
  createDeflateBlock,
  type DeflateBlock,
  finishDeflate,
} from "./deflate.ts";
import { SizeTooSmall } from "./errors.ts";
import { eachRun, type QrSymbol, QUIET_ZONE } from "./symbol.ts";

export interface PngOptions {
  /** Pixels on a side, the quiet zone included. */
  size: number;
  /** The printed width and height, written into the picture when given. */
  millimetres?: number | undefined;
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
interface LineStream {
  lines: Uint8Array;
  length: number;
  block: DeflateBlock;
  above: number;
  /** The two halves of the Adler-32 checksum. */
  sum: number;
  sums: number;
}

/** The checksum after a line that stands `times` times, from a single pass over it. */
function checkLine(stream: LineStream, line: number, times: number): void {
  const { lines, length } = stream;
  let own = 0;
  let sums = 0;
  for (let i = line; i < line + length; i++) {
    own += lines[i] as number;
    sums += own;
  }
  const grown = times * (sums + length * stream.sum) + length * own * ((times * (times - 1)) / 2);
  stream.sums = (stream.sums + grown) % ADLER_BASE;
  stream.sum = (stream.sum + times * own) % ADLER_BASE;
}

/** How many bytes at `i` equal those at `other`, up to the line's end. */
function equalBytes(lines: Uint8Array, i: number, other: number, end: number): number {
  let count = 0;
  while (i + count < end && lines[i + count] === lines[other + count]) count++;
  return count;
}

function writeLine(stream: LineStream, line: number, times: number): void {
  const { lines, length, block, above } = stream;
  const end = line + length;
  for (let i = line; i < end; ) {
    const left = i > line ? equalBytes(lines, i, i - 1, end) : 0;
    const up = above >= 0 ? equalBytes(lines, i, above + i - line, end) : 0;
    const best = Math.max(left, up);
    if (best < 3) addLiteral(block, lines[i++] as number);
    else {
      addRepeat(block, best, left >= up ? 1 : length);
      i += best;
    }
  }
  addRepeat(block, (times - 1) * length, length);
  checkLine(stream, line, times);
  stream.above = line;
}

function finishStream({ block, sum, sums }: LineStream): Uint8Array[] {
  const check = Buffer.alloc(4);
  check.writeUInt32BE(sums * 65536 + sum);
  return [ZLIB_HEADER, finishDeflate(block), check];
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

/** Pixels a metre, both ways. */
function density(size: number, millimetres: number): Buffer {
  const data = Buffer.alloc(9);
  const dots = Math.round((size * 1000) / millimetres);
  data.writeUInt32BE(dots, 0);
  data.writeUInt32BE(dots, 4);
  data[8] = 1; // the unit is the metre
  return chunk("pHYs", data);
}

/** The symbol in two colours, exactly `size` pixels square, centred, every module whole pixels. */
export function renderPng(symbol: QrSymbol, options: PngOptions): Uint8Array {
  const { size, millimetres, foreground, background } = options;
  const module = Math.floor(size / smallestSize(symbol));
  if (module < 1) throw new SizeTooSmall(smallestSize(symbol));
  const margin = Math.floor((size - module * symbol.size) / 2);
  const length = 1 + Math.ceil(size / 8);
  const lines = pixelLines(symbol, length, module, margin);
  const stream = { lines, length, block: createDeflateBlock(), above: -1, sum: 1, sums: 0 };
  writeLine(stream, 0, margin);
  for (let row = 1; row <= symbol.size; row++) writeLine(stream, row * length, module);
  writeLine(stream, 0, size - margin - module * symbol.size);
  return Buffer.concat([
    SIGNATURE,
    header(size),
    palette(background, foreground),
    ...(millimetres === undefined ? [] : [density(size, millimetres)]),
    chunk("IDAT", ...finishStream(stream)),
    chunk("IEND"),
  ]);
}
