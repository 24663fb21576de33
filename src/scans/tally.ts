/** Adds up scans, from blocks and rows alike. Pure. */
import { DAY_MS, QUARTER_MS, QUARTERS_PER_DAY, quarterOf } from "../shared/days.ts";
import { type FactColumn, type Runs, unpackFacts, unpackRuns } from "./block.ts";
import { FACTS, type Fact } from "./columns.ts";
import type { ZonedSpan } from "./filter.ts";

/** Which scans are counted. Without a test all are. */
export interface ScanTests extends Partial<Record<Fact, (id: number, codeNum: number) => boolean>> {
  /** Hours of the week from Monday 00:00 on, in the zone of the span. */
  hours?: ReadonlySet<number> | undefined;
}

export interface TallyWish {
  span: ZonedSpan;
  tests?: ScanTests | undefined;
  /** What is counted beside quarters of an hour and codes. */
  facts: readonly Fact[];
}

/** A row of scans. */
export interface TallyRow extends Record<Fact, number> {
  codeNum: number;
  at: number;
}

export interface StoredBlock {
  codeNum: number;
  month: number;
  n: number;
  count: number;
  runs: Uint8Array;
  /** Not read if nothing is asked about them. */
  facts: Uint8Array | null;
}

/** Rows of a block within the last quarter of a span, which ends in its midst: only their exact times can tell. */
export interface UndecidedRows {
  block: Pick<StoredBlock, "codeNum" | "month" | "n">;
  forgotten: number;
  rows: number[];
  /** The values of each row that are counted. */
  facts: Columns;
}

/** Null if they are not read. */
type Columns = Record<Fact, FactColumn> | null;

export type Tally = ReturnType<typeof createTally>;

const FACT_NAMES = Object.keys(FACTS) as Fact[];

/** The first of January 1970 was a Thursday. */
const hourOfWeek = (localQuarter: number): number => (Math.floor(localQuarter / 4) + 3 * 24) % 168;

export function createTally({ span, tests, facts }: TallyWish) {
  const first = quarterOf(span.from);
  const end = Math.max(first, Math.ceil(span.to / QUARTER_MS));
  /** Whole quarters; the rest is undecided in blocks. */
  const wholeEnd = Math.max(first, quarterOf(span.to));
  const quarters = new Float64Array(end - first);
  const codes = new Map<number, number>();
  const counts = Object.fromEntries(FACT_NAMES.map((name) => [name, createCounts()])) as Record<Fact, IdCounts>;
  const undecided: UndecidedRows[] = [];
  /** Unix ms, of what is not exact before. */
  const exactFrom = new Map<Fact | "total", number>();
  const hours = tests?.hours;
  const tested = FACT_NAMES.filter((name) => tests?.[name]);
  const isFiltered = hours !== undefined || tested.length > 0;
  const hourOf = hours && createHours(span.offsets);

  const addCode = (codeNum: number, count: number) => codes.set(codeNum, (codes.get(codeNum) ?? 0) + count);
  const dayAfter = (quarter: number) => Math.floor(quarter / QUARTERS_PER_DAY) + 1;
  const inexactUntil = (what: Fact | "total", quarter: number) => {
    exactFrom.set(what, Math.max(exactFrom.get(what) ?? 0, dayAfter(quarter) * DAY_MS));
  };

  /** Says from when on what comes from forgotten scans is exact. */
  function noteForgotten({ quarters: at, rows, forgotten }: Runs, columns: Columns, from: number, to: number): void {
    // Nobody knows which of the forgotten scans of a last quarter come before the end of the span in its midst.
    if (at[to - 1]! >= wholeEnd && rows[to - 1]! < forgotten) inexactUntil("total", at[to - 1]!);
    if (isFiltered) {
      let last = to - 1;
      while (last >= from && rows[last]! >= forgotten) last--;
      if (last >= from) inexactUntil("total", at[last]!);
      return;
    }
    // Within a UTC day each column is sorted by itself.
    for (const edge of [from, to]) {
      const cutsDay = edge > 0 && edge < at.length && dayAfter(at[edge]!) === dayAfter(at[edge - 1]!);
      if (!cutsDay || rows[edge]! >= forgotten) continue;
      for (const name of facts) if (columns![name].values.length > 1) inexactUntil(name, at[edge]!);
    }
  }

  function addBlock(block: StoredBlock): void {
    const runs = unpackRuns(block.runs, block.month);
    const { quarters: at, rows } = runs;
    const from = lowerBound(at, first);
    const to = lowerBound(at, wholeEnd);
    const undecidedTo = wholeEnd < end ? lowerBound(at, end) : to;
    if (undecidedTo === from) return;
    const columns =
      facts.length === 0 && tested.length === 0 ? null : unpackFacts(block.facts!, block.count, block.month);
    if (runs.forgotten > 0) noteForgotten(runs, columns, from, undecidedTo);
    const passing = isFiltered ? passingRows(runs, columns, block.codeNum, from, undecidedTo) : null;
    /** Of the passing rows, those that are decided. */
    const decided = passing?.subarray(0, lowerBound(passing, rows[to]!)) ?? null;
    if (undecidedTo > to) {
      const found = passing
        ? Array.from(passing.subarray(decided!.length))
        : Array.from({ length: rows[undecidedTo]! - rows[to]! }, (_, i) => rows[to]! + i);
      if (found.length > 0) {
        const { codeNum, month, n } = block;
        undecided.push({ block: { codeNum, month, n }, forgotten: runs.forgotten, rows: found, facts: columns });
      }
    }
    const total = decided ? decided.length : rows[to]! - rows[from]!;
    if (total === 0) return;
    for (let run = from, i = 0; run < to; run++) {
      const begin = decided ? i : rows[run]!;
      if (decided) while (i < total && decided[i]! < rows[run + 1]!) i++;
      quarters[at[run]! - first]! += (decided ? i : rows[run + 1]!) - begin;
    }
    addCode(block.codeNum, total);
    for (const name of facts) {
      if (decided) countRows(counts[name], columns![name], decided);
      else countRange(counts[name], columns![name], rows[from]!, rows[to]!);
    }
  }

  /** The rows of the runs from `from` to before `to` that pass, in order. */
  function passingRows(
    { quarters: at, rows, forgotten }: Runs,
    columns: Columns,
    codeNum: number,
    from: number,
    to: number,
  ): Uint32Array {
    const passing = new Uint32Array(rows[to]! - rows[from]!);
    let count = 0;
    for (let run = from; run < to; run++) {
      if (hours && !hours.has(hourOf!(at[run]!))) continue;
      // Nothing is known of forgotten ones that a filter could ask.
      for (let row = Math.max(rows[run]!, forgotten); row < rows[run + 1]!; row++) passing[count++] = row;
    }
    for (const name of tested) {
      const { values, indexes } = columns![name];
      const passes = new Uint8Array(values.length);
      for (let i = 0; i < values.length; i++) passes[i] = Number(tests![name]!(values[i]!, codeNum));
      if (!passes.includes(0)) continue;
      let left = 0;
      for (let i = 0; i < count; i++) {
        const row = passing[i]!;
        passing[left] = row;
        left += passes[indexes[row]!]!;
      }
      count = left;
    }
    return passing.subarray(0, count);
  }

  return {
    first,
    quarters,
    codes: codes as ReadonlyMap<number, number>,
    /** Scans by the id of an agent, place or placement. */
    countsOf: (fact: Fact): ReadonlyMap<number, number> => countsById(counts[fact]),
    undecided: undecided as readonly UndecidedRows[],
    /** Unix ms from which on everything is exact; null if all is. */
    exactFrom: () => (exactFrom.size === 0 ? null : Math.max(...exactFrom.values())),
    /** Whether all totals, or all counts by a fact are exact. */
    isExact: (what: Fact | "total") => !exactFrom.has("total") && !exactFrom.has(what),
    addBlock,

    addRow(row: TallyRow): void {
      const { codeNum, at } = row;
      if (at < span.from || at >= span.to) return;
      for (const name of tested) if (!tests![name]!(row[name], codeNum)) return;
      const quarter = quarterOf(at);
      if (hours && !hours.has(hourOf!(quarter))) return;
      quarters[quarter - first]! += 1;
      addCode(codeNum, 1);
      for (const name of facts) addOne(counts[name], row[name], 1);
    },

    /** Decides about rows by the times of the block's scans that are not forgotten. Forgotten ones are all counted, which is said. */
    decide({ block, forgotten, rows, facts: columns }: UndecidedRows, times: Float64Array): void {
      const passed = rows.filter((row) => row < forgotten || times[row - forgotten]! < span.to);
      if (passed.length === 0) return;
      quarters[wholeEnd - first]! += passed.length;
      addCode(block.codeNum, passed.length);
      for (const name of facts) {
        const column = columns![name];
        for (const row of passed) addOne(counts[name], column.values[column.indexes[row]!]!, 1);
      }
    },
  };
}

/** The first index whose value is not less. */
export function lowerBound(sorted: ArrayLike<number>, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A quarter by the clock of a zone. */
function localQuarter(offsets: ZonedSpan["offsets"], quarter: number): number {
  let offset = offsets[0]!;
  for (const each of offsets) if (each.from <= quarter) offset = each;
  return quarter + offset.quarters;
}

/** The hour of the week of a quarter, in a zone. Quarters come in any order. */
export const createHours = (offsets: ZonedSpan["offsets"]) => (quarter: number) =>
  hourOfWeek(localQuarter(offsets, quarter));

/** The day of a quarter in a zone, as a number of days since 1970. */
export const localDayOf = (offsets: ZonedSpan["offsets"], quarter: number): number =>
  Math.floor(localQuarter(offsets, quarter) / QUARTERS_PER_DAY);

/** Counts by id: ids are small numbers, and a list is several times faster than a map. */
interface IdCounts {
  list: Float64Array;
}

const createCounts = (): IdCounts => ({ list: new Float64Array(256) });

function reserve(counts: IdCounts, id: number): void {
  if (id < counts.list.length) return;
  const larger = new Float64Array(Math.max(2 * counts.list.length, id + 1));
  larger.set(counts.list);
  counts.list = larger;
}

function addOne(counts: IdCounts, id: number, count: number): void {
  reserve(counts, id);
  counts.list[id]! += count;
}

function addCounts(counts: IdCounts, ids: Uint32Array, added: Uint32Array): void {
  if (ids.length === 0) return;
  reserve(counts, ids.at(-1)!);
  for (let i = 0; i < ids.length; i++) counts.list[ids[i]!]! += added[i]!;
}

function countRows(counts: IdCounts, { values, indexes }: FactColumn, rows: Uint32Array): void {
  const perValue = new Uint32Array(values.length);
  for (let i = 0; i < rows.length; i++) perValue[indexes[rows[i]!]!]! += 1;
  addCounts(counts, values, perValue);
}

function countRange(counts: IdCounts, { values, indexes }: FactColumn, from: number, to: number): void {
  const perValue = new Uint32Array(values.length);
  if (values.length === 1) perValue[0] = to - from;
  else for (let row = from; row < to; row++) perValue[indexes[row]!]! += 1;
  addCounts(counts, values, perValue);
}

function countsById({ list }: IdCounts): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [id, count] of list.entries()) if (count > 0) counts.set(id, count);
  return counts;
}
