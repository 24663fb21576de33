/** The CPU time of another process, from Linux's /proc. */
import { readdirSync, readFileSync } from "node:fs";

export interface CpuTime {
  /** Of the main thread, which runs the event loop, and of all threads, in microseconds. */
  main: number;
  all: number;
}

export const hasCpuTimes = process.platform === "linux";

/** Only of running threads. */
export function cpuTime(pid: number): CpuTime {
  const timeOf = (task: string): number => {
    try {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ");
      return Number(nanoseconds) / 1000;
    } catch {
      // It ended after the list was read.
      return 0;
    }
  };
  const tasks = readdirSync(`/proc/${pid}/task`);
  return { main: timeOf(String(pid)), all: tasks.reduce((sum, task) => sum + timeOf(task), 0) };
}

/** Per request since `before`. */
export function cpuEach(pid: number, before: CpuTime, requests: number): CpuTime {
  const after = cpuTime(pid);
  return { main: (after.main - before.main) / requests, all: (after.all - before.all) / requests };
}

/** Of a process and its running descendants, in microseconds. */
export function cpuOfTree(root: number): number {
  const parents = new Map<number, number[]>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = parentOf(entry);
    parents.set(parent, [...(parents.get(parent) ?? []), Number(entry)]);
  }
  const sum = (pid: number): number =>
    (parents.get(pid) ?? []).reduce((all, child) => all + sum(child), timeOfProcess(pid));
  return sum(root);
}

/** The fourth field; the second is a name in brackets, which may contain anything. */
function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
  } catch {
    // It ended after the list was read.
    return 0;
  }
}

function timeOfProcess(pid: number): number {
  try {
    return cpuTime(pid).all;
  } catch {
    return 0;
  }
}
