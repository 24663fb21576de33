/**
 * A streaming replica for lists, statistics and exports (DATABASE_READ_URL). It answers a read only if it has replayed
 * everything that was committed when the read began, on whichever node; otherwise the primary does.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import type { ReadSnapshot } from "../../scans/read.queries.ts";
import { withTimeout } from "../../shared/timeout.ts";
import type { ReplicaHealth } from "../../store/store.ts";
import { addStatementTime, PREPARED_MARK } from "../statements.ts";
import type { Tables } from "../tables.ts";
import { type OwnClient, openClient, type PoolOptions } from "./connect.ts";
import { isConnectionError, isFull, reasonOf } from "./hosts.ts";
import { type Connection, createPool, type Pool } from "./pool.ts";
import { explainStart, StartError } from "./start-errors.ts";

const SETTING = "DATABASE_READ_URL";
/** A replica that hangs is left within the sum of these two. */
const LOOK_MS = 1000;
const ASK_MS = 1000;
const MAX_LAG_SECONDS = 5;
/** Between questions of a read that waits for the replica to catch up. */
const POLL_MS = 5;
/** One a second: enough to tell a lag of an hour, and after that it only grows. */
const MAX_SAMPLES = 3600;
/** query_canceled: the statement was too slow, and would be on the primary too. */
const CANCELLED = "57014";
const BEHIND = "It is behind.";

/** Positions in the write-ahead log are numbers of bytes. */
interface Position {
  position: number;
  timeline: number;
}

interface State extends Position {
  isStandby: boolean;
  /** Which database of which cluster. */
  source: string;
}

/** What has been committed so far. Without synchronous commits that includes what is not flushed. */
const COMMITTED = sql.raw(`SELECT ${PREPARED_MARK} pg_wal_lsn_diff(lsn, '0/0')::float8 AS position,
  ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::integer AS timeline
  FROM (SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END AS lsn) AS committed`);

/** The timeline is known since the last restart point, so a replica may be used some minutes after a failover. */
const STATE = `SELECT ${PREPARED_MARK} pg_is_in_recovery() AS "isStandby",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 AS position,
  greatest((SELECT timeline_id FROM pg_control_checkpoint()),
    (SELECT min_recovery_end_timeline FROM pg_control_recovery())) AS timeline,
  concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
    (SELECT oid FROM pg_database WHERE datname = current_database()), current_schema()) AS source`;

/** The replica cannot answer: the primary must. */
class PrimaryInstead extends Error {
  override name = "PrimaryInstead";
}

const ignore = (): void => {};

const isAway = (error: unknown): boolean => isConnectionError(error) || isFull(error);

export interface ReplicaOptions {
  url: string;
  /** The primary. */
  db: Kysely<Tables>;
  warn: (message: string) => void;
  /** Time for the replica to answer how far it is. */
  askMs?: number | undefined;
}

export interface ReadPoolOptions extends PoolOptions {
  /** How long a read waits for the replica to catch up. */
  catchUpMs: number;
}

export interface Reads {
  db: Kysely<Tables>;
  snapshot: ReadSnapshot;
}

export function readsOn(pool: PostgresPool): Reads {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: addStatementTime });
  const snapshot: ReadSnapshot = (work) =>
    db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);
  return { db, snapshot };
}

export function createReplica({ url, db, warn, askMs = ASK_MS }: ReplicaOptions) {
  const pools: Pool[] = [];
  const reads = { replica: 0, primary: 0 };
  /** Rejects what runs on the replica. A set, because promises that are raced keep every racer. */
  const running = new Set<(error: Error) => void>();
  /** Positions of the primary that the replica has not reached, oldest first. */
  let samples: { at: number; position: number }[] = [];
  let lag: Pick<ReplicaHealth, "lagBytes" | "lagSeconds"> = { lagBytes: null, lagSeconds: null };
  /** Why it is not used. */
  let problem: string | null = null;
  let source = "";
  let asking: OwnClient | undefined;
  let isClosed = false;

  async function committed(): Promise<Position> {
    const { rows } = await sql<Position>`${COMMITTED}`.execute(db);
    return rows[0]!;
  }

  async function openOwn(): Promise<OwnClient> {
    const opened = await openClient(url, askMs, 0);
    opened.client.once("end", () => {
      if (asking === opened) asking = undefined;
    });
    return opened;
  }

  /** On a connection of its own, which no list can keep busy. */
  async function ask(): Promise<State> {
    asking ??= await openOwn();
    const { client, close } = asking;
    try {
      const { rows } = await withTimeout(client.query<State>(STATE), askMs, "Query read timeout");
      return rows[0]!;
    } catch (error) {
      asking = undefined;
      close();
      throw error;
    } finally {
      if (isClosed) close();
    }
  }

  function judge(now: string | null): void {
    const before = problem;
    problem = now;
    if (before === null && now !== null) warn(`The replica in ${SETTING} is not used, so the primary answers. ${now}`);
    if (before !== null && now === null) warn(`The replica in ${SETTING} is used again.`);
  }

  function unfit(state: State, primary: Position): string | null {
    if (!state.isStandby) return "It accepts writes, so it was promoted.";
    if (state.source !== source) return "It is no replica of the database in DATABASE_URL.";
    if (state.timeline !== primary.timeline) return "It has not followed the change of the primary yet.";
    return null;
  }

  /** Seconds since the primary was first seen ahead of where the replica is now. */
  function measure(at: number, primary: number, replayed: number): number {
    if (samples.length < MAX_SAMPLES) samples.push({ at, position: primary });
    samples = samples.filter(({ position }) => position > replayed && position <= primary);
    const seconds = samples.length > 0 ? (performance.now() - samples[0]!.at) / 1000 : 0;
    lag = { lagBytes: Math.max(0, primary - replayed), lagSeconds: seconds };
    return seconds;
  }

  function lose(error: unknown): void {
    lag = { lagBytes: null, lagSeconds: null };
    judge(`It does not answer (${reasonOf(error)}).`);
    for (const reject of running) reject(new PrimaryInstead(problem!));
  }

  async function look(): Promise<void> {
    const at = performance.now();
    // Without the primary there is nothing to compare with.
    const primary = await committed().catch(() => undefined);
    if (!primary || isClosed) return;
    try {
      const state = await ask();
      const seconds = measure(at, primary.position, state.position);
      const late = seconds > MAX_LAG_SECONDS ? `It is more than ${MAX_LAG_SECONDS} seconds behind.` : null;
      judge(unfit(state, primary) ?? late);
    } catch (error) {
      if (!isClosed) lose(error);
    }
  }

  async function watch(): Promise<void> {
    while (!isClosed) {
      await sleep(LOOK_MS, undefined, { ref: false });
      if (!isClosed) await look();
    }
  }

  async function findSource(): Promise<void> {
    source = (await sql<State>`${sql.raw(STATE)}`.execute(db)).rows[0]!.source;
  }

  async function begin(): Promise<void> {
    await look();
    void watch();
  }

  /** Rejects as soon as the replica no longer answers. */
  async function unlessLost<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    running.add(reject);
    try {
      return await Promise.race([work, promise]);
    } finally {
      running.delete(reject);
    }
  }

  async function acquire(pool: Pool): Promise<Connection> {
    const connecting = pool.connect();
    try {
      return await unlessLost(connecting);
    } catch (error) {
      connecting.then((late) => late.release(), ignore);
      throw new PrimaryInstead(reasonOf(error), { cause: error });
    }
  }

  /** Anything that fails on the replica is retried on the primary, except statements that are too slow. */
  function guard(connection: Connection): PostgresPoolClient {
    async function query(text: string, values: unknown[]): Promise<unknown> {
      try {
        return await unlessLost(connection.query(text, values));
      } catch (error) {
        if ((error as { code?: string }).code === CANCELLED) throw error;
        // A transaction may be open on it.
        if (error instanceof PrimaryInstead) connection.destroy();
        throw new PrimaryInstead(reasonOf(error), { cause: error });
      }
    }
    return { query: query as PostgresPoolClient["query"], release: connection.release };
  }

  /** False if it has not replayed in time what was committed by now. */
  async function catchesUp(client: PostgresPoolClient, ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    // Usually one round trip is enough: both are asked at the same time.
    let [primary, { rows }] = await Promise.all([committed(), client.query<State>(STATE, [])]);
    while (true) {
      const wrong = unfit(rows[0]!, primary);
      if (wrong !== null) {
        judge(wrong);
        throw new PrimaryInstead(wrong);
      }
      if (rows[0]!.position >= primary.position) return true;
      if (performance.now() >= until) return false;
      await sleep(POLL_MS);
      ({ rows } = await client.query<State>(STATE, []));
    }
  }

  /** Connections to the replica that see everything committed when they were asked for. */
  function open({ catchUpMs, ...options }: ReadPoolOptions): PostgresPool {
    const pool = createPool(url, { ...options, prepares: (text) => text === STATE });
    pools.push(pool);
    /** After a read timed out waiting for the replica, the replica is skipped until this time. */
    let restUntil = 0;

    async function connect(): Promise<PostgresPoolClient> {
      if (problem !== null || performance.now() < restUntil) throw new PrimaryInstead(problem ?? BEHIND);
      const client = guard(await acquire(pool));
      try {
        if (!(await catchesUp(client, catchUpMs))) {
          restUntil = performance.now() + LOOK_MS;
          throw new PrimaryInstead(BEHIND);
        }
      } catch (error) {
        client.release();
        throw error;
      }
      reads.replica += 1;
      return client;
    }
    return { connect, end: pool.end };
  }

  /** Does the work on the primary if the replica cannot do all of it. */
  async function orPrimary<T>(onReplica: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    try {
      return await onReplica();
    } catch (error) {
      if (!(error instanceof PrimaryInstead)) throw error;
      reads.primary += 1;
      return onPrimary();
    }
  }

  /** For single statements: one that fails on the replica is repeated on the primary. */
  async function connectEither(replica: PostgresPool, primary: PostgresPool): Promise<PostgresPoolClient> {
    let client = await orPrimary(replica.connect, primary.connect);
    async function repeat(text: string, values: unknown[]): Promise<unknown> {
      const failed = client;
      client = await primary.connect();
      failed.release();
      return client.query(text, values);
    }
    const query = (text: string, values: unknown[]) =>
      orPrimary<unknown>(
        () => client.query(text, values),
        () => repeat(text, values),
      );
    return { query: query as PostgresPoolClient["query"], release: () => client.release() };
  }

  return {
    /** Refuses what is not a replica of this database. One that does not answer may do so later. */
    async start(): Promise<void> {
      await findSource();
      try {
        refuse(await ask(), source);
      } catch (error) {
        if (!isAway(error)) throw explainStart(error, SETTING);
      }
      await begin();
    },

    /** In a thread of a service that has started with it. By now it may be unfit, such as promoted. */
    async resume(): Promise<void> {
      await findSource();
      await begin();
    },

    /** Reads on the replica, and on the primary whenever the replica cannot answer. */
    reads(primary: Pool, options: ReadPoolOptions): Reads {
      const replica = open(options);
      const [here, there] = [readsOn(primary), readsOn(replica)];
      return {
        db: readsOn({ ...replica, connect: () => connectEither(replica, primary) }).db,
        snapshot: (work) =>
          orPrimary(
            () => there.snapshot(work),
            () => here.snapshot(work),
          ),
      };
    },

    health: (): ReplicaHealth => ({ isUsed: problem === null, problem, ...lag, reads: { ...reads } }),

    async close(): Promise<void> {
      isClosed = true;
      asking?.close();
      await Promise.all(pools.map(({ end }) => end()));
    },
  };
}

function refuse({ isStandby, source }: State, expected: string): void {
  if (isStandby && source === expected) return;
  const found = isStandby ? "names a standby of another database" : "names a server that accepts writes";
  throw new StartError(`${SETTING} ${found}, but must name a streaming replica of the database in DATABASE_URL.`);
}
