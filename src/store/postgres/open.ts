import { randomBytes } from "node:crypto";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { ImportRunning } from "../../bundle/bundled.ts";
import { createBundleReader } from "../../bundle/read.queries.ts";
import { createBundleWriter } from "../../bundle/write.queries.ts";
import { createMakeCodes } from "../../codes/creation.postgres.ts";
import { createChanges } from "../../database/changes.ts";
import { createGrowth } from "../../database/postgres/growth.ts";
import {
  ANY,
  announceChanges,
  changeNotice,
  createOwnChanges,
  listenForNotices,
} from "../../database/postgres/notices.ts";
import { createPool, type Pool } from "../../database/postgres/pool.ts";
import { createReplica, type ReadPoolOptions, type Reads, readsOn } from "../../database/postgres/replica.ts";
import { explainStart, refuseEncoding, refuseIsolation } from "../../database/postgres/start-errors.ts";
import { PREPARED_MARK } from "../../database/statements.ts";
import type { Tables } from "../../database/tables.ts";
import { createWindows, SERVER_TIME } from "../../limits/windows.postgres.ts";
import { forgetVisitors } from "../../scans/visitors.postgres.ts";
import { createThreads, type Threads } from "../../shared/threads.ts";
import { createMaintenance } from "../maintenance.ts";
import { migrate } from "../migrate.ts";
import { createQueries } from "../queries.ts";
import { createReports } from "../reports.ts";
import type { RunStep } from "../steps.ts";
import type { Store } from "../store.ts";
import type { ReportThreadOptions } from "./report-thread.ts";
import type { SettleOperations, SettleThreadOptions } from "./settle-thread.ts";
import type { StepOperations, StepThreadOptions } from "./step-thread.ts";

export interface PostgresOptions {
  url: string;
  /** The server itself, if `url` points to a pooler in transaction mode. */
  directUrl?: string | undefined;
  /** A streaming replica for lists, statistics and exports. */
  readUrl?: string | undefined;
  lifetimeMs: number;
  warn?: ((message: string) => void) | undefined;
  /** Called before migrations run, here or on another node, which may take minutes. */
  onMigrating?: (() => void) | undefined;
  /** Only for tests that move the time; otherwise windows use the database's clock. */
  windowNow?: () => number;
  threads?: Threads | undefined;
  /**
   * Time limits of statements, connections and hosts; larger only for tests on busy machines. The settling thread
   * retries by itself.
   */
  patienceMs?: number | undefined;
}

const CONNECTIONS = 7;
/** For lists and searches of all callers, so that nobody else waits behind them. */
const LIST_CONNECTIONS = 3;
/** For migrations, maintenance and checks. None is open when idle. */
const DIRECT_CONNECTIONS = 2;
/** An import holds one while it runs and writes over the others. None is open when idle. */
const IMPORT_CONNECTIONS = 3;
/** One per running snapshot. None is open when idle. */
const SNAPSHOT_CONNECTIONS = 3;
/** How long a list, and how long an export waits for a replica to catch up. */
const LIST_WAIT_MS = 50;
const SNAPSHOT_WAIT_MS = 2000;
/** People wait for the answer: slower statements are cancelled. */
const STATEMENT_MS = 3000;
/** Arbitrary numbers, the same on every node. */
const MIGRATION_LOCK = 7_367_726;
const IMPORT_LOCK = 7_367_730;
const LOCK_WORD_MS = 5_000;
const NO_NOTICES =
  "No change notices arrive from the database, so a changed code takes up to 5 seconds to reach other nodes. If DATABASE_URL points to PgBouncer in transaction mode, set DATABASE_DIRECT_URL to the server itself.";

export async function openPostgres({
  url,
  directUrl = url,
  readUrl,
  lifetimeMs,
  warn,
  onMigrating,
  windowNow,
  threads = createThreads({ isLazy: true }),
  patienceMs,
}: PostgresOptions): Promise<Store> {
  const waits = { connectMs: patienceMs, askMs: patienceMs };
  const withTimeout = { ...waits, statementMs: patienceMs ?? STATEMENT_MS };
  const noTimeout = { ...waits, statementMs: 0 };
  const prepares = (text: string) => text.includes(PREPARED_MARK);
  const pool = createPool(url, { max: CONNECTIONS, ...withTimeout, prepares });
  const lists = createPool(url, { max: LIST_CONNECTIONS, ...withTimeout });
  const direct = createPool(directUrl, { max: DIRECT_CONNECTIONS, ...noTimeout });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const listDb = readsOn(lists).db;
  const snapshots = createPool(directUrl, { max: SNAPSHOT_CONNECTIONS, ...noTimeout });
  const imports = createPool(directUrl, { max: IMPORT_CONNECTIONS, ...noTimeout });
  const importing = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: imports }) });
  const directDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: direct }) });
  const pools = [pool, lists, direct, snapshots, imports];
  const replica = readUrl
    ? createReplica({ url: readUrl, db, warn: (message) => warn?.(message), askMs: patienceMs })
    : undefined;
  const readsOf = (primary: Pool, options: ReadPoolOptions): Reads =>
    replica?.reads(primary, options) ?? readsOn(primary);
  const reads = readsOf(lists, { max: LIST_CONNECTIONS, ...withTimeout, catchUpMs: LIST_WAIT_MS });
  const longReads = readsOf(snapshots, { max: SNAPSHOT_CONNECTIONS, ...noTimeout, catchUpMs: SNAPSHOT_WAIT_MS });
  const node = randomBytes(6).toString("hex");
  const own = createOwnChanges();
  const { changed, ...changes } = createChanges();
  const directSetting = directUrl === url ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const notices = await prepare().catch(async (error) => {
    await Promise.all([replica?.close(), ...pools.map(({ end }) => end())]);
    throw explainStart(error, directSetting);
  });
  const settler = threads.start<SettleOperations>("postgres-settler", new URL("./settle-thread.ts", import.meta.url), {
    url,
    lifetimeMs,
  } satisfies SettleThreadOptions);

  const reports = createReports(threads, new URL("./report-thread.ts", import.meta.url), {
    url,
    readUrl,
    connection: withTimeout,
    catchUpMs: LIST_WAIT_MS,
    askMs: patienceMs,
  } satisfies ReportThreadOptions);
  const steps = threads.start<StepOperations>(
    "postgres-packer",
    new URL("./step-thread.ts", import.meta.url),
    { url: directUrl, connection: noTimeout } satisfies StepThreadOptions,
    { isLazy: true },
  );

  const step: RunStep = (name, ...args) => steps.callLong("step", name, args) as never;

  async function prepare() {
    await refuseEncoding(directDb, directSetting);
    const onWait = () => {
      warn?.("waiting for another node that is migrating the database");
      onMigrating?.();
    };
    await migrate(directDb, "postgres", (trx) => takeMigrationLock(trx, onWait), { onMigrating });
    await refuseIsolation(db, "DATABASE_URL");
    await replica?.start();
    const { client: connect } = direct;
    const { onMove } = pool;
    const isEcho = (token: string) => !own.isOpen(token);
    const onDeaf = () => warn?.(NO_NOTICES);
    return listenForNotices({ connect, onMove, db, node, isEcho, changed, onDeaf });
  }

  const announce = async (trx: Transaction<Tables>, what: readonly string[] | null) => {
    for (const each of what ?? []) own.begin(each);
    await announceChanges(trx, node, what ?? [ANY]);
  };
  const changedHere = (what: string | null) => {
    if (what !== null) own.made(what);
    changed(what);
  };
  const makeCodes = createMakeCodes(db, (token) => changeNotice(node, token));
  const growth = createGrowth(directDb, (message) => warn?.(message));
  const now = windowNow ?? (() => SERVER_TIME);
  const queries = createQueries({
    engine: "postgres",
    db,
    listDb,
    replicaDb: reads.db,
    reports,
    checking: readsOn(direct).snapshot,
    step,
    now,
    async makeCodes(made, once, mostSlugs) {
      for (const { token } of made) own.begin(token);
      const refusal = await makeCodes(made, once, mostSlugs);
      if (refusal !== null) for (const { token } of made) own.made(token);
      else growth.added("codes", made.length);
      return refusal;
    },
    announce,
    changed: changedHere,
  });

  return {
    ...queries,
    ...createWindows(db, windowNow),
    async settleScans(rows) {
      const report = await settler.callLong("settle", rows);
      growth.added(
        "scans",
        rows.reduce((sum, { first, last }) => sum + last + 1 - first, 0),
      );
      return report;
    },
    ...changes,
    ping: async () => void (await sql`SELECT 1`.execute(db)),
    async databaseAhead(now) {
      if (windowNow) return 0;
      const before = now();
      const { rows } = await sql<{ at: number }>`SELECT ${SERVER_TIME} AS at`.execute(db);
      // The clock may have been read at any moment of the round trip.
      const { at } = rows[0]!;
      return at - Math.min(Math.max(at, before), now());
    },
    lostNotices: notices.lost,
    replica: () => replica?.health() ?? null,
    hearsChanges: notices.hears,
    maintain: createMaintenance({
      db: directDb,
      engine: "postgres",
      announce,
      changed: changedHere,
      leaseNow: now,
      step,
      forgetVisitors: (now) => forgetVisitors(directDb, now),
    }),
    integrity: async () => [],
    snapshot: (work) =>
      longReads.snapshot(async (snapshot) => {
        // The reader of a snapshot may be slower than the usual limit.
        await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(snapshot);
        return work(createBundleReader(snapshot, "postgres"));
      }),
    importer: createBundleWriter({
      db: importing,
      async alone(work) {
        const result = await alone(importing, work);
        await growth.analyze();
        return result;
      },
      announce: (trx) => announce(trx, null),
      changed: () => changed(null),
    }),
    async backup() {
      throw new Error("This command copies only a SQLite database; for PostgreSQL use pg_dump.");
    },
    async close() {
      notices.close();
      // What was being settled stays in the journal; the end of the thread cuts its connection.
      await growth.idle();
      const ended = settler.isStarted() && settler.call("close").catch(() => {});
      await Promise.all([ended, reports.close(), replica?.close(), ...pools.map(({ end }) => end())]);
      await Promise.all([settler.terminate(), steps.terminate()]);
    },
  };
}

/** Another node may hold it for minutes. */
async function takeMigrationLock(trx: Transaction<Tables>, onWait: () => void): Promise<void> {
  const timer = setTimeout(onWait, LOCK_WORD_MS);
  try {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * One import at a time. The lock belongs to an open transaction, so that it ends with the connection; a pooler would
 * lend the session to others between statements.
 */
const alone = <T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
    const { rows } = await sql<{ ours: boolean }>`
      SELECT pg_try_advisory_xact_lock(${sql.lit(IMPORT_LOCK)}) AS ours`.execute(trx);
    if (!rows[0]!.ours) throw new ImportRunning();
    return work();
  });
