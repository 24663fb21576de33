/** Whether a reader's time grows with its input, not with the square of it. */

const LENGTH = 4000;
/** Quicker than this at full length, nothing is to be feared, and nothing can be measured. */
const QUICK_MS = 2;
/** Four times the input: linear is 4, quadratic is 16. */
const MOST_GROWTH = 8;
const ATTEMPTS = 30;

export interface Hostile {
  start: string;
  repeated: string;
  end: string;
}

const textOf = ({ start, repeated, end }: Hostile, length: number) =>
  start + repeated.repeat(Math.ceil(length / repeated.length)) + end;

function timeOf(read: (text: string) => unknown, text: string): number {
  const begun = performance.now();
  read(text);
  return performance.now() - begun;
}

/** The growth when the input is four times as long; 0 when it is too quick to matter. */
export function growthOf(read: (text: string) => unknown, hostile: Hostile): number {
  const long = textOf(hostile, 4 * LENGTH);
  const short = textOf(hostile, LENGTH);
  const best = { long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY };
  // A busy machine only ever makes a run longer: the best of several is the nearest to the truth.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    best.long = Math.min(best.long, timeOf(read, long));
    if (best.long < QUICK_MS) return 0;
    best.short = Math.min(best.short, timeOf(read, short));
    if (attempt > 0 && best.long / best.short < MOST_GROWTH) return best.long / best.short;
  }
  return best.long / best.short;
}

export const isLinear = (growth: number): boolean => growth < MOST_GROWTH;
