import { _BYTES, _ECC_BLOCKS, _GF256, _WORDS_PER_BLOCK, type ErrorCorrection } from "qr";
import { type Segment, versionGroup, writeSegment } from "./segments.ts";

/** How a version's codewords are shared out between data and error correction. */
function layout(version: number, level: ErrorCorrection) {
  const total = _BYTES[version - 1] as number;
  const blocks = _ECC_BLOCKS[level][version - 1] as number;
  const parity = _WORDS_PER_BLOCK[level][version - 1] as number;
  return { blocks, parity, data: total - blocks * parity };
}

export const capacityBits = (version: number, level: ErrorCorrection): number =>
  layout(version, level).data * 8;

/** Segments, terminator and padding as data codewords. */
function dataCodewords(segments: Segment[], version: number, count: number): Uint8Array {
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

/** For each parity length, every byte times every coefficient of the generator polynomial. */
const productTables = new Map<number, Uint8Array>();

function productTable(parity: number): Uint8Array {
  const known = productTables.get(parity);
  if (known) return known;
  const { exp, log } = _GF256;
  const times = (a: number, b: number): number =>
    a && b ? (exp[(log[a] as number) + (log[b] as number)] as number) : 0;
  const generator = new Uint8Array(parity);
  generator[parity - 1] = 1;
  for (let i = 0, root = 1; i < parity; i++, root = times(root, 2)) {
    for (let j = 0; j < parity; j++) {
      generator[j] = times(generator[j] as number, root) ^ (generator[j + 1] ?? 0);
    }
  }
  const table = new Uint8Array(256 * parity);
  for (let byte = 0; byte < 256; byte++) {
    for (let j = 0; j < parity; j++) table[byte * parity + j] = times(byte, generator[j] as number);
  }
  productTables.set(parity, table);
  return table;
}

/** Reed-Solomon: the remainder of the block divided by the generator polynomial. */
function parityOf(block: Uint8Array, parity: number): Uint8Array {
  const table = productTable(parity);
  const out = new Uint8Array(parity + 1);
  for (const byte of block) {
    const row = (byte ^ (out[0] as number)) * parity;
    for (let j = 0; j < parity; j++) {
      out[j] = (out[j + 1] as number) ^ (table[row + j] as number);
    }
  }
  return out.subarray(0, parity);
}

/** The symbol's codewords in the order in which they are placed: blocks interleaved. */
export function codewords(
  segments: Segment[],
  version: number,
  level: ErrorCorrection,
): Uint8Array {
  const { blocks, parity, data } = layout(version, level);
  const bytes = dataCodewords(segments, version, data);
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
