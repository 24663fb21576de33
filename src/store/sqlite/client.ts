import type { Thread, Threads } from "../../shared/threads.ts";
import type { Operations, ThreadOptions } from "./thread.ts";

/** The event loop's side of a SQLite thread. */
export interface SqliteClient extends Pick<Thread<Operations>, "call" | "callLong" | "session"> {
  /** Holds the connection until released: a transaction spans several calls. */
  lock(): Promise<() => void>;
  /** For work in a single call: waits only for transactions that began before, because calls run in order. */
  afterTransactions<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function startSqlite(
  threads: Threads,
  name: string,
  options: ThreadOptions,
  how?: { isLazy?: boolean },
): SqliteClient {
  const file = new URL("./thread.ts", import.meta.url);
  const thread = threads.start<Operations>(name, file, options, how);
  let queue: Promise<unknown> = Promise.resolve();

  const client: SqliteClient = {
    call: thread.call,
    callLong: thread.callLong,
    session: thread.session,
    async lock() {
      const before = queue;
      const { promise, resolve } = Promise.withResolvers<void>();
      queue = promise;
      await before;
      return resolve;
    },
    async afterTransactions(work) {
      await queue;
      return work();
    },
    async close() {
      // Committed data is already synced, and the end of the thread closes the file.
      if (thread.isStarted()) await client.afterTransactions(() => client.call("close")).catch(() => {});
      await thread.terminate();
    },
  };
  return client;
}
