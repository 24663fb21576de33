/** The CPU time of a test run, from Linux's /proc. On other systems only that of this process. */
import { appendFileSync, readdirSync, readFileSync } from "node:fs";

/** A tick of /proc is 10 ms on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 500;
/** Chromium does not wait for its children, so their time is not added to ours. */
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
    const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_PER_SECOND;
    const name = text.slice(text.indexOf("(") + 1, end);
    return { name, parent: Number(fields[1]), own: seconds(11), children: seconds(13) };
  } catch {
    // It ended, or this is not Linux.
    return null;
  }
}

/** This process, its threads, and all children they waited for. */
export function secondsUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (readStat("self")?.children ?? 0);
}

// Imported first by each test process: appends one line to the file named by TEST_TIMES.
const file = process.env.TEST_TIMES;
if (file) {
  // Child processes and threads of a test count as part of it.
  delete process.env.TEST_TIMES;
  process.on("exit", () => appendFileSync(file, `${JSON.stringify([process.argv[1], secondsUsed()])}\n`));
}

/** Samples the browsers below this process until their time is read. */
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
