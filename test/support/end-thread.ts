/** Ends a worker of this process as a crash would: unasked, and without a word to anybody. */
import type { Worker } from "node:worker_threads";

const workers: Worker[] = [];
process.on("worker", (worker: Worker) => void workers.push(worker));

/** The names of the workers that live now. */
export const liveThreads = (): string[] => workers.map((worker) => worker.threadName).filter((name) => name !== null);

/** Ends the youngest worker of that name; resolves when it is gone. */
export async function endThread(name: string): Promise<void> {
  const worker = workers.findLast(({ threadName }) => threadName === name);
  if (!worker) throw new Error(`There is no ${name} thread, only: ${liveThreads().join(", ")}.`);
  await worker.terminate();
}
