import { TooBusy } from "./errors.ts";
import { isDoneWithin } from "./timeout.ts";

/**
 * Works of one name run one after another, those of different names side by side: however much one
 * caller asks for at once, only one piece of it stands in anybody's way. After a long piece the name
 * rests several times as long, up to a limit; but not the first pieces after a pause. `spent` gives the
 * milliseconds that the work took by now, without what it only waited for others.
 */
export type Turns = <T>(name: string, work: () => Promise<T>, spent: () => number) => Promise<T>;

export interface TurnsOptions {
  /** Shorter works are followed by no rest, and are not counted. */
  restFromMs: number;
  /** How many times as long as its work a name rests. */
  rests: number;
  longestRestMs: number;
  /** Only who has worked longer than this since a pause rests. */
  freeMs: number;
  /** Who waits longer is told that it is too much, and stands in nobody's way any more. */
  longestWaitMs: number;
}

/** From the end of a name's long work to the end of its next, for it to be a pause. */
const PAUSE_MS = 3000;

export function createTurns(options: TurnsOptions): Turns {
  const { restFromMs, rests, longestRestMs, freeMs, longestWaitMs } = options;
  const last = new Map<string, Promise<unknown>>();
  /** What names have worked since their last pause, which ends each. */
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
      throw new TooBusy("Too much is asked for at once. Please try again in a few seconds.");
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
