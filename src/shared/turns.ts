import type { Caller } from "./caller.ts";
import { TooBusy } from "./errors.ts";
import { createFairQueue } from "./fair-queue.ts";
import { isDoneWithin } from "./timeout.ts";

/**
 * Runs tasks of one person one after another, and of different people concurrently, so that one person occupies one
 * place at a time, however many workspaces they have; these take turns. After a long task the person's next one waits
 * for a multiple of its duration, up to a limit, except for the first tasks after a pause. `spent` returns the
 * milliseconds worked so far, without waiting.
 */
export type Turns = <T>(caller: Caller, work: () => Promise<T>, spent: () => number) => Promise<T>;

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
  /** What TooBusy says then, if there is more to say than to try again. */
  tooBusy?: string;
}

/** Time between two long tasks of a person that counts as a pause. */
const PAUSE_MS = 3000;

export function createTurns(options: TurnsOptions): Turns {
  const { restFromMs, rests, longestRestMs, freeMs, longestWaitMs, tooBusy } = options;
  /** Of everybody who has a task running or resting: those that wait for it, by workspace. */
  const lines = new Map<string, ReturnType<typeof createFairQueue<() => void>>>();
  /** Work of each person since their last pause; the timer ends it. */
  const worked = new Map<string, { ms: number; pause: NodeJS.Timeout }>();

  function restAfter(person: string, took: number): number {
    if (took < restFromMs) return 0;
    const before = worked.get(person);
    clearTimeout(before?.pause);
    const ms = (before?.ms ?? 0) + took;
    worked.set(person, { ms, pause: setTimeout(() => worked.delete(person), PAUSE_MS).unref() });
    return ms > freeMs ? Math.min(rests * took, longestRestMs) : 0;
  }

  async function takeTurn({ person, part = "" }: Caller): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const line = lines.get(person) ?? createFairQueue<() => void>({ limit: Number.POSITIVE_INFINITY });
    line.add({ person: part }, resolve);
    if (!lines.has(person)) {
      lines.set(person, line);
      return giveOn(person);
    }
    const isMine = await isDoneWithin(promise, longestWaitMs);
    // Unless it came at the last moment.
    if (!isMine && line.remove({ person: part }, resolve)) {
      throw new TooBusy(tooBusy);
    }
  }

  function giveOn(person: string): void {
    const next = lines.get(person)!.next();
    if (next) next();
    else lines.delete(person);
  }

  return async (caller, work, spent) => {
    await takeTurn(caller);
    try {
      return await work();
    } finally {
      const rest = restAfter(caller.person, spent());
      if (rest === 0) giveOn(caller.person);
      else setTimeout(() => giveOn(caller.person), rest).unref();
    }
  };
}
