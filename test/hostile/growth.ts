/** Whether a parser's time grows linearly with its input, not quadratically. */
const LENGTH = 2000;
const TIMES = 16;
const TIMES_BEYOND = 8;
/** Faster than this at full length is harmless, and cannot be measured. */
const QUICK_MS = 1;
/** One run may include compilation, or a wait for the processor. */
const SHORT_RUNS = [1, 2, 3];
const LOOKS = 3;
/** Processor time has a resolution of several milliseconds: only the sum of many runs can be measured. */
const MEASURED_MS = 60;
/** One sum may include compilation or garbage collection. */
const TRIES = 4;
/** Only what is not linear takes this long. */
const ENOUGH_MS = 1_000;

export interface Hostile {
  start: string;
  repeated: string;
  end: string;
}

const textOf = ({ start, repeated, end }: Hostile, length: number) =>
  start + repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length) + end;

/** Processor time in ms, so that other load on the machine does not count. */
function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function timeOf(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** By the clock, which is clear for most texts: the best of some runs grows by less than `growth`, or is quick. */
function isClear(read: (text: string) => unknown, short: string, long: string, growth: number): boolean {
  let [ofShort, ofLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let look = 0; look < LOOKS && (look === 0 || ofLong < ENOUGH_MS); look++) {
    ofLong = Math.min(
      ofLong,
      timeOf(() => void read(long)),
    );
    if (ofLong < QUICK_MS) return true;
    ofShort = Math.min(ofShort, ...SHORT_RUNS.map(() => timeOf(() => void read(short))));
    if (ofLong / ofShort < growth) return true;
  }
  return false;
}

/**
 * Compares one text with `times` shorter ones of the same total length: the time is equal if it grows linearly, and
 * `times` as long if it grows quadratically. True below the middle of the two in the best of several tries, and if it
 * is too fast to matter.
 */
function isEven(read: (text: string) => unknown, short: string, long: string): boolean {
  const times = Math.round(long.length / short.length);
  const most = Math.sqrt(times);
  if (isClear(read, short, long, most * times)) return true;
  let spent = 0;
  for (let i = 0; i < TRIES && spent < ENOUGH_MS; i++) {
    let runs = 0;
    let ofLong = 0;
    for (; ofLong < MEASURED_MS; runs++) ofLong += cpuOf(() => void read(long));
    const ofShort = cpuOf(() => {
      for (let run = 0; run < times * runs; run++) read(short);
    });
    if (ofLong / ofShort < most) return true;
    spent += ofLong;
  }
  return false;
}

/**
 * True unless the time grows quadratically at both ends: a parser that is only fast for short texts, for example
 * because of a cache, does not grow faster from long to longer ones.
 */
export function isLinear(read: (text: string) => unknown, hostile: Hostile): boolean {
  const [short, long] = [textOf(hostile, LENGTH), textOf(hostile, TIMES * LENGTH)];
  if (isEven(read, short, long)) return true;
  const longer = textOf(hostile, TIMES_BEYOND * TIMES * LENGTH);
  return isEven(read, long, longer);
}
