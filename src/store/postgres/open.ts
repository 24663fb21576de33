import { Kysely, sql as text } from "kysely";
import { PostgresJSDialect } from "kysely-postgres-js";
import { slide } from "../../shared/sliding-window.ts";
import { startThread } from "../../shared/thread.ts";
import { migrate } from "../migrate.ts";
import { createCodeQueries } from "../queries/codes.ts";
import { createKeyQueries } from "../queries/keys.ts";
import { createPeopleQueries } from "../queries/people.ts";
import { createScanQueries } from "../queries/scans.ts";
import { findSecret } from "../queries/secrets.ts";
import type { Tables } from "../tables.ts";
import type { Admission, Store } from "../types.ts";
import { connect, type Database } from "./connect.ts";
import type { SettleOperations, SettleThreadOptions } from "./settle-thread.ts";

export interface PostgresOptions {
  url: string;
  lifetimeMs: number;
  /** Set only where a test moves the time; else windows go by the database's own clock. */
  windowNow?: () => number;
}

const CONNECTIONS = 10;
const CHANNEL = "tessera_code_changed";
/** Any number, the same on every node: whoever holds it migrates. */
const MIGRATION_LOCK = 7_367_726;

export async function openPostgres({
  url,
  lifetimeMs,
  windowNow,
}: PostgresOptions): Promise<Store> {
  const sql = connect(url, CONNECTIONS);
  const db = new Kysely<Tables>({ dialect: new PostgresJSDialect({ postgres: sql as never }) });
  const listeners: ((token: string | null) => void)[] = [];
  const changed = (token: string | null) => {
    for (const listener of listeners) listener(token);
  };
  try {
    await migrate(db, "postgres", (trx) =>
      text`SELECT pg_advisory_xact_lock(${text.lit(MIGRATION_LOCK)})`.execute(trx),
    );
    // Whatever was announced while nobody listened is unknown: after each (re)connect, forget all.
    await sql.listen(CHANNEL, changed, () => changed(null));
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  const settler = startThread<SettleOperations>(new URL("./settle-thread.ts", import.meta.url), {
    url,
    lifetimeMs,
  } satisfies SettleThreadOptions);

  return {
    engine: "postgres",
    codes: createCodeQueries(
      db,
      "postgres",
      async (trx, token) =>
        void (await text`SELECT pg_notify(${text.lit(CHANNEL)}, ${token})`.execute(trx)),
      changed,
    ),
    keys: createKeyQueries(db),
    people: createPeopleQueries(db, "postgres"),
    scans: createScanQueries(db, { toColumn: (id) => id, fromColumn: (id) => id as string }),
    admit: (keyId, limit, windowMs) => admit(sql, keyId, limit, windowMs, windowNow?.() ?? null),
    usage: (keyId, limit, windowMs) => usage(sql, keyId, limit, windowMs, windowNow),
    settleScans: (batches) => settler.call("settle", batches),
    onCodeChanged: (listener) => void listeners.push(listener),
    secret: (name) => findSecret(db, name),
    auth: { db, type: "postgres" },
    ping: async () => void (await sql`SELECT 1`),
    integrity: async () => [],
    async backup() {
      throw new Error("This copies the embedded database only; for PostgreSQL use pg_dump.");
    },
    async close() {
      await settler.call("close").catch(() => {});
      await settler.terminate();
      await sql.end({ timeout: 2 });
    },
  };
}

async function admit(
  sql: Database,
  keyId: string,
  limit: number,
  windowMs: number,
  now: number | null,
): Promise<Admission> {
  const [row] = await sql`SELECT admitted, remaining, reset_in
    FROM tessera_admit(${keyId}, ${limit}, ${windowMs}, ${now})`;
  return { admitted: row!.admitted, remaining: row!.remaining, resetIn: row!.reset_in };
}

async function usage(
  sql: Database,
  keyId: string,
  limit: number,
  windowMs: number,
  windowNow: (() => number) | undefined,
): Promise<Admission> {
  const [row] = await sql`SELECT times, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now
    FROM windows WHERE key_id = ${keyId}`;
  return slide(row?.times ?? [], windowNow?.() ?? row?.now ?? 0, limit, windowMs, false);
}
