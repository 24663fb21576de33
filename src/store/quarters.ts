/**
 * Scans per quarter of an hour (UTC). Every zone's offset is a multiple of it, so days and hours are exact in all zones.
 * A code's day is one value, `[first, n, n, …]`: the counts of consecutive quarters, beginning with number `first` of
 * the day. On PostgreSQL it is an array with these bounds.
 */
import { QUARTERS_A_DAY } from "../shared/days.ts";

/** Counts of a day by the number of the quarter, 0 to 95, in order. */
export type QuarterCounts = readonly (readonly [quarter: number, count: number])[];

export function packQuarters(counts: QuarterCounts): string {
  const first = counts[0]![0];
  const packed = new Array<number>(counts.at(-1)![0] - first + 1).fill(0);
  for (const [quarter, count] of counts) packed[quarter - first] = count;
  return `[${first},${packed.join(",")}]`;
}

export function unpackQuarters(packed: string): QuarterCounts {
  const [first, ...counts] = JSON.parse(packed) as [number, ...number[]];
  return counts.map((count, i) => [first + i, count] as const).filter(([, count]) => count > 0);
}

/** The sum of two packed days, as a function of SQL on SQLite. */
export function addPacked(one: string, other: string): string {
  const sums = new Array<number>(QUARTERS_A_DAY).fill(0);
  let first = QUARTERS_A_DAY;
  let last = 0;
  for (const packed of [one, other]) {
    const counts = JSON.parse(packed) as number[];
    const begin = counts[0]!;
    first = Math.min(first, begin);
    last = Math.max(last, begin + counts.length - 2);
    for (let i = 1; i < counts.length; i++) sums[begin + i - 1]! += counts[i]!;
  }
  return `[${first},${sums.slice(first, last + 1).join(",")}]`;
}

/** A packed day as a PostgreSQL array with bounds. */
export function quarterArray(packed: string): string {
  const [first, ...counts] = JSON.parse(packed) as [number, ...number[]];
  return `[${first}:${first + counts.length - 1}]={${counts.join(",")}}`;
}

/** Adds a packed day to the counts of 96 quarters, and returns these. */
export function addTo(sums: Float64Array, packed: string): Float64Array {
  const counts = JSON.parse(packed) as number[];
  for (let i = 1; i < counts.length; i++) sums[counts[0]! + i - 1]! += counts[i]!;
  return sums;
}

/** The scans of a packed day in the quarters from `first` to `last`, which may be outside of the day. */
export function sumBetween(packed: string, first: number, last: number): number {
  const counts = JSON.parse(packed) as number[];
  const begin = counts[0]! - 1;
  let sum = 0;
  for (let i = Math.max(1, first - begin); i < counts.length && i + begin <= last; i++) sum += counts[i]!;
  return sum;
}
