import { TooBusy } from "./errors.ts";
import { isDoneWithin } from "./timeout.ts";

/**
 * Runs tasks of one name one after another, and different names concurrently, so that one caller occupies one place
 * at a time. After a long task the name cools down for a multiple of its duration, up to a limit, except for its
 * first tasks after a pause. `spent` returns the milliseconds worked so far, without waiting.
 */
export type Turns = <T>(name: string, work: () => Promise<T>, spent: () => number) => Promise<T>;

export interface TurnsOptions {
  /** Shorter tasks need no cool-down and are not counted. */
  restFromMs: number;
  /** The cool-down as a multiple of the task's duration. */
  rests: number;
  longestRestMs: number;
  /** Work since the last pause that needs no cool-down. */
  freeMs: number;
  /** Rejects with TooBusy after this long. */
  longestWaitMs: number;
}

/** Time between two long tasks of a name that counts as a pause. */
const PAUSE_MS = 3000;

export function createTurns(options: TurnsOptions): Turns {
  const { restFromMs, rests, longestRestMs, freeMs, longestWaitMs } = options;
  const last = new Map<string, Promise<unknown>>();
  /** Work of each name since its last pause; the timer ends it. */
  const worked = new Map<string, { ms: number; pause: NodeJS.Timeout }>();

  function restAfter(name: string, took: number): number {
    if (took < restFromMs) return 0;
    const before = worked.get(name);
    clearTimeout(before?.pause);
    const ms = (before?.ms ?? 0) + took;
    worked.set(name, { ms, pause: setTimeout(() => worked.delete(name), PAUSE_MS).unref() });
    return ms > freeMs ? Math.min(rests * took, longestRestMs) : 0;
  }

  return async (name, work, spent) => {
    const before = last.get(name);
    const { promise: mine, resolve } = Promise.withResolvers<void>();
    last.set(name, mine);
    const giveOn = () => {
      resolve();
      if (last.get(name) === mine) last.delete(name);
    };
    if (before && !(await isDoneWithin(before, longestWaitMs))) {
      void before.then(giveOn);
      throw new TooBusy("The service is busy. Try again in a few seconds.");
    }
    try {
      return await work();
    } finally {
      const rest = restAfter(name, spent());
      if (rest === 0) giveOn();
      else setTimeout(giveOn, rest).unref();
    }
  };
}
