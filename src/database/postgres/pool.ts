import type { PostgresPoolClient } from "kysely";
import type { PoolClient } from "pg";
import { withTimeout } from "../../shared/timeout.ts";
import {
  addressesOf,
  type Connections,
  type OwnClient,
  openClient,
  openConnections,
  type PoolOptions,
  silentAfter,
} from "./connect.ts";
import { findPrimary, isConnectionError, isFull, isReadOnly } from "./hosts.ts";
import { createPrepared } from "./prepared.ts";

export interface Connection extends PostgresPoolClient {
  /** Closes it instead of returning it to the pool. */
  destroy(): void;
}

/** pg's pool on the primary host, for Kysely. */
export interface Pool {
  connect(): Promise<Connection>;
  /** A connection outside the pool. */
  client(): Promise<OwnClient>;
  /** Called when another host has become the primary. */
  onMove(listener: () => void): void;
  end(): Promise<void>;
}

interface Opened extends Connections {
  /** True if its server no longer accepts writes. */
  demoted: boolean;
  /** The server's refusal, if its connections were exhausted a moment ago. */
  full: unknown;
}

/** Running statements have this long when their host is left or the pool is closed. */
const LEAVE_MS = 3000;
const END_MS = 1500;
/** The minimum interval between searches. */
const SEARCH_MS = 500;
const DOUBT_MS = 1000;
/** The interval for opening connections on a server whose connections are exhausted. */
const FULL_MS = 1000;
const ACQUIRE_TRIES = 3;

export function createPool(url: string, options: PoolOptions): Pool {
  const addresses = addressesOf(url);
  const several = addresses.length > 1;
  const silentMs = silentAfter(options);
  const statements = options.prepares && createPrepared(options.prepares);
  const listeners: (() => void)[] = [];
  /** Pools of former primaries until they are cut. */
  const left = new Set<Opened>();
  let ended = false;
  let searching: Promise<void> | undefined;
  let current = several ? undefined : open(addresses[0]!);

  function open(address: string): Opened {
    return { ...openConnections(address, options), demoted: false, full: undefined };
  }

  /** One search for all callers; its result is kept briefly, so that no host is flooded. */
  function search(): Promise<void> {
    if (!searching) {
      searching = findPrimary(addresses, options.askMs).then(moveTo);
      const forget = () => {
        searching = undefined;
      };
      const later = () => void setTimeout(forget, SEARCH_MS).unref();
      searching.then(later, later);
    }
    return searching;
  }

  /** Only moves to a host that accepts writes, so a needless search is harmless. */
  function moveTo(address: string): void {
    if (ended || (address === current?.address && !current.demoted)) return;
    const before = current;
    current = open(address);
    if (!before) return;
    void leave(before, LEAVE_MS);
    for (const listener of listeners) listener();
  }

  /** Running statements may finish; but a hanging host never answers. */
  async function leave(opened: Opened, ms: number): Promise<void> {
    left.add(opened);
    // Its own timer: pg's pool ends before its last connections are closed.
    setTimeout(() => {
      opened.cut();
      left.delete(opened);
    }, ms).unref();
    await opened.pool.end();
  }

  /** A failed search changes nothing; callers that cannot be served get an error. */
  const doubt = (): void => void search().catch(() => {});

  function suspect(opened: Opened, error: unknown): void {
    if (isReadOnly(error)) opened.demoted = true;
    // A single host needs no search; the pool reopens connections itself.
    if (several || opened.demoted) doubt();
  }

  async function watched<T>(work: Promise<T>): Promise<T> {
    if (!several) return work;
    const timer = setTimeout(doubt, options.doubtMs ?? DOUBT_MS);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }

  async function primary(): Promise<Opened> {
    if (!current) await search();
    if (ended) throw new Error("The store is closed.");
    return current!;
  }

  /** Back off after 53300 (too many connections). */
  function backOff(opened: Opened, reason: unknown): void {
    if (opened.full) return;
    opened.full = reason;
    opened.pool.options.max = opened.live();
    setTimeout(() => {
      opened.full = undefined;
      opened.pool.options.max = options.max;
    }, FULL_MS).unref();
  }

  async function acquire(opened: Opened, tries = ACQUIRE_TRIES): Promise<PoolClient> {
    if (opened.full && opened.live() === 0) throw opened.full;
    try {
      return await watched(opened.pool.connect());
    } catch (error) {
      if (!isFull(error)) throw error;
      backOff(opened, error);
      if (tries === 1) throw error;
      return acquire(opened, tries - 1);
    }
  }

  /** Destroys a failed or late connection at once, and no other. */
  function guard(opened: Opened, client: PoolClient): Connection {
    let broken: Error | undefined;
    async function query(text: string, values: unknown[]): Promise<unknown> {
      if (broken) throw broken;
      try {
        const answer: Promise<unknown> = statements
          ? statements.query(client, text, values)
          : client.query(text, values);
        return await watched(silentMs > 0 ? withTimeout(answer, silentMs, "Query read timeout") : answer);
      } catch (error) {
        if (isConnectionError(error) && !broken) {
          destroy(error as Error);
          suspect(opened, error);
        }
        throw error;
      }
    }
    function destroy(reason: Error): void {
      broken = reason;
      client.release(reason);
    }
    return {
      query: query as PostgresPoolClient["query"],
      release() {
        if (!broken) client.release();
      },
      destroy() {
        if (!broken) destroy(new Error("Connection terminated"));
      },
    };
  }

  async function prepared(opened: Opened, client: PoolClient): Promise<Connection> {
    const guarded = guard(opened, client);
    try {
      await statements?.greet(client, (text) => guarded.query(text, []));
      return guarded;
    } catch (error) {
      guarded.release();
      throw error;
    }
  }

  return {
    async connect() {
      const opened = await primary();
      try {
        return await prepared(opened, await acquire(opened));
      } catch (error) {
        if (ended || !isConnectionError(error)) throw error;
        suspect(opened, error);
        // Nothing was sent yet: if the primary is found elsewhere, this caller need not fail. If the search fails,
        // the first error is the most useful.
        await searching?.catch(() => {});
        if (!current || current === opened) throw error;
        return prepared(current, await acquire(current));
      }
    },
    async client() {
      if (several) await search();
      return openClient((await primary()).address, options.connectMs);
    },
    onMove: (listener) => void listeners.push(listener),
    async end() {
      if (ended) return;
      ended = true;
      for (const { cut } of left) cut();
      if (current) await leave(current, END_MS);
    },
  };
}
