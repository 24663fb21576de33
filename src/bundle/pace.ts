import { setTimeout as sleep } from "node:timers/promises";

/** SQLite lets one write at a time, and a service that waits for more than some seconds gives up. */
const LONG_MS = 500;
const LONGEST_REST_MS = 50;
const SMALLEST_SHARE = 1 / 32;

/** Writes in lots that take a moment each, and leaves others theirs between them. */
export function createPace() {
  let share = 1;
  return {
    /** How many rows to write at once, of as many as may be. */
    rows: (most: number): number => Math.ceil(most * share),

    async write<T>(work: () => Promise<T>): Promise<T> {
      const began = performance.now();
      const result = await work();
      const took = performance.now() - began;
      share = took > LONG_MS ? Math.max(SMALLEST_SHARE, share / 2) : Math.min(1, share * 1.5);
      await sleep(Math.min(LONGEST_REST_MS, took));
      return result;
    },
  };
}

export type Pace = ReturnType<typeof createPace>;
