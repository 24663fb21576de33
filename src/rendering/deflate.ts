import { codeLengths, codesOf } from "./huffman.ts";

/**
 * A deflate block written from matches the caller already knows. A drawing repeats each row
 * many times over, and naming the repeats takes a fraction of the time zlib needs to find them.
 * Plain functions over plain data: they are called for every byte that differs.
 *
 * Tokens are numbers: a literal is its byte; a repeat holds its length in the lowest 9 bits, its
 * distance in the next 10, and above them how often it stands.
 */
export interface DeflateBlock {
  tokens: Uint32Array;
  count: number;
  /** Bytes that the tokens may take at most. */
  capacity: number;
  literalCounts: Uint32Array;
  distanceCounts: Uint32Array;
}

const DISTANCE_SHIFT = 9;
const TIMES_SHIFT = 19;
const MOST_TIMES = 2 ** (32 - TIMES_SHIFT) - 1;

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
  const counts = new Uint32Array(19);
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

interface Codes {
  codes: number[];
  lengths: number[];
}

function codesFor(counts: Uint32Array): Codes {
  const lengths = codeLengths(counts, 15);
  return { codes: codesOf(lengths), lengths };
}

const putSymbol = (writer: BitWriter, symbol: number, { codes, lengths }: Codes): void =>
  put(writer, codes[symbol] as number, lengths[symbol] as number);

/** Sends a length or a distance: the code of its symbol, then its extra bits. */
function putValue(writer: BitWriter, value: number, table: typeof LENGTHS, by: Codes): void {
  const symbol = table.symbols[value] as number;
  const length = by.lengths[symbol] as number;
  const extra = value - (table.bases[value] as number);
  const code = (by.codes[symbol] as number) | (extra << length);
  put(writer, code, length + (table.extras[value] as number));
}

export function createDeflateBlock(): DeflateBlock {
  const literalCounts = new Uint32Array(286);
  literalCounts[END_OF_BLOCK] = 1;
  const distanceCounts = new Uint32Array(30);
  return { tokens: new Uint32Array(1024), count: 0, capacity: 512, literalCounts, distanceCounts };
}

function add(block: DeflateBlock, token: number): void {
  if (block.count === block.tokens.length) {
    const larger = new Uint32Array(2 * block.count);
    larger.set(block.tokens);
    block.tokens = larger;
  }
  block.tokens[block.count++] = token;
}

export function addLiteral(block: DeflateBlock, byte: number): void {
  add(block, byte);
  block.capacity += 2;
  (block.literalCounts[byte] as number)++;
}

function addMatch(block: DeflateBlock, length: number, distance: number, times: number): void {
  const symbol = LENGTHS.symbols[length] as number;
  const distanceSymbol = DISTANCES.symbols[distance] as number;
  (block.literalCounts[symbol] as number) += times;
  (block.distanceCounts[distanceSymbol] as number) += times;
  block.capacity += 6 * times;
  for (let left = times; left > 0; left -= MOST_TIMES) {
    const part = Math.min(left, MOST_TIMES);
    add(block, (part << TIMES_SHIFT) | (distance << DISTANCE_SHIFT) | length);
  }
}

/** Repeats `length` bytes (3 or more, or none) from `distance` back; at most 512 back. */
export function addRepeat(block: DeflateBlock, length: number, distance: number): void {
  let whole = Math.floor(length / LONGEST);
  let rest = length - whole * LONGEST;
  // No match is shorter than three bytes: give such a rest a longer share.
  if (rest > 0 && rest < 3 && whole > 0) {
    whole--;
    rest += LONGEST - 3;
    addMatch(block, 3, distance, 1);
  }
  if (whole > 0) addMatch(block, LONGEST, distance, whole);
  if (rest > 0) addMatch(block, rest, distance, 1);
}

/** The block as a whole deflate stream. */
export function finishDeflate({ tokens, count, capacity, ...counts }: DeflateBlock): Uint8Array {
  const literals = codesFor(counts.literalCounts);
  const distances = codesFor(counts.distanceCounts);
  const writer = { out: Buffer.allocUnsafe(capacity), at: 0, hold: 0, held: 0 };
  putHeader(writer, literals.lengths, distances.lengths);
  for (let i = 0; i < count; i++) {
    const token = tokens[i] as number;
    if (token < 256) putSymbol(writer, token, literals);
    for (let left = token >>> TIMES_SHIFT; left > 0; left--) {
      putValue(writer, token & 0x1ff, LENGTHS, literals);
      putValue(writer, (token >>> DISTANCE_SHIFT) & 0x3ff, DISTANCES, distances);
    }
  }
  putSymbol(writer, END_OF_BLOCK, literals);
  put(writer, 0, 7); // to the end of the byte
  return writer.out.subarray(0, writer.at);
}
