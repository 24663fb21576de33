import { randomBytes } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import { slide } from "../../shared/sliding-window.ts";
import { createThreads, type Threads } from "../../shared/threads.ts";
import { migrate } from "../migrate.ts";
import { createCodeQueries } from "../queries/codes.ts";
import { createKeyQueries } from "../queries/keys.ts";
import { createPeopleQueries } from "../queries/people.ts";
import { createScanQueries } from "../queries/scans.ts";
import { findSecret } from "../queries/secrets.ts";
import type { Tables } from "../tables.ts";
import type { Admission, Store } from "../types.ts";
import { announceChange, listenForNotices } from "./notices.ts";
import { maintainPartitions } from "./partitions.ts";
import { allInTime, createPool } from "./pool.ts";
import type { SettleOperations, SettleThreadOptions } from "./settle-thread.ts";

export interface PostgresOptions {
  url: string;
  lifetimeMs: number;
  /** Set only where a test moves the time; else windows go by the database's own clock. */
  windowNow?: () => number;
  threads?: Threads | undefined;
}

const CONNECTIONS = 10;
/** People wait for an answer: a database that takes longer counts as away. */
const DEADLINE_MS = 3000;
/** Any number, the same on every node: whoever holds it migrates. */
const MIGRATION_LOCK = 7_367_726;

export async function openPostgres({
  url,
  lifetimeMs,
  windowNow,
  threads = createThreads(),
}: PostgresOptions): Promise<Store> {
  const pool = createPool(url, CONNECTIONS, DEADLINE_MS);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const node = randomBytes(6).toString("hex");
  const listeners: ((token: string | null) => void)[] = [];
  const changed = (token: string | null) => {
    for (const listener of listeners) listener(token);
  };
  const notices = await prepare().catch(async (error) => {
    await pool.end();
    throw error;
  });
  const settler = threads.start<SettleOperations>(
    "postgres-settler",
    new URL("./settle-thread.ts", import.meta.url),
    { url, lifetimeMs } satisfies SettleThreadOptions,
  );

  async function prepare() {
    await migrate(db, "postgres", (trx) =>
      sql`SELECT pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx),
    );
    return listenForNotices(pool, db, node, changed);
  }

  const codes = createCodeQueries(
    db,
    "postgres",
    async (trx, token) => void (await announceChange(trx, node, token)),
    changed,
  );
  const scans = createScanQueries(db, { toColumn: (id) => id, fromColumn: (id) => id as string });

  return {
    engine: "postgres",
    codes: allInTime(pool, codes),
    keys: allInTime(pool, createKeyQueries(db)),
    people: allInTime(pool, createPeopleQueries(db, "postgres")),
    // A check of everything takes as long as it takes.
    scans: { ...allInTime(pool, scans), check: scans.check },
    admit: (keyId, limit, windowMs) =>
      pool.inTime(admit(db, keyId, limit, windowMs, windowNow?.() ?? null)),
    usage: (keyId, limit, windowMs) => pool.inTime(usage(db, keyId, limit, windowMs, windowNow)),
    settleScans: (batches) => settler.call("settle", batches),
    onCodeChanged: (listener) => void listeners.push(listener),
    secret: (name) => findSecret(db, name),
    auth: { db, type: "postgres" },
    ping: async () => void (await pool.inTime(sql`SELECT 1`.execute(db))),
    lostNotices: notices.lost,
    maintain: (now, keepFrom) => maintainPartitions(db, now, keepFrom),
    integrity: async () => [],
    async backup() {
      throw new Error("This copies the embedded database only; for PostgreSQL use pg_dump.");
    },
    async close() {
      await settler.call("close").catch(() => {});
      await settler.terminate();
      await notices.close();
      await pool.end();
    },
  };
}

async function admit(
  db: Kysely<Tables>,
  keyId: string,
  limit: number,
  windowMs: number,
  now: number | null,
): Promise<Admission> {
  const { rows } = await sql<{ admitted: boolean; remaining: number; reset_in: number }>`
    SELECT admitted, remaining, reset_in
    FROM tessera_admit(${keyId}, ${limit}, ${windowMs}, ${now})`.execute(db);
  const [row] = rows;
  return { admitted: row!.admitted, remaining: row!.remaining, resetIn: row!.reset_in };
}

async function usage(
  db: Kysely<Tables>,
  keyId: string,
  limit: number,
  windowMs: number,
  windowNow: (() => number) | undefined,
): Promise<Admission> {
  const { rows } = await sql<{ times: number[]; now: number }>`
    SELECT times, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now
    FROM windows WHERE key_id = ${keyId}`.execute(db);
  const [row] = rows;
  return slide(row?.times ?? [], windowNow?.() ?? row?.now ?? 0, limit, windowMs, false);
}
