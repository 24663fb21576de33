import { codeLengths, codesOf } from "./huffman.ts";

/**
 * A deflate block written from matches the caller already knows. A drawing repeats each row
 * many times over, so naming the repeats beats letting zlib search for them, by ten to one.
 */
export interface DeflateBlock {
  literal(byte: number): void;
  /** Repeats `length` bytes (3 or more, or none) from `distance` back; at most 512 back. */
  repeat(length: number, distance: number): void;
  /** The block, as a whole deflate stream. */
  finish(): Uint8Array;
}

const LONGEST = 258;
const FARTHEST = 512;
const END_OF_BLOCK = 256;

/** Symbol and number of extra bits for each value, from the first value of each symbol. */
function valueTable(first: number, last: number, symbolBase: number, perDoubling: number) {
  const symbols = new Uint16Array(last + 1);
  const extras = new Uint8Array(last + 1);
  const bases = new Uint16Array(last + 1);
  let value = first;
  for (let symbol = 0; value <= last; symbol++) {
    const extra = Math.max(0, Math.floor(symbol / perDoubling) - 1);
    const base = value;
    for (; value < base + (1 << extra) && value <= last; value++) {
      symbols[value] = symbolBase + symbol;
      extras[value] = extra;
      bases[value] = base;
    }
  }
  return { symbols, extras, bases };
}

const LENGTHS = valueTable(3, LONGEST, 257, 4);
// The longest length has a symbol of its own, without extra bits.
LENGTHS.symbols[LONGEST] = 285;
LENGTHS.extras[LONGEST] = 0;
LENGTHS.bases[LONGEST] = LONGEST;
const DISTANCES = valueTable(1, FARTHEST, 0, 2);

/** The order in which the lengths of the code-length code are sent. */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Bits written from the lowest up, as deflate packs them. */
interface BitWriter {
  out: Buffer;
  at: number;
  hold: number;
  held: number;
}

/** At most 24 bits at a time. */
function put(writer: BitWriter, value: number, bits: number): void {
  let hold = writer.hold | (value << writer.held);
  let held = writer.held + bits;
  for (; held >= 8; held -= 8) {
    writer.out[writer.at++] = hold & 255;
    hold >>>= 8;
  }
  writer.hold = hold;
  writer.held = held;
}

/** Code lengths in brief: long runs of zero become the symbols 17 and 18. */
function briefLengths(lengths: number[]): { symbol: number; extra: number; bits: number }[] {
  const out = [];
  for (let i = 0; i < lengths.length; ) {
    let run = 0;
    while (run < 138 && lengths[i + run] === 0) run++;
    if (run >= 11) out.push({ symbol: 18, extra: run - 11, bits: 7 });
    else if (run >= 3) out.push({ symbol: 17, extra: run - 3, bits: 3 });
    else out.push({ symbol: lengths[i] as number, extra: 0, bits: 0 });
    i += run >= 3 ? run : 1;
  }
  return out;
}

const zeros = (length: number): number[] => new Array<number>(length).fill(0);

function usedLength(lengths: number[]): number {
  let length = lengths.length;
  while (length > 0 && lengths[length - 1] === 0) length--;
  return length;
}

function putHeader(writer: BitWriter, literals: number[], distances: number[]): void {
  const literalCount = Math.max(257, usedLength(literals));
  const distanceCount = Math.max(1, usedLength(distances));
  const brief = briefLengths(
    literals.slice(0, literalCount).concat(distances.slice(0, distanceCount)),
  );
  const counts = zeros(19);
  for (const { symbol } of brief) (counts[symbol] as number)++;
  const lengths = codeLengths(counts, 7);
  const codes = codesOf(lengths);
  const kept = CODE_LENGTH_ORDER.findLastIndex((symbol) => lengths[symbol]) + 1;
  put(writer, 0b101, 3); // the last block, with its own codes
  put(writer, literalCount - 257, 5);
  put(writer, distanceCount - 1, 5);
  put(writer, kept - 4, 4);
  for (const symbol of CODE_LENGTH_ORDER.slice(0, kept)) put(writer, lengths[symbol] as number, 3);
  for (const { symbol, extra, bits } of brief) {
    put(writer, codes[symbol] as number, lengths[symbol] as number);
    put(writer, extra, bits);
  }
}

/** What a value is sent as: the code of its symbol with its extra bits above it. */
function sent(value: number, table: typeof LENGTHS, codes: number[], lengths: number[]) {
  const symbol = table.symbols[value] as number;
  const length = lengths[symbol] as number;
  const extra = value - (table.bases[value] as number);
  return {
    code: (codes[symbol] as number) | (extra << length),
    bits: length + (table.extras[value] as number),
  };
}

export function createDeflateBlock(): DeflateBlock {
  /** A literal is its byte; a repeat is distance * 512 + length; each stands `times` times. */
  const tokens: number[] = [];
  const times: number[] = [];
  const literalCounts = zeros(286);
  const distanceCounts = zeros(30);
  literalCounts[END_OF_BLOCK] = 1;

  const literal = (byte: number) => {
    tokens.push(byte);
    times.push(1);
    (literalCounts[byte] as number)++;
  };
  const match = (length: number, distance: number, count: number) => {
    const symbol = LENGTHS.symbols[length] as number;
    const distanceSymbol = DISTANCES.symbols[distance] as number;
    tokens.push((distance << 9) | length);
    times.push(count);
    literalCounts[symbol] = (literalCounts[symbol] as number) + count;
    distanceCounts[distanceSymbol] = (distanceCounts[distanceSymbol] as number) + count;
  };
  const repeat = (length: number, distance: number) => {
    let whole = Math.floor(length / LONGEST);
    let rest = length - whole * LONGEST;
    // No match is shorter than three bytes: give such a rest a longer share.
    if (rest > 0 && rest < 3 && whole > 0) {
      whole--;
      rest += LONGEST - 3;
      match(3, distance, 1);
    }
    if (whole > 0) match(LONGEST, distance, whole);
    if (rest > 0) match(rest, distance, 1);
  };
  const finish = () => {
    const literalLengths = codeLengths(literalCounts, 15);
    const distanceLengths = codeLengths(distanceCounts, 15);
    const literalCodes = codesOf(literalLengths);
    const distanceCodes = codesOf(distanceLengths);
    const count = times.reduce((sum, each) => sum + each, 0);
    const writer = { out: Buffer.allocUnsafe(count * 6 + 512), at: 0, hold: 0, held: 0 };
    putHeader(writer, literalLengths, distanceLengths);
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i] as number;
      if (token < 256) {
        put(writer, literalCodes[token] as number, literalLengths[token] as number);
        continue;
      }
      const length = sent(token & 511, LENGTHS, literalCodes, literalLengths);
      const distance = sent(token >> 9, DISTANCES, distanceCodes, distanceLengths);
      for (let left = times[i] as number; left > 0; left--) {
        put(writer, length.code, length.bits);
        put(writer, distance.code, distance.bits);
      }
    }
    put(writer, literalCodes[END_OF_BLOCK] as number, literalLengths[END_OF_BLOCK] as number);
    put(writer, 0, 7); // to the end of the byte
    return writer.out.subarray(0, writer.at);
  };
  return { literal, repeat, finish };
}
