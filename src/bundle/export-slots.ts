import type { Caller } from "../shared/caller.ts";
import { createFairQueue } from "../shared/fair-queue.ts";

/** Runs at most `most` tasks at once, in turn by person, and one of each person. */
export function createSlots(most: number) {
  const waiting = createFairQueue<() => void>({ limit: Number.POSITIVE_INFINITY });
  const running = new Set<string>();

  function fill(): void {
    if (running.size < most) waiting.next((person) => !running.has(person))?.();
  }

  return async <T>(caller: Caller, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((resolve) => {
      waiting.add(caller, () => {
        running.add(caller.person);
        resolve();
      });
      fill();
    });
    try {
      return await work();
    } finally {
      running.delete(caller.person);
      waiting.endTurn(caller.person);
      fill();
    }
  };
}
