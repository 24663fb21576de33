/** A thread for tests, with every way to end. */
import { existsSync } from "node:fs";
import { getPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { serveThread } from "../../src/shared/thread.ts";

const { needs = null } = (workerData ?? {}) as { needs?: string };
if (needs !== null && !existsSync(needs)) throw new Error("the file cannot be opened");
let calls = 0;

const operations = {
  count: () => ++calls,
  fail: () => {
    throw new Error("no such table");
  },
  wait: (ms: number) => sleep(ms),
  /** Until the first element is not 0. */
  hold: (gate: Int32Array) => void Atomics.wait(gate, 0, 0),
  nice: () => getPriority(0),
  /** Stops answering without ending. */
  hang: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  /** The same, in a busy loop. */
  spin: () => {
    for (;;);
  },
  /** Like an unhandled rejection. */
  reject: () => void Promise.reject(new Error("connection refused")),
  throwLater: () => void setImmediate(() => JSON.parse("{")),
  exit: () => process.exit(3),
};

export type SampleOperations = typeof operations;

serveThread(operations);
