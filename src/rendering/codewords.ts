import type { Level } from "../shared/vocabulary.ts";
import { blockLayout } from "./capacity.ts";
import { parityOf } from "./reed-solomon.ts";
import { type Segment, versionGroup, writeSegment } from "./segments.ts";

/** Segments, terminator and padding as data codewords. */
export function dataCodewords(segments: Segment[], version: number, count: number): Uint8Array {
  const out = new Uint8Array(count);
  let pending = 0;
  let bits = 0;
  let at = 0;
  const push = (value: number, length: number) => {
    pending = (pending << length) | value;
    for (bits += length; bits >= 8; ) {
      bits -= 8;
      out[at++] = pending >>> bits;
    }
    pending &= 0xff;
  };
  for (const segment of segments) writeSegment(segment, versionGroup(version), push);
  push(0, Math.min(4, count * 8 - (at * 8 + bits)));
  if (bits > 0) push(0, 8 - bits);
  for (let pad = 0xec; at < count; pad ^= 0xec ^ 0x11) out[at++] = pad;
  return out;
}

/** A block of a symbol: its data codewords and the positions of all its codewords. */
export interface Block {
  /** The first of its data codewords, in text order. */
  start: number;
  /** Positions of its data codewords, then of its parity, in the interleaved symbol. */
  places: number[];
  data: number;
}

export function blocksOf(version: number, level: Level): Block[] {
  const { blocks, parity, data } = blockLayout(version, level);
  const short = Math.floor(data / blocks);
  const firstLong = blocks - (data % blocks);
  let start = 0;
  return Array.from({ length: blocks }, (_, block) => {
    const length = short + (block < firstLong ? 0 : 1);
    const places = Array.from({ length }, (_, i) =>
      i < short ? i * blocks + block : short * blocks + block - firstLong,
    );
    for (let i = 0; i < parity; i++) places.push(data + i * blocks + block);
    start += length;
    return { start: start - length, places, data: length };
  });
}

/** Data codewords in placement order with their parity: interleaved blocks. */
export function interleaved(bytes: Uint8Array, version: number, level: Level): Uint8Array {
  const { blocks, parity, data } = blockLayout(version, level);
  const out = new Uint8Array(data + blocks * parity);
  const short = Math.floor(data / blocks);
  const firstLong = blocks - (data % blocks);
  for (let block = 0, start = 0; block < blocks; block++) {
    const length = short + (block < firstLong ? 0 : 1);
    const part = bytes.subarray(start, start + length);
    start += length;
    for (let i = 0; i < short; i++) out[i * blocks + block] = part[i] as number;
    if (length > short) out[short * blocks + block - firstLong] = part[short] as number;
    const check = parityOf(part, parity);
    for (let i = 0; i < parity; i++) out[data + i * blocks + block] = check[i] as number;
  }
  return out;
}

export const codewords = (segments: Segment[], version: number, level: Level): Uint8Array =>
  interleaved(dataCodewords(segments, version, blockLayout(version, level).data), version, level);
