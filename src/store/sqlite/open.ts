import { join } from "node:path";
import { Kysely } from "kysely";
import { alone } from "../../bundle/import-lock.sqlite.ts";
import { createBundleReader } from "../../bundle/read.queries.ts";
import { createBundleWriter } from "../../bundle/write.queries.ts";
import type { MakeCodes } from "../../codes/creation.queries.ts";
import { creationSteps } from "../../codes/creation.sqlite.ts";
import { createChanges } from "../../database/changes.ts";
import { createSqliteDialect } from "../../database/sqlite/dialect.ts";
import { isCutShort, refuseLostDatabase } from "../../database/sqlite/guard.ts";
import { addStatementTime } from "../../database/statements.ts";
import type { Tables } from "../../database/tables.ts";
import { forgetPeople } from "../../scans/visitors.sqlite.ts";
import { type Clock, isSystemClock } from "../../shared/clock.ts";
import { damaged, explainFileError, makeDataDir } from "../../shared/file-errors.ts";
import { createThreads, type Threads } from "../../shared/threads.ts";
import { withTimeout } from "../../shared/timeout.ts";
import { createMaintenance } from "../maintenance.ts";
import { migrate } from "../migrate.ts";
import { createQueries } from "../queries.ts";
import { createReports } from "../reports.ts";
import type { RunStep } from "../steps.ts";
import type { Store } from "../store.ts";
import { startSqlite } from "./client.ts";

export interface SqliteOptions {
  dataDir: string;
  lifetimeMs: number;
  clock: Clock;
  threads?: Threads | undefined;
  /** Called before migrations run, which may take minutes. */
  onMigrating?: (() => void) | undefined;
}

const WHEN_DAMAGED =
  "Copy the folder, then restore the latest backup as tessera.db and move tessera.db-wal and tessera.db-shm away.";
/** A thread that takes longer to answer counts as unavailable. */
const PING_MS = 3000;

/**
 * When the processor is busy, the event loop and point reads come first, then settling and changes, then lists and
 * reports.
 */
const NICE = { "sqlite-reader": 0, "sqlite-writer": 5, "sqlite-list-reader": 15, "sqlite-snapshot-reader": 15 };

export async function openSqlite({
  dataDir,
  lifetimeMs,
  clock,
  threads = createThreads({ isLazy: true }),
  onMigrating,
}: SqliteOptions): Promise<Store> {
  makeDataDir(dataDir);
  refuseLostDatabase(dataDir);
  const file = join(dataDir, "tessera.db");
  if (isCutShort(file)) throw damaged(file, WHEN_DAMAGED, "it is shorter than it says");
  const start = (name: keyof typeof NICE, how?: { isLazy: boolean }) =>
    startSqlite(threads, name, { file, lifetimeMs, readOnly: name !== "sqlite-writer", nice: NICE[name] }, how);
  const writer = start("sqlite-writer");
  /** Point reads (tokens, keys, sessions) never wait behind a list, a search or a report. */
  let reader = writer;
  let listReader = writer;
  const { changed, ...changes } = createChanges();
  try {
    const migrating = new Kysely<Tables>({ dialect: createSqliteDialect(writer, writer) });
    await migrate(migrating, "sqlite", async () => {}, { onMigrating });
    reader = start("sqlite-reader");
    listReader = start("sqlite-list-reader", { isLazy: true });
  } catch (error) {
    await writer.close();
    throw explainFileError(error, file, WHEN_DAMAGED);
  }
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(writer, reader, { repeats: true }) });
  const listDb = new Kysely<Tables>({
    dialect: createSqliteDialect(writer, listReader, { isSerial: true }),
    log: addStatementTime,
  });
  const moments = new Kysely<Tables>({ dialect: createSqliteDialect(listReader, listReader) });
  const reports = createReports(threads, new URL("./report-thread.ts", import.meta.url), { file });
  const windowNow = () => (isSystemClock(clock) ? undefined : clock.steady());
  const window = (keyId: string, limit: number, windowMs: number, count: boolean) =>
    writer.afterTransactions(() => writer.call("admit", { keyId, limit, windowMs, now: windowNow(), count }));

  /** One transaction in the writer's thread, while no other is open. */
  const step = (async (name, ...args) => {
    const release = await writer.lock();
    try {
      return await writer.call("step", name, args);
    } finally {
      release();
    }
  }) as RunStep;

  /** Its own thread for the duration of the snapshot: the transaction keeps seeing its start. */
  const snapshot: Store["snapshot"] = async (work) => {
    const client = start("sqlite-snapshot-reader");
    try {
      // The current thread: a restarted one would see another snapshot.
      const { call } = client.session();
      await call("query", "BEGIN", []);
      const bound = { ...client, call };
      const snapshot = new Kysely<Tables>({ dialect: createSqliteDialect(bound, bound) });
      return await work(createBundleReader(snapshot, "sqlite"));
    } finally {
      await client.close();
    }
  };

  return {
    ...createQueries({
      engine: "sqlite",
      db,
      listDb,
      replicaDb: listDb,
      reports,
      checking: (work) => moments.transaction().setAccessMode("read only").execute(work),
      step,
      now: clock.steady,
      makeCodes: (codes, once, mostSlugs) => {
        const steps = creationSteps(db, codes, once, mostSlugs);
        return writer.afterTransactions(() => writer.call("together", steps)) as ReturnType<MakeCodes>;
      },
      announce: async () => {},
      changed,
    }),
    admit: (keyId, limit, windowMs) => window(keyId, limit, windowMs, true),
    admitInForce: ({ id: keyId, ...asVerified }, limit, windowMs) =>
      writer.afterTransactions(() =>
        writer.call("admitInForce", { keyId, ...asVerified, limit, windowMs, now: windowNow() }),
      ),
    usage: (keyId, limit, windowMs) => window(keyId, limit, windowMs, false),
    settleScans: (rows) => writer.afterTransactions(() => writer.call("settle", rows)),
    ...changes,
    async ping() {
      const asked = [writer, reader].map((client) => client.call("query", "SELECT 1", []));
      await withTimeout(Promise.all(asked), PING_MS);
    },
    databaseAhead: async () => 0,
    lostNotices: () => 0,
    replica: () => null,
    // A command next to the server changes codes without a notice.
    hearsChanges: () => false,
    maintain: createMaintenance({
      db,
      engine: "sqlite",
      announce: async () => {},
      changed,
      leaseNow: clock.steady,
      step,
      forgetVisitors: (now) => writer.afterTransactions(() => writer.call("forgetVisitors", now)),
    }),
    async integrity() {
      const { rows } = await listReader.callLong("query", "PRAGMA integrity_check", []);
      return rows.map((row) => String(row.integrity_check)).filter((line) => line !== "ok");
    },
    snapshot,
    importer: createBundleWriter({
      db,
      announce: async () => {},
      alone: (work) => alone(dataDir, work),
      changed: () => changed(null),
    }),
    async backup(file) {
      await listReader.callLong("query", "VACUUM INTO ?", [file]);
      forgetPeople(file);
    },
    async close() {
      // The last connection to close removes the write-ahead log, which a read-only one cannot.
      await reports.close();
      await reader.close();
      await listReader.close();
      await writer.close();
    },
  };
}
