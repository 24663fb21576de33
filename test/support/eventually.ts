import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Far more than a busy machine needs: only a failure takes this long. */
const MAX_MS = 300_000;

/** Retries `look` until it no longer throws, and returns its result. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + MAX_MS;
  while (true) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    }
  }
}

/** Waits until `holds` returns true. */
export const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(async () => assert.ok(await holds(), `${holds} holds`));
