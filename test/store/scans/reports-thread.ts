/** A thread of reports for tests: all but small charts last until they are released. */
import { workerData } from "node:worker_threads";
import { serveThread } from "../../../src/shared/thread.ts";

const { gate } = workerData as { gate: Int32Array };

function hold(): [] {
  Atomics.add(gate, 1, 1);
  Atomics.wait(gate, 0, 0);
  return [];
}

serveThread({ insights: hold, page: hold, days: () => [], placementDays: () => [] });
