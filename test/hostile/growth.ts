/** Whether a reader's time grows with its input, not with the square of it. */
const LENGTH = 4000;
const TIMES = 16;
const TIMES_BEYOND = 8;
/** Quicker than this at full length, nothing is to be feared, and nothing can be measured. */
const QUICK_MS = 4;
/** One may have been in the middle of being compiled. */
const SHORT_RUNS = [1, 2, 3];
/** The processor's time is told in steps of some milliseconds: only a sum of many runs can be measured. */
const MEASURED_MS = 60;
/** One sum may have been taken in the middle of being compiled, or of the memory being swept. */
const TRIES = 10;
/** Only what is not linear takes so long. */
const ENOUGH_MS = 10_000;

export interface Hostile {
  start: string;
  repeated: string;
  end: string;
}

const textOf = ({ start, repeated, end }: Hostile, length: number) =>
  start + repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length) + end;

/** Of the processor, in ms: what a busy machine does meanwhile is no part of it. */
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

/**
 * One text beside `times` shorter ones that are together as long: its time is theirs when it grows
 * evenly, and `times` theirs when it grows with the square. True below the middle of the two in the
 * best of some tries, and when it is too quick to matter.
 */
function isEven(read: (text: string) => unknown, short: string, long: string): boolean {
  const times = Math.round(long.length / short.length);
  const most = Math.sqrt(times);
  let growth = Number.POSITIVE_INFINITY;
  let spent = 0;
  for (let i = 0; growth >= most && i < TRIES && spent < ENOUGH_MS; i++) {
    const first = timeOf(() => void read(long));
    if (first < QUICK_MS) return true;
    // Mostly it is clear at once. Where it is not, the machine may be busy.
    const least = Math.min(...SHORT_RUNS.map(() => timeOf(() => void read(short))));
    if (first / least < most * times) return true;
    let runs = 0;
    let ofLong = 0;
    for (; ofLong < MEASURED_MS; runs++) ofLong += cpuOf(() => void read(long));
    const ofShort = cpuOf(() => {
      for (let run = 0; run < times * runs; run++) read(short);
    });
    spent += ofLong;
    growth = Math.min(growth, ofLong / ofShort);
  }
  return growth < most;
}

/**
 * True unless the time grows with the square, at both ends: what is only quick for short texts, as
 * something that is compiled or kept for those, grows no faster from long to longer.
 */
export function isLinear(read: (text: string) => unknown, hostile: Hostile): boolean {
  const [short, long] = [textOf(hostile, LENGTH), textOf(hostile, TIMES * LENGTH)];
  if (isEven(read, short, long)) return true;
  const longer = textOf(hostile, TIMES_BEYOND * TIMES * LENGTH);
  return isEven(read, long, longer);
}
