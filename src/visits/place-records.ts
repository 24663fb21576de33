/** Decodes an MMDB record at a known offset, and only the fields that describe a place. */
export type RecordReader = (offset: number) => unknown;

/** In the layouts that place-record.ts supports. */
const FIELDS: ReadonlySet<string> = new Set([
  ...["country", "country_code", "iso_code", "city", "names", "en"],
  ...["location", "latitude", "longitude"],
]);

const EXTENDED = 0;
const POINTER = 1;
const TEXT = 2;
const DOUBLE = 3;
const UINT16 = 5;
const UINT32 = 6;
const MAP = 7;
const INT32 = 8;
const ARRAY = 11;
const BOOLEAN = 14;
const FLOAT = 15;

/** Added to pointers of one, two, three and four bytes. */
const POINTER_BASE = [0, 2048, 526_336, 0];
/** Field names and large cities are stored once in the file and decoded once. */
const TEXTS_KEPT = 20_000;
/** Deeper than any supported layout: the file is damaged. */
const DEEPEST = 16;

/** Pointers count from `dataStart`. Throws on a damaged record. */
export function createRecordReader(bytes: Buffer, dataStart: number): RecordReader {
  const texts = new Map<number, string>();
  /** The position after the last value read. */
  let at = 0;

  /** An unsigned integer of this many bytes; never reads past the end of the file. */
  function uint(size: number): number {
    if (!(at + size <= bytes.length)) throw new Error("A record of places is damaged.");
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + bytes[at++]!;
    return value;
  }

  function sizeOf(control: number): number {
    const size = control & 31;
    if (size < 29) return size;
    if (size === 29) return 29 + uint(1);
    return size === 30 ? 285 + uint(2) : 65_821 + uint(3);
  }

  function begin(depth: number): number {
    if (depth > DEEPEST) throw new Error("A record of places is damaged.");
    return uint(1);
  }

  function typeOf(control: number): number {
    const type = control >> 5;
    if (type !== EXTENDED) return type;
    const extended = uint(1) + MAP;
    if (extended === MAP) throw new Error("A record of places is damaged.");
    return extended;
  }

  function read(depth: number): unknown {
    const control = begin(depth);
    const type = typeOf(control);
    if (type === POINTER) return pointed(control, depth);
    return valueOfType(type, sizeOf(control), depth);
  }

  function pointed(control: number, depth: number): unknown {
    const size = (control >> 3) & 3;
    const high = size === 3 ? 0 : control & 7;
    const target = dataStart + POINTER_BASE[size]! + high * 256 ** (size + 1) + uint(size + 1);
    const text = texts.get(target);
    if (text !== undefined) return text;
    const behind = at;
    at = target;
    const value = read(depth + 1);
    at = behind;
    if (typeof value === "string" && texts.size < TEXTS_KEPT) texts.set(target, value);
    return value;
  }

  function valueOfType(type: number, size: number, depth: number): unknown {
    if (type === MAP) return mapOf(size, depth);
    const start = at;
    pass(type, size, depth);
    switch (type) {
      case TEXT:
        return bytes.toString("utf8", start, at);
      case FLOAT:
        return bytes.readFloatBE(start);
      case DOUBLE:
        return bytes.readDoubleBE(start);
      case UINT16:
      case UINT32:
      case INT32:
        return wholeNumber(type, start, size);
      default:
        return null;
    }
  }

  /** Leading zeros are omitted, so only a four-byte integer can be negative. */
  function wholeNumber(type: number, start: number, size: number): number {
    at = start;
    const value = uint(size);
    return type === INT32 ? value | 0 : value;
  }

  function mapOf(size: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    for (let i = 0; i < size; i++) {
      const key = read(depth + 1);
      if (typeof key !== "string") throw new Error("A record of places is damaged.");
      if (FIELDS.has(key)) map[key] = read(depth + 1);
      else skip(depth + 1);
    }
    return map;
  }

  function skip(depth: number): void {
    const control = begin(depth);
    const type = typeOf(control);
    if (type === POINTER) at += ((control >> 3) & 3) + 1;
    else pass(type, sizeOf(control), depth);
  }

  /** Skips a value whose size was read. */
  function pass(type: number, size: number, depth: number): void {
    if (type === MAP) for (let i = 0; i < 2 * size; i++) skip(depth + 1);
    else if (type === ARRAY) for (let i = 0; i < size; i++) skip(depth + 1);
    else if (type !== BOOLEAN) at += size;
    if (at > bytes.length) throw new Error("A record of places is damaged.");
  }

  return (offset) => {
    at = offset;
    return read(0);
  };
}
