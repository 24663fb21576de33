const NUMERIC = 0;
const ALPHANUMERIC = 1;
const BYTE = 2;

/** Browsers have it, too. */
const UTF_8 = new TextEncoder();

export interface Segment {
  /** Index into the tables below. */
  mode: number;
  text: string;
}

const MODE_INDICATOR = [1, 2, 4] as const;
/** Bits of the character count by mode, for versions 1-9, 10-26 and 27-40. */
const COUNT_BITS = [
  [10, 12, 14],
  [9, 11, 13],
  [8, 16, 16],
] as const;

export const versionGroup = (version: number): number => (version < 10 ? 0 : version < 27 ? 1 : 2);

/** The characters of alphanumeric mode in the order of their values. */
const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const ALPHANUMERIC_VALUE = new Int8Array(128).fill(-1);
for (let i = 0; i < CHARACTERS.length; i++) ALPHANUMERIC_VALUE[CHARACTERS.charCodeAt(i)] = i;
const alphanumericValue = (unit: number): number => (unit < 128 ? (ALPHANUMERIC_VALUE[unit] as number) : -1);

/** Costs are in sixths of a bit, so that 10/3 and 11/2 bits are integers. */
const SIXTHS = 6;
const NEVER = 1e9;
const wholeBits = (cost: number): number => Math.ceil(cost / SIXTHS) * SIXTHS;

function unitCost(mode: number, unit: number): number {
  if (mode === BYTE) {
    if (unit < 0x80) return 8 * SIXTHS;
    // Each half of a surrogate pair accounts for two of its four bytes.
    if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) return 16 * SIXTHS;
    return 24 * SIXTHS;
  }
  const value = alphanumericValue(unit);
  if (mode === ALPHANUMERIC) return value < 0 ? NEVER : 33;
  return value < 0 || value > 9 ? NEVER : 20;
}

/** The mode of each UTF-16 unit for the fewest bits: a shortest path. */
function bestModes(text: string, group: number): Uint8Array {
  const head = COUNT_BITS.map((bits) => (4 + (bits[group] as number)) * SIXTHS);
  const came = new Uint8Array(text.length * 3);
  const cost = [...head];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const cheapest = i === 0 ? 0 : cheapestMode(cost);
    const changed = i === 0 ? NEVER : wholeBits(cost[cheapest] as number);
    for (let mode = 0; mode < 3; mode++) {
      const stay = cost[mode] as number;
      const change = changed + (head[mode] as number);
      came[i * 3 + mode] = change < stay ? cheapest : mode;
      cost[mode] = Math.min(stay, change) + unitCost(mode, unit);
    }
  }
  const modes = new Uint8Array(text.length);
  let mode = cheapestMode(cost);
  for (let i = text.length - 1; i >= 0; i--) {
    modes[i] = mode;
    mode = came[i * 3 + mode] as number;
  }
  return modes;
}

function cheapestMode(cost: number[]): number {
  let best = 0;
  for (let mode = 1; mode < 3; mode++) {
    if (wholeBits(cost[mode] as number) < wholeBits(cost[best] as number)) best = mode;
  }
  return best;
}

/** A lower bound of the text's bits in any segmentation: if it is too large, the text cannot fit. */
export function leastBits(text: string): number {
  let cost = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    cost += Math.min(unitCost(NUMERIC, unit), unitCost(ALPHANUMERIC, unit), unitCost(BYTE, unit));
  }
  return Math.floor(cost / SIXTHS);
}

/** Splits the text into the segments with the fewest bits for a group of versions. */
export function bestSegments(text: string, group: number): Segment[] {
  const modes = bestModes(text, group);
  const segments: Segment[] = [];
  for (let start = 0, end = 1; start < text.length; end++) {
    if (end < text.length && modes[end] === modes[start]) continue;
    segments.push({ mode: modes[start] as number, text: text.slice(start, end) });
    start = end;
  }
  return segments;
}

function bodyBits({ mode, text }: Segment): number {
  if (mode === BYTE) return UTF_8.encode(text).length * 8;
  return Math.ceil((text.length * (mode === ALPHANUMERIC ? 33 : 20)) / SIXTHS);
}

export const segmentBits = (segment: Segment, group: number): number =>
  4 + (COUNT_BITS[segment.mode]?.[group] as number) + bodyBits(segment);

/** Passes a segment's bits to `push(value, length)`, header first. */
export function writeSegment(
  { mode, text }: Segment,
  group: number,
  push: (value: number, length: number) => void,
): void {
  const bytes = mode === BYTE ? UTF_8.encode(text) : undefined;
  push(MODE_INDICATOR[mode] as number, 4);
  push(bytes?.length ?? text.length, COUNT_BITS[mode]?.[group] as number);
  if (bytes) {
    for (const byte of bytes) push(byte, 8);
  } else if (mode === NUMERIC) {
    for (let i = 0; i < text.length; i += 3) {
      const digits = text.slice(i, i + 3);
      push(Number(digits), digits.length * 3 + 1);
    }
  } else {
    const value = (i: number) => alphanumericValue(text.charCodeAt(i));
    for (let i = 0; i + 1 < text.length; i += 2) push(value(i) * 45 + value(i + 1), 11);
    if (text.length % 2) push(value(text.length - 1), 6);
  }
}
