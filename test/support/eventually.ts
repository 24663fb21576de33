import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Far beyond what a busy machine needs: only what never comes takes so long. */
const LONGEST_MS = 300_000;

/** Tries until `look` throws no more, and gives what it gave. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + LONGEST_MS;
  while (true) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    }
  }
}

/** Looks until it holds. */
export const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(async () => assert.ok(await holds(), `${holds} holds`));
