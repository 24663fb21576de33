/** Ends a worker of this process the way a crash would: without warning. */
import type { Worker } from "node:worker_threads";

const workers: Worker[] = [];
process.on("worker", (worker: Worker) => void workers.push(worker));

/** The names of the running workers. */
export const liveThreads = (): string[] => workers.map((worker) => worker.threadName).filter((name) => name !== null);

/** Ends the newest worker with that name and resolves once it has exited. */
export async function endThread(name: string): Promise<void> {
  const worker = workers.findLast(({ threadName }) => threadName === name);
  if (!worker) throw new Error(`There is no ${name} thread, only: ${liveThreads().join(", ")}.`);
  await worker.terminate();
}
