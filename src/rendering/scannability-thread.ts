import { serveThread } from "../shared/thread.ts";
import { assessScannability, type ScannabilityInput } from "./scannability.ts";
import type { Verdict } from "./verdict.ts";

// One at a time: questions that come meanwhile wait for the one before.
let last: Promise<unknown> = Promise.resolve();

const operations = {
  assess(input: ScannabilityInput): Promise<Verdict> {
    const verdict = last.then(() => assessScannability(input));
    // Whoever asked hears why it failed; the next in line only waits for its end.
    last = verdict.catch(() => {});
    return verdict;
  },
};

export type ScannabilityOperations = typeof operations;

serveThread(operations);
