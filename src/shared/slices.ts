import { setImmediate as nextTurn } from "node:timers/promises";
import type { Caller } from "./caller.ts";
import { createFairQueue } from "./fair-queue.ts";

const SLICE_MS = 5;

const waiting = createFairQueue<() => void>({ limit: Number.POSITIVE_INFINITY });
let isRunning = false;

async function run(): Promise<void> {
  isRunning = true;
  while (waiting.size() > 0) {
    await nextTurn();
    waiting.next()!();
  }
  isRunning = false;
}

/**
 * For long work on the event loop: the result is awaited between its steps. Of all such work together, only one slice
 * runs in each turn of the loop, so that many requests at once delay others no longer than one does.
 */
export function createSlices(caller: Caller, sliceMs = SLICE_MS): () => Promise<void> {
  let begunAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - begunAt < sliceMs) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(caller, resolve);
    if (!isRunning) void run();
    await promise;
    begunAt = performance.now();
  };
}
