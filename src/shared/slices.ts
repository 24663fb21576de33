import { setImmediate as nextTurn } from "node:timers/promises";

const SLICE_MS = 5;

let last: Promise<void> = Promise.resolve();

/**
 * For long work on the event loop: the result is awaited between its steps. Of all such work together, only one slice
 * runs in each turn of the loop, so that many requests at once delay others no longer than one does.
 */
export function createSlices(sliceMs = SLICE_MS): () => Promise<void> {
  let begunAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - begunAt < sliceMs) return;
    last = last.then(() => nextTurn());
    await last;
    begunAt = performance.now();
  };
}
