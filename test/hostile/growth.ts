/** Whether a reader's time grows with its input, not with the square of it. */
import { setTimeout as pause } from "node:timers/promises";

const LENGTH = 4000;
const TIMES = 16;
/** Quicker than this at full length, nothing is to be feared, and nothing can be measured. */
const QUICK_MS = 4;
/** Sixteen times the input: linear is 16, quadratic is 256. The middle is far from both. */
const MOST_GROWTH = 64;
/** One run may have been in the middle of being compiled, or have waited for the processor. */
const SHORT_RUNS = 3;
/** Only what is not linear takes so many, or a machine that has no quiet moment. */
const MOST = 100;

export interface Hostile {
  start: string;
  repeated: string;
  end: string;
}

const textOf = ({ start, repeated, end }: Hostile, length: number) =>
  start + repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length) + end;

function timeOf(read: (text: string) => unknown, text: string): number {
  const begun = performance.now();
  read(text);
  return performance.now() - begun;
}

/** The growth when the input is sixteen times as long; 0 when it is too quick to matter. */
export async function growthOf(read: (text: string) => unknown, hostile: Hostile): Promise<number> {
  const long = textOf(hostile, TIMES * LENGTH);
  const short = textOf(hostile, LENGTH);
  const best = { long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY };
  let growth = Number.POSITIVE_INFINITY;
  // A busy machine only ever makes a run longer: the least of each length is the nearest to the truth.
  for (let run = 1; growth >= MOST_GROWTH && run <= MOST; run++) {
    // Whoever else wants the processor gets it now, and not in the middle of the next run.
    if (run > 1) await pause(2);
    best.long = Math.min(best.long, timeOf(read, long));
    if (best.long < QUICK_MS) return 0;
    for (let i = 0; i < SHORT_RUNS; i++) best.short = Math.min(best.short, timeOf(read, short));
    growth = best.long / best.short;
  }
  return growth;
}

export const isLinear = (growth: number): boolean => growth < MOST_GROWTH;
