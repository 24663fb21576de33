/** Databases on the PostgreSQL server of the test run, or on a server that this file starts. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import postgres from "postgres";
import { openDatabase } from "../../src/database/sqlite/database.ts";
import { createSqliteDialect } from "../../src/database/sqlite/dialect.ts";
import type { Tables } from "../../src/database/tables.ts";
import { migrate } from "../../src/store/migrate.ts";
import type { SqliteClient } from "../../src/store/sqlite/client.ts";
import type { Store } from "../../src/store/store.ts";
import { eventually } from "./eventually.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

/** Copied for each test that needs no empty database: a copy takes a fraction of the time of the migrations. */
const TEMPLATE = "tessera_migrated";
/** Any number: the holder of this advisory lock creates the template. */
const TEMPLATE_LOCK = 1_852_404;

let own: Promise<PostgresServer> | undefined;
let template: Promise<void> | undefined;

async function serverUrl(database: string): Promise<string> {
  const shared = process.env.TEST_POSTGRES_URL;
  if (shared) return shared.replace("DATABASE", database);
  own ??= startPostgres();
  return (await own).url(database);
}

/** Stops the server that this file started, if any. */
export const stopOwnServer = async (): Promise<void> => (await own)?.destroy();

async function onServer<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(await serverUrl("postgres"), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const freshName = () => `t${randomBytes(8).toString("hex")}`;

export async function freshDatabase(): Promise<string> {
  const name = freshName();
  await onServer((sql) => sql.unsafe(`CREATE DATABASE ${name}`));
  return serverUrl(name);
}

/** A database with all tables and no rows. */
export async function migratedDatabase(): Promise<string> {
  template ??= makeTemplate();
  await template;
  const name = freshName();
  // With fsync=off it takes half as long as the log of each page.
  await onServer((sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`));
  return serverUrl(name);
}

/** Created once per server by the first file that needs it, and renamed when complete. */
async function makeTemplate(): Promise<void> {
  await onServer(async (sql) => {
    await sql`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${TEMPLATE}`;
    if (found) return;
    const name = freshName();
    await sql.unsafe(`CREATE DATABASE ${name}`);
    const pool = new pg.Pool({ connectionString: await serverUrl(name), max: 1 });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    await migrate(db, "postgres", async () => {}).finally(() => db.destroy());
    // A database with any connection, even autovacuum's, cannot be copied.
    await sql.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await eventually(() => sql.unsafe(`ALTER DATABASE ${name} RENAME TO ${TEMPLATE}`));
  });
}

let file: Promise<string> | undefined;

/** A SQLite database with all tables and no rows, to be copied. Created once per process. */
export const migratedFile = (freshDir: () => string): Promise<string> =>
  (file ??= makeFile(join(freshDir(), "tessera.db")));

async function makeFile(path: string): Promise<string> {
  const sqlite = openDatabase(path, false);
  const call = async (_: string, text: string, params: unknown[]) => sqlite.run(text, params);
  // No thread needed: all of it is one transaction.
  const connection = { call, session: () => ({ call }), lock: async () => () => {} };
  const client = connection as unknown as SqliteClient;
  const dialect = createSqliteDialect(client, client);
  await migrate(new Kysely<Tables>({ dialect }), "sqlite", async () => {});
  sqlite.db.close();
  return path;
}

/** Removes all rows but those of the migrations and of SQLite's full-text search, whose triggers do so. */
export async function removeRows({ engine, auth }: Store): Promise<void> {
  const db: Kysely<Tables> = auth.db;
  if (engine === "postgres") {
    await sql`DO ${sql.lit(REMOVE_ROWS)}`.execute(db);
    return;
  }
  const { rows } = await sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table'
    AND name NOT LIKE 'code_search%' AND name <> 'migrations'`.execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`PRAGMA defer_foreign_keys = ON`.execute(trx);
    for (const { name } of rows) await sql`DELETE FROM ${sql.table(name)}`.execute(trx);
  });
}

/** Without triggers, thus in any order. Numbers begin again. */
const REMOVE_ROWS = `DECLARE name text; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    AND relname <> 'migrations' LOOP EXECUTE format('DELETE FROM %I', name); END LOOP;
  PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
END`;
