import type { Client, PoolClient } from "pg";
import {
  addressesOf,
  type Connections,
  findPrimary,
  openClient,
  openConnections,
} from "./connect.ts";

/** Connections that are thrown away when the database has stopped answering on them. */
export interface Pool {
  /** What Kysely wants to know of a pool: nothing, here. */
  readonly options: object;
  connect(): Promise<PoolClient>;
  /** A connection outside the pool, for whoever keeps it. */
  client(): Promise<Client>;
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

interface Opened {
  address: string;
  connections: Connections;
}

/** What a server says that no longer takes writes. */
const READ_ONLY = "25006";
const END_MS = 2000;
/** Another primary is looked for at most this often. */
const SEEK_MS = 500;

export function createPool(url: string, max: number, deadlineMs: number): Pool {
  const addresses = addressesOf(url);
  let ended = false;
  let openedAt = performance.now();
  let current = open();
  // Whoever asks for a connection hears; until then nobody listens.
  current.catch(() => {});

  async function open(): Promise<Opened> {
    openedAt = performance.now();
    const address = addresses.length === 1 ? addresses[0]! : await findPrimary(addresses);
    return { address, connections: openConnections(address, max) };
  }

  function renew(atLeastMs: number): void {
    if (ended || performance.now() - openedAt < atLeastMs) return;
    const silent = current;
    current = open();
    current.catch(() => {});
    silent.then(discard, () => {});
  }

  function discard({ connections: { pool, cut } }: Opened): void {
    pool.end().catch(() => {});
    cut();
  }

  /** With several hosts a refusal may mean that another one is the primary now. */
  function suspect(error: unknown): never {
    const demoted = (error as { code?: string }).code === READ_ONLY;
    if (addresses.length > 1 || demoted) renew(SEEK_MS);
    throw error;
  }

  return {
    options: {},
    async connect() {
      try {
        return await (await current).connections.pool.connect();
      } catch (error) {
        return suspect(error);
      }
    },
    client: async () => openClient((await current).address),
    async inTime(work) {
      const { promise, reject } = Promise.withResolvers<never>();
      if (ended) reject(new Error("The store is closed."));
      const timer = setTimeout(() => {
        renew(deadlineMs);
        reject(new DatabaseSilent(deadlineMs));
      }, deadlineMs);
      try {
        return await Promise.race([promise, work]);
      } catch (error) {
        return suspect(error);
      } finally {
        clearTimeout(timer);
      }
    },
    async end() {
      ended = true;
      const opened = await current.catch(() => null);
      if (!opened) return;
      const timer = setTimeout(opened.connections.cut, END_MS);
      await opened.connections.pool.end().catch(() => {});
      clearTimeout(timer);
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
