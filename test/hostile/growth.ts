/** Whether a reader's time grows with its input, not with the square of it. */
import { setTimeout as pause } from "node:timers/promises";

const LENGTH = 4000;
const TIMES = 16;
/** Quicker than this at full length, nothing is to be feared, and nothing can be measured. */
const QUICK_MS = 4;
/** Sixteen times the input: linear is 16, quadratic is 256. The middle is far from both. */
const MOST_GROWTH = 64;
/** Four times the input after that: linear is 4, quadratic is 16. */
const MOST_GROWTH_BEYOND = 10;
/** One run may have been in the middle of being compiled, or have waited for the processor. */
const SHORT_RUNS = 3;
/** Only what is not linear takes so many, or a machine that has no quiet moment. */
const MOST_RUNS = 100;
const ENOUGH_MS = 2_000;

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

/** The growth from one length to another, the least of some runs; 0 when it is too quick to matter. */
async function growthBetween(
  read: (text: string) => unknown,
  { short, long, most }: { short: string; long: string; most: number },
): Promise<number> {
  const best = { long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY };
  let growth = Number.POSITIVE_INFINITY;
  let spent = 0;
  // A busy machine only ever makes a run longer: the least of each length is the nearest to the truth.
  for (let run = 1; growth >= most && run <= MOST_RUNS && spent < ENOUGH_MS; run++) {
    // Whoever else wants the processor gets it now, and not in the middle of the next run.
    if (run > 1) await pause(2);
    const time = timeOf(read, long);
    spent += time;
    best.long = Math.min(best.long, time);
    if (best.long < QUICK_MS) return 0;
    for (let i = 0; i < SHORT_RUNS; i++) best.short = Math.min(best.short, timeOf(read, short));
    growth = best.long / best.short;
  }
  return growth;
}

/**
 * True unless the time grows with the square, at both ends: what is only quick for short texts, as
 * something that is compiled or kept for those, grows no faster from long to longer.
 */
export async function isLinear(
  read: (text: string) => unknown,
  hostile: Hostile,
): Promise<boolean> {
  const [short, long] = [textOf(hostile, LENGTH), textOf(hostile, TIMES * LENGTH)];
  if ((await growthBetween(read, { short, long, most: MOST_GROWTH })) < MOST_GROWTH) return true;
  const longer = textOf(hostile, 4 * TIMES * LENGTH);
  const growth = await growthBetween(read, { short: long, long: longer, most: MOST_GROWTH_BEYOND });
  return growth < MOST_GROWTH_BEYOND;
}
