import { shareInterval } from "./trend.ts";

export interface Ranked {
  /** Of the true number of scans, 90 %. */
  low: number;
  high: number;
  /** The best and worst rank that the intervals allow: equal if no other interval overlaps. */
  best: number;
  worst: number;
}

/** How many of the numbers, sorted, are in front of the first one that is not. */
function countWhile(sorted: readonly number[], holds: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The rank of each count among all: only those whose intervals do not overlap are told apart. `whole` has the scans
 * of all of them and of the code's own link. `factor`: how much more scans scatter than independent ones
 * (`dispersion`), which widens the intervals.
 */
export function ranksOf(counts: readonly number[], whole: number, factor = 1): Ranked[] {
  const known = new Map<number, [low: number, high: number]>();
  const intervalOf = (count: number): [number, number] => {
    let found = known.get(count);
    if (!found) {
      const [low, high] = shareInterval(count / factor, (whole - count) / factor);
      found = [low * whole, high * whole];
      known.set(count, found);
    }
    return found;
  };
  const intervals = counts.map(intervalOf);
  const lows = intervals.map(([low]) => low).sort((a, b) => a - b);
  const highs = intervals.map(([, high]) => high).sort((a, b) => a - b);
  return intervals.map(([low, high]) => ({
    low,
    high,
    best: 1 + counts.length - countWhile(lows, (other) => other <= high),
    worst: counts.length - countWhile(highs, (other) => other < low),
  }));
}
