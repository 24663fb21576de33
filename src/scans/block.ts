/**
 * Scans of one code in one UTC month, in order of time, packed into a row of scan_blocks:
 *
 * - `runs`: quarters of an hour with their counts. Rows are in order of time, so a run is also a range of rows, and any
 *   zone's days and hours are ranges of rows.
 * - `facts`: a column for each thing that is known of a scan, with the values that occur, and for each scan which of them.
 *   A column that has nothing to say is missing.
 * - `ids`: what gives back the exact time and the id of each scan.
 *
 * Each begins with a checksum, since reports do not read all of them.
 *
 * The times, ids and combinations of *forgotten* scans, which come first, are gone (SCAN_RETENTION_DAYS): they have no
 * `ids`, and within a UTC day each of their columns is sorted by itself. Totals and counts by value stay exact.
 */
import { crc32 } from "node:zlib";
import { DAY_MS, dayOf, firstDayOf, monthOf, QUARTER_MS, quarterOf } from "../shared/days.ts";
import { type ByteReader, createByteReader, createByteWriter } from "./bytes.ts";
import { emptyColumns, FACT_NAMES, FACTS, type Fact, ID_BYTES, type ScanColumns, timeIn } from "./columns.ts";

/** To pack a full block takes some 15 ms, for which nobody else can write on SQLite. */
export const MAX_IN_BLOCK = 16_384;

export interface BlockKey {
  codeNum: number;
  month: number;
  n: number;
}

export interface PackedBlock {
  count: number;
  runs: Uint8Array;
  facts: Uint8Array;
  ids: Uint8Array;
}

export const monthAt = (ms: number): number => monthOf(dayOf(ms));
const beginOf = (month: number): number => firstDayOf(month) * DAY_MS;

/** Packs scans that are in order and of one month. */
export function packBlock(columns: ScanColumns, month: number): PackedBlock {
  const [runs, facts, ids] = [packRuns(columns, month), packFacts(columns), packIds(columns, month)];
  return { count: columns.count, runs: sealed(runs, month), facts: sealed(facts, month), ids: sealed(ids, month) };
}

/** A part that has nothing to say is its checksum alone. */
export const CHECKSUM_BYTES = 4;

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

/** The checksum is also of the month, so that a block is not taken for one of another month. */
function sealed(bytes: Uint8Array, month: number): Uint8Array {
  const packed = new Uint8Array(CHECKSUM_BYTES + bytes.length);
  packed.set(bytes, CHECKSUM_BYTES);
  viewOf(packed).setUint32(0, crc32(bytes, month));
  return packed;
}

/** The size of parts that are read. */
export const bytesIn = (...parts: unknown[]): number =>
  parts.reduce<number>((sum, part) => sum + (part instanceof Uint8Array ? part.length : 0), 0);

/** The bytes of a block are not those that were packed. */
export class DamagedBlock extends Error {}

function opened(packed: Uint8Array, month: number): Uint8Array {
  // Whoever changes a database by hand may put anything there.
  if (!(packed instanceof Uint8Array)) throw new DamagedBlock("A part of it is not bytes.");
  const bytes = packed.subarray(CHECKSUM_BYTES);
  if (packed.length < CHECKSUM_BYTES || viewOf(packed).getUint32(0) !== crc32(bytes, month)) {
    throw new DamagedBlock("Its checksum is wrong.");
  }
  return bytes;
}

function packRuns({ count, forgotten, at, ids }: ScanColumns, month: number): Uint8Array {
  const writer = createByteWriter();
  let [least, most] = [0, 0];
  for (let i = forgotten; i < count; i++) {
    const ahead = timeIn(ids, i * ID_BYTES) - at[i]!;
    if (i === forgotten || ahead < least) least = ahead;
    if (i === forgotten || ahead > most) most = ahead;
  }
  writer.varint(forgotten);
  writer.signed(least);
  writer.varint(most - least);
  let before = quarterOf(beginOf(month));
  for (let from = 0; from < count; ) {
    const quarter = quarterOf(at[from]!);
    let to = from + 1;
    while (to < count && quarterOf(at[to]!) === quarter) to++;
    writer.varint(quarter - before);
    writer.varint(to - from);
    before = quarter;
    from = to;
  }
  return writer.written();
}

export interface Runs {
  /** Quarters of an hour since 1970, in order. */
  quarters: number[];
  /** The first row of each, and at the end the number of rows. */
  rows: number[];
  forgotten: number;
  /** The times in ids are this much after those of their scans, at least and at most. */
  ahead: [least: number, most: number];
}

/** Throws DamagedBlock if they are not as they were packed; the same of the other columns. */
export function unpackRuns(packed: Uint8Array, month: number): Runs {
  const reader = createByteReader(opened(packed, month));
  const forgotten = reader.varint();
  const least = reader.signed();
  const runs: Runs = { quarters: [], rows: [0], forgotten, ahead: [least, least + reader.varint()] };
  let quarter = quarterOf(beginOf(month));
  let row = 0;
  while (!reader.isAtEnd()) {
    quarter += reader.varint();
    row += reader.varint();
    runs.quarters.push(quarter);
    runs.rows.push(row);
  }
  return runs;
}

function packFacts(columns: ScanColumns): Uint8Array {
  const writer = createByteWriter();
  for (const name of FACT_NAMES) {
    const index = new Map<number, number>();
    for (const value of columns[name]) if (!index.has(value)) index.set(value, 0);
    const values = Uint32Array.from(index.keys()).sort();
    const saysNothing = values.length === 1 && values[0] === 0 && (name === "placement" || name === "route");
    if (values.length === 0 || saysNothing) continue;
    const part = createByteWriter();
    part.varint(values.length);
    let before = 0;
    for (const [i, value] of values.entries()) {
      index.set(value, i);
      part.varint(value - before);
      before = value;
    }
    if (values.length > 1) part.bytes(indexesOf(columns[name], index));
    writer.varint(FACTS[name]);
    writer.part(part.written());
  }
  return writer.written();
}

const ONE_BYTE = 256;

function indexesOf(column: Uint32Array, index: ReadonlyMap<number, number>): Uint8Array {
  const isNarrow = index.size <= ONE_BYTE;
  const bytes = new Uint8Array(isNarrow ? column.length : 2 * column.length);
  for (let i = 0; i < column.length; i++) {
    const at = index.get(column[i]!)!;
    if (isNarrow) bytes[i] = at;
    else {
      bytes[2 * i] = at % ONE_BYTE;
      bytes[2 * i + 1] = at >> 8;
    }
  }
  return bytes;
}

/** A column of facts. */
export interface FactColumn {
  /** In order. */
  values: Uint32Array;
  /** Which of the values each row has. */
  indexes: Uint8Array | Uint16Array;
}

export function unpackFacts(packed: Uint8Array, count: number, month: number): Record<Fact, FactColumn> {
  const found = new Map<number, FactColumn>();
  for (const reader = createByteReader(opened(packed, month)); !reader.isAtEnd(); ) {
    const column = reader.varint();
    const part = createByteReader(reader.part());
    const size = part.varint();
    if (size > count) throw new Error("A column has more values than there are scans.");
    const values = new Uint32Array(size);
    let value = 0;
    for (let i = 0; i < values.length; i++) {
      value += part.varint();
      values[i] = value;
    }
    found.set(column, { values, indexes: indexesIn(part, size, count) });
  }
  const [agent, place] = [found.get(FACTS.agent), found.get(FACTS.place)];
  if (!agent || !place) throw new Error("A column is missing.");
  const none = { values: Uint32Array.of(0), indexes: new Uint8Array(count) };
  const [placement, route] = [found.get(FACTS.placement) ?? none, found.get(FACTS.route) ?? none];
  return { agent, place, placement, route };
}

function indexesIn(part: ByteReader, size: number, count: number): FactColumn["indexes"] {
  if (size <= 1) return new Uint8Array(count);
  if (size <= ONE_BYTE) return part.bytes(count);
  // The lower byte comes first, as on every processor that Tessera runs on. A Buffer's slice would not be a copy.
  return new Uint16Array(new Uint8Array(part.bytes(2 * count)).buffer);
}

const SUFFIX_BYTES = 8;
/** The version of an id and its counter, which is often 0. */
const VERSION_7 = 0x7000;

/** Ids of one node end alike, so each ending is stored once. */
function packIds({ count, forgotten, at, ids }: ScanColumns, month: number): Uint8Array {
  const [times, ahead, counters] = [createByteWriter(), createByteWriter(), createByteWriter()];
  /** Eight bytes each, and which of them each id has. */
  const [suffixes, endings] = [createByteWriter(), createByteWriter()];
  const known = new Map<string, number>();
  let ending = 0;
  let before = beginOf(month);
  let areAhead = false;
  for (let i = forgotten; i < count; i++) {
    times.varint(at[i]! - before);
    before = at[i]!;
    const by = timeIn(ids, i * ID_BYTES) - at[i]!;
    areAhead ||= by !== 0;
    ahead.signed(by);
    const begin = i * ID_BYTES;
    counters.varint(((ids[begin + 6]! << 8) | ids[begin + 7]!) ^ VERSION_7);
    if (i === forgotten || !endsAlike(ids, begin, begin - ID_BYTES)) {
      const suffix = ids.subarray(begin + SUFFIX_BYTES, begin + ID_BYTES);
      const key = Buffer.from(suffix).toString("latin1");
      if (!known.has(key)) {
        known.set(key, known.size);
        suffixes.bytes(suffix);
      }
      ending = known.get(key)!;
    }
    endings.varint(ending);
  }
  if (count === forgotten) return new Uint8Array();
  const writer = createByteWriter();
  writer.part(times.written());
  writer.part(areAhead ? ahead.written() : new Uint8Array());
  writer.part(counters.written());
  writer.part(suffixes.written());
  writer.part(known.size > 1 ? endings.written() : new Uint8Array());
  return writer.written();
}

function endsAlike(ids: Uint8Array, one: number, other: number): boolean {
  for (let i = SUFFIX_BYTES; i < ID_BYTES; i++) if (ids[one + i] !== ids[other + i]) return false;
  return true;
}

/** The times of the rows that are not forgotten. */
export function unpackTimes(packed: Uint8Array, month: number): Float64Array {
  const bytes = opened(packed, month);
  return bytes.length === 0 ? new Float64Array() : timesIn(createByteReader(bytes).part(), month);
}

function timesIn(part: Uint8Array, month: number): Float64Array {
  const times: number[] = [];
  let at = beginOf(month);
  for (const reader = createByteReader(part); !reader.isAtEnd(); ) {
    at += reader.varint();
    times.push(at);
  }
  return Float64Array.from(times);
}

/** Writes the ids of the rows that are not forgotten behind those that are. */
function unpackIds(packed: Uint8Array, month: number, forgotten: number, columns: ScanColumns): void {
  const bytes = opened(packed, month);
  if (bytes.length === 0) {
    if (columns.count > forgotten) throw new DamagedBlock("The ids are missing.");
    return;
  }
  const reader = createByteReader(bytes);
  const times = timesIn(reader.part(), month);
  if (times.length !== columns.count - forgotten) throw new Error("There are not as many times as scans.");
  const ahead = createByteReader(reader.part());
  const areAhead = !ahead.isAtEnd();
  const counters = createByteReader(reader.part());
  const suffixes = reader.part();
  const endings = createByteReader(reader.part());
  const hasOne = suffixes.length === SUFFIX_BYTES;
  const { ids } = columns;
  columns.at.set(times, forgotten);
  for (let i = 0; i < times.length; i++) {
    const begin = (forgotten + i) * ID_BYTES;
    const time = times[i]! + (areAhead ? ahead.signed() : 0);
    const high = Math.floor(time / 0x1_0000_0000);
    ids[begin] = high >> 8;
    ids[begin + 1] = high;
    for (let byte = 0; byte < 4; byte++) ids[begin + 2 + byte] = time >>> (24 - 8 * byte);
    const counter = counters.varint() ^ VERSION_7;
    ids[begin + 6] = counter >> 8;
    ids[begin + 7] = counter;
    const ending = hasOne ? 0 : endings.varint() * SUFFIX_BYTES;
    if (ending >= suffixes.length) throw new Error("The ending of an id is missing.");
    for (let byte = 0; byte < SUFFIX_BYTES; byte++) ids[begin + SUFFIX_BYTES + byte] = suffixes[ending + byte]!;
  }
}

/** Everything of a block. Throws DamagedBlock if it is not as it was packed. */
export function unpackBlock({ count, runs, facts, ids }: PackedBlock, month: number): ScanColumns {
  const { quarters, rows, forgotten } = unpackRuns(runs, month);
  if (rows.at(-1) !== count) throw new DamagedBlock(`It has ${rows.at(-1)} scans, not ${count}.`);
  const columns = emptyColumns(count, forgotten);
  for (const [run, quarter] of quarters.entries()) columns.at.fill(quarter * QUARTER_MS, rows[run]!, rows[run + 1]!);
  unpackIds(ids, month, forgotten, columns);
  const unpacked = unpackFacts(facts, count, month);
  for (const name of FACT_NAMES) {
    const column = unpacked[name];
    for (let row = 0; row < count; row++) columns[name][row] = column.values[column.indexes[row]!]!;
  }
  return columns;
}
