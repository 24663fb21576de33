import { setTimeout as sleep } from "node:timers/promises";
import { TooBusy } from "../shared/errors.ts";

export interface Patience {
  /** Aborted when nobody wants the picture any more. */
  signal?: AbortSignal | undefined;
  pauseMs?: number;
}

const TRIES = 100;
const PAUSE_MS = 200;

/** For works that draw many pictures, where nobody waits for a single one: tries again while others draw too much. */
export async function drawPatiently<T>(
  draw: () => Promise<T>,
  { signal, pauseMs = PAUSE_MS }: Patience = {},
): Promise<T> {
  for (let left = TRIES; ; left--) {
    signal?.throwIfAborted();
    try {
      return await draw();
    } catch (error) {
      if (!(error instanceof TooBusy) || left === 0) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}
