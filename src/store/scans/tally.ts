/** Adds up scans, from blocks and rows alike. Pure. */
import { DAY_MS, QUARTER_MS, QUARTERS_A_DAY, quarterOf } from "../../shared/days.ts";
import type { ZonedSpan } from "../insight-store.ts";
import { type FactColumn, indexAt, type Runs, unpackFacts, unpackRuns } from "./block.ts";
import { FACTS, type Fact } from "./columns.ts";

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

/** A row of scans, or several with the same values. */
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
  facts: Record<Fact, FactColumn> | null;
}

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
  let exactFrom: number | null = null;
  const hours = tests?.hours;
  const tested = FACT_NAMES.filter((name) => tests?.[name]);
  const isFiltered = hours !== undefined || tested.length > 0;
  const hourOf = hours && createHours(span.offsets);

  const addCode = (codeNum: number, count: number) => codes.set(codeNum, (codes.get(codeNum) ?? 0) + count);
  const inexactUntil = (quarter: number) => {
    exactFrom = Math.max(exactFrom ?? 0, (Math.floor(quarter / QUARTERS_A_DAY) + 1) * DAY_MS);
  };

  /** Says from when on what comes from forgotten scans is exact. */
  function noteForgotten({ quarters: at, rows, forgotten }: Runs, from: number, to: number): void {
    const sameDay = (one: number, other: number) =>
      Math.floor(one / QUARTERS_A_DAY) === Math.floor(other / QUARTERS_A_DAY);
    // Nobody knows which of the forgotten scans of a last quarter come before the end of the span in its midst.
    if (at[to - 1]! >= wholeEnd && rows[to - 1]! < forgotten) inexactUntil(at[to - 1]!);
    if (isFiltered) {
      let last = to - 1;
      while (last >= from && rows[last]! >= forgotten) last--;
      if (last >= from) inexactUntil(at[last]!);
      return;
    }
    if (facts.length === 0) return;
    if (from > 0 && rows[from]! < forgotten && sameDay(at[from]!, at[from - 1]!)) inexactUntil(at[from]!);
    if (to < at.length && rows[to]! < forgotten && sameDay(at[to]!, at[to - 1]!)) inexactUntil(at[to]!);
  }

  function addBlock(block: StoredBlock): void {
    const runs = unpackRuns(block.runs, block.month);
    const { quarters: at, rows } = runs;
    const from = lowerBound(at, first);
    const to = lowerBound(at, wholeEnd);
    const undecidedTo = wholeEnd < end ? lowerBound(at, end) : to;
    if (undecidedTo === from) return;
    if (runs.forgotten > 0) noteForgotten(runs, from, undecidedTo);
    const columns =
      block.facts === null || (facts.length === 0 && tested.length === 0)
        ? null
        : unpackFacts(block.facts, block.count, block.month);
    const passing = columns && passingOf(columns, block.codeNum);
    if (undecidedTo > to) {
      const found: number[] = [];
      const isIn = !hours || hours.has(hourOf!(at[to]!));
      const start = isFiltered ? Math.max(rows[to]!, runs.forgotten) : rows[to]!;
      for (let row = start; isIn && row < rows[undecidedTo]!; row++) if (!passing || passing(row)) found.push(row);
      if (found.length > 0) {
        const { codeNum, month, n } = block;
        undecided.push({ block: { codeNum, month, n }, forgotten: runs.forgotten, rows: found, facts: columns });
      }
    }
    if (to === from) return;
    if (!isFiltered) {
      for (let run = from; run < to; run++) quarters[at[run]! - first]! += rows[run + 1]! - rows[run]!;
      addCode(block.codeNum, rows[to]! - rows[from]!);
      for (const name of facts) countRange(counts[name], columns![name], rows[from]!, rows[to]!);
      return;
    }
    let total = 0;
    const perValue = facts.map((name) => new Uint32Array(columns![name].values.length));
    for (let run = from; run < to; run++) {
      if (hours && !hours.has(hourOf!(at[run]!))) continue;
      let count = 0;
      // Nothing is known of forgotten ones that a filter could ask.
      for (let row = Math.max(rows[run]!, runs.forgotten); row < rows[run + 1]!; row++) {
        if (passing && !passing(row)) continue;
        count++;
        for (let i = 0; i < facts.length; i++) perValue[i]![indexAt(columns![facts[i]!], row)]! += 1;
      }
      if (count > 0) quarters[at[run]! - first]! += count;
      total += count;
    }
    if (total === 0) return;
    addCode(block.codeNum, total);
    for (const [i, name] of facts.entries()) addCounts(counts[name], columns![name].values, perValue[i]!);
  }

  /** Null if all rows pass. */
  function passingOf(columns: Record<Fact, FactColumn>, codeNum: number): ((row: number) => boolean) | null {
    const all = tested.map((name) => {
      const column = columns[name];
      return { column, passes: Uint8Array.from(column.values, (id) => Number(tests![name]!(id, codeNum))) };
    });
    const some = all.filter(({ passes }) => passes.includes(0));
    if (some.length === 0) return null;
    return (row) => {
      for (const { column, passes } of some) if (passes[indexAt(column, row)] === 0) return false;
      return true;
    };
  }

  return {
    first,
    quarters,
    codes: codes as ReadonlyMap<number, number>,
    /** By id. */
    countsOf: (fact: Fact): ReadonlyMap<number, number> => countsById(counts[fact]),
    undecided: undecided as readonly UndecidedRows[],
    /** Unix ms from which on everything is exact; null if all is. */
    exactFrom: () => exactFrom,
    addBlock,

    addRow({ codeNum, at, ...values }: TallyRow, count = 1): void {
      if (at < span.from || at >= span.to) return;
      for (const name of tested) if (!tests![name]!(values[name], codeNum)) return;
      const quarter = quarterOf(at);
      if (hours && !hours.has(hourOf!(quarter))) return;
      quarters[quarter - first]! += count;
      addCode(codeNum, count);
      for (const name of facts) addOne(counts[name], values[name], count);
    },

    /** Decides about rows by the times of the block's scans that are not forgotten. Forgotten ones are all counted, which is said. */
    decide({ block, forgotten, rows, facts: columns }: UndecidedRows, times: Float64Array): void {
      const passed = rows.filter((row) => row < forgotten || times[row - forgotten]! < span.to);
      if (passed.length === 0) return;
      quarters[wholeEnd - first]! += passed.length;
      addCode(block.codeNum, passed.length);
      for (const name of facts) {
        const column = columns![name];
        for (const row of passed) addOne(counts[name], column.values[indexAt(column, row)]!, 1);
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

/** The hour of the week of a quarter, in a zone. Quarters come in any order. */
export function createHours(offsets: ZonedSpan["offsets"]): (quarter: number) => number {
  return (quarter) => {
    let offset = offsets[0]!;
    for (const each of offsets) if (each.from <= quarter) offset = each;
    return hourOfWeek(quarter + offset.quarters);
  };
}

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

function countRange(counts: IdCounts, { values, width, indexes }: FactColumn, from: number, to: number): void {
  const perValue = new Uint32Array(values.length);
  if (width === 0) perValue[0] = to - from;
  else if (width === 1) for (let row = from; row < to; row++) perValue[indexes[row]!]! += 1;
  else for (let at = 2 * from; at < 2 * to; at += 2) perValue[indexes[at]! | (indexes[at + 1]! << 8)]! += 1;
  addCounts(counts, values, perValue);
}

function countsById({ list }: IdCounts): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [id, count] of list.entries()) if (count > 0) counts.set(id, count);
  return counts;
}
