/** The processor time of a run of tests, from Linux's /proc. Elsewhere only this process is known. */
import { appendFileSync, readdirSync, readFileSync } from "node:fs";

/** A tick of /proc is a hundredth of a second on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;
const SAMPLE_MS = 500;
/** Chromium does not wait for its children, so their time never reaches ours. */
const BROWSER = /^(chrom|headless_shell)/;

interface Stat {
  name: string;
  parent: number;
  own: number;
  children: number;
}

function readStat(pid: number | "self"): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = text.lastIndexOf(")");
    const fields = text.slice(end + 2).split(" ");
    const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_A_SECOND;
    const name = text.slice(text.indexOf("(") + 1, end);
    return { name, parent: Number(fields[1]), own: seconds(11), children: seconds(13) };
  } catch {
    // It ended, or this is not Linux.
    return null;
  }
}

/** Of this process, its threads, and all processes that it or they have waited for. */
export function secondsUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (readStat("self")?.children ?? 0);
}

// Loaded into each test process: leaves one line about it in the file that TEST_TIMES names.
const file = process.env.TEST_TIMES;
if (file) {
  // Processes and threads that a test starts are part of the test.
  delete process.env.TEST_TIMES;
  process.on("exit", () => appendFileSync(file, `${JSON.stringify([process.argv[1], secondsUsed()])}\n`));
}

/** Samples the browsers below this process until it is asked for their seconds. */
export function watchBrowsers(): () => number {
  const seen = new Map<number, number>();
  const sample = () => {
    const all = new Map(readPids().flatMap((pid) => [[pid, readStat(pid)] as const]));
    const isBelow = (pid: number): boolean => {
      const parent = all.get(pid)?.parent;
      return parent !== undefined && (parent === process.pid || isBelow(parent));
    };
    for (const [pid, stat] of all) {
      if (stat && BROWSER.test(stat.name) && isBelow(pid)) seen.set(pid, Math.max(seen.get(pid) ?? 0, stat.own));
    }
  };
  const timer = setInterval(sample, SAMPLE_MS).unref();
  return () => {
    clearInterval(timer);
    return seen.values().reduce((sum, seconds) => sum + seconds, 0);
  };
}

function readPids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Boolean);
  } catch {
    return [];
  }
}
