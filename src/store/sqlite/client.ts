import { startThread } from "../../shared/thread.ts";
import type { Operations, ThreadOptions } from "./thread.ts";

type Answer<K extends keyof Operations> = Promise<Awaited<ReturnType<Operations[K]>>>;

/** The event loop's end of a SQLite thread. */
export interface SqliteClient {
  call<K extends keyof Operations>(operation: K, ...args: Parameters<Operations[K]>): Answer<K>;
  /** Holds the connection until released: a transaction runs over several calls. */
  lock(): Promise<() => void>;
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function startSqlite(options: ThreadOptions): SqliteClient {
  const thread = startThread<Operations>(new URL("./thread.ts", import.meta.url), options);
  let queue: Promise<unknown> = Promise.resolve();

  const client: SqliteClient = {
    call: thread.call as SqliteClient["call"],
    async lock() {
      const before = queue;
      const { promise, resolve } = Promise.withResolvers<void>();
      queue = promise;
      await before;
      return resolve;
    },
    async exclusive(work) {
      const release = await client.lock();
      try {
        return await work();
      } finally {
        release();
      }
    },
    async close() {
      await client.exclusive(() => client.call("close")).catch(() => {});
      await thread.terminate();
    },
  };
  return client;
}
