import { TooBusy } from "../shared/errors.ts";
import { type Operations, ThreadEnded } from "../shared/thread.ts";
import type { Thread, Threads } from "../shared/threads.ts";

export interface ThreadPlaceOptions {
  name: string;
  file: URL;
  threads: Threads;
  /** Works that may wait at once. */
  limit: number;
}

/** A thread that starts with its first work, how much may wait for it, and its end for good. */
export function createThreadPlace<O extends Operations>(options: ThreadPlaceOptions) {
  const { name, file, threads, limit } = options;
  let thread: Thread<O> | undefined;
  let waiting = 0;
  let isClosed = false;
  return {
    async call<T>(work: (thread: Thread<O>) => Promise<T>): Promise<T> {
      // A thread that was started after the end would keep the process alive.
      if (isClosed) throw new ThreadEnded(name, "was closed");
      if (waiting >= limit) throw new TooBusy();
      thread ??= threads.start<O>(name, file, null);
      waiting += 1;
      try {
        return await work(thread);
      } finally {
        waiting -= 1;
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      await thread?.terminate();
    },
  };
}
