/**
 * Scans per quarter of an hour (UTC). Every zone's offset is a multiple of it, so days and hours are exact in all zones.
 * A code's day is one value. On SQLite it is a blob: for each quarter with scans, its distance from the one before,
 * and its count, as varints. On PostgreSQL it is an array whose lower bound is the first quarter, read through the view
 * `quarter_days` as text.
 */
import { QUARTERS_A_DAY } from "../shared/days.ts";
import { CONTINUED, pushVarint } from "../shared/varints.ts";
import type { EngineName } from "./migrations/types.ts";
import type { QuarterCounts } from "./scan-store.ts";

export function packQuarters(counts: QuarterCounts): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const [quarter, count] of counts) {
    bytes.push(quarter - before);
    before = quarter;
    pushVarint(bytes, count);
  }
  return Uint8Array.from(bytes);
}

export const totalOf = (counts: QuarterCounts): number => counts.reduce((sum, [, count]) => sum + count, 0);

/** A value of `quarter_days`. */
export function unpackQuarters(packed: Uint8Array | string | null): QuarterCounts {
  if (packed === null) return [];
  if (typeof packed === "string") return unpackText(packed);
  const counts: [number, number][] = [];
  eachCount(packed, (quarter, count) => counts.push([quarter, count]));
  return counts;
}

/** Without a list: reports call it for each day of each code. */
function eachCount(packed: Uint8Array, visit: (quarter: number, count: number) => void): void {
  let quarter = 0;
  for (let at = 0; at < packed.length; ) {
    quarter += packed[at++]!;
    let count = 0;
    let byte = CONTINUED;
    for (let weight = 1; byte >= CONTINUED; weight *= CONTINUED) {
      if (at === packed.length) throw new Error("The last count is cut off.");
      byte = packed[at++]!;
      count += (byte % CONTINUED) * weight;
    }
    visit(quarter, count);
  }
}

/** `<first>:<n>,<n>,…`, with nothing for an empty quarter. */
function unpackText(text: string): QuarterCounts {
  const colon = text.indexOf(":");
  const first = Number(text.slice(0, colon));
  const counts: [number, number][] = [];
  for (const [i, count] of text
    .slice(colon + 1)
    .split(",")
    .entries()) {
    if (count !== "") counts.push([first + i, Number(count)]);
  }
  return counts;
}

/** The sum of two packed days, as a function of SQL on SQLite. */
export function addPacked(one: Uint8Array | null, other: Uint8Array | null): Uint8Array | null {
  if (one === null || other === null) return one ?? other;
  const sums: [number, number][] = [];
  const [left, right] = [unpackQuarters(one), unpackQuarters(other)];
  for (let i = 0, j = 0; i < left.length || j < right.length; ) {
    const [a, b] = [left[i]?.[0] ?? QUARTERS_A_DAY, right[j]?.[0] ?? QUARTERS_A_DAY];
    sums.push([Math.min(a, b), (a <= b ? left[i++]![1] : 0) + (b <= a ? right[j++]![1] : 0)]);
  }
  return packQuarters(sums);
}

/** As a value for scan_quarters; on PostgreSQL an array literal with bounds. */
export function quartersColumn(engine: EngineName, counts: QuarterCounts): Uint8Array | string | null {
  if (counts.length === 0) return null;
  if (engine === "sqlite") return packQuarters(counts);
  const first = counts[0]![0];
  const all = new Array<number | "NULL">(counts.at(-1)![0] - first + 1).fill("NULL");
  for (const [quarter, count] of counts) all[quarter - first] = count;
  return `[${first}:${first + all.length - 1}]={${all.join(",")}}`;
}

/** Adds a packed day of SQLite to the counts of 96 quarters, and returns these. */
export function addTo(sums: Float64Array, packed: Uint8Array | null): Float64Array {
  if (packed !== null)
    eachCount(packed, (quarter, count) => {
      sums[quarter]! += count;
    });
  return sums;
}

/** The scans of a packed day of SQLite in the quarters from `first` to `last`, which may be outside of the day. */
export function sumBetween(packed: Uint8Array | null, first: number, last: number): number {
  let sum = 0;
  if (packed !== null)
    eachCount(packed, (quarter, count) => {
      if (quarter >= first && quarter <= last) sum += count;
    });
  return sum;
}
