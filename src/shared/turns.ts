import { TooBusy } from "./errors.ts";
import { isDoneWithin } from "./timeout.ts";

/**
 * Works of one name run one after another, those of different names side by side: however much one
 * caller asks for at once, only one piece of it stands in anybody's way. After a long piece the name
 * rests three times as long, up to a limit. `spent` gives the milliseconds that the work took by now,
 * without what it only waited for others.
 */
export type Turns = <T>(name: string, work: () => Promise<T>, spent: () => number) => Promise<T>;

export interface TurnsOptions {
  /** Shorter works are followed by no rest. */
  restFromMs: number;
  longestRestMs: number;
  /** Who waits longer is told that it is too much, and stands in nobody's way any more. */
  longestWaitMs: number;
}

const RESTS = 3;

export function createTurns(options: TurnsOptions): Turns {
  const { restFromMs, longestRestMs, longestWaitMs } = options;
  const last = new Map<string, Promise<unknown>>();
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
      const took = spent();
      if (took < restFromMs) giveOn();
      else setTimeout(giveOn, Math.min(RESTS * took, longestRestMs)).unref();
    }
  };
}
