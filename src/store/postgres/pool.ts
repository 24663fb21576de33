import { connect, type Database } from "./connect.ts";

/** Connections that are thrown away when the database has stopped answering on them. */
export interface Pool {
  sql(): Database;
  /** Fails after the deadline, so that no caller waits for a network that swallows everything. */
  inTime<T>(work: PromiseLike<T>): Promise<T>;
  end(): Promise<void>;
}

class DatabaseSilent extends Error {
  constructor(ms: number) {
    super(`The database did not answer within ${ms} ms.`);
    this.name = "DatabaseSilent";
  }
}

export function createPool(url: string, connections: number, deadlineMs: number): Pool {
  let current = connect(url, connections);
  let renewedAt = performance.now();
  let ended = false;

  function renew(): void {
    if (ended || performance.now() - renewedAt < deadlineMs) return;
    renewedAt = performance.now();
    const silent = current;
    current = connect(url, connections);
    silent.end({ timeout: 0 }).catch(() => {});
  }

  return {
    sql: () => current,
    async inTime(work) {
      const { promise, reject } = Promise.withResolvers<never>();
      if (ended) reject(new Error("The store is closed."));
      const timer = setTimeout(() => {
        renew();
        reject(new DatabaseSilent(deadlineMs));
      }, deadlineMs);
      try {
        return await Promise.race([promise, work]);
      } finally {
        clearTimeout(timer);
      }
    },
    end() {
      ended = true;
      return current.end({ timeout: 2 });
    },
  };
}

type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

/** The same methods, each held to the pool's deadline. */
export function allInTime<T extends object>(pool: Pool, methods: T): T {
  const held = Object.entries(methods as Methods).map(([name, method]) => [
    name,
    (...args: never[]) => pool.inTime(method(...args)),
  ]);
  return Object.fromEntries(held) as T;
}
