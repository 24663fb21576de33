/** Databases that do not meet a node's needs: corrected for its sessions, or refused with what to do. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { isConnectionError } from "../../src/database/postgres/hosts.ts";
import { refuseIsolation } from "../../src/database/postgres/start-errors.ts";
import type { Tables } from "../../src/database/tables.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import type { Store } from "../../src/store/store.ts";
import { freshDatabase, migratedDatabase, stopOwnServer } from "../support/databases.ts";
import { PATIENCE_MS } from "../support/stores.ts";
import { freshCode, NOON, WORKSPACE } from "./support.ts";

const AT_ONCE = 20;

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

async function opened(url: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openPostgres({ url, lifetimeMs: 1, patienceMs: PATIENCE_MS });
  await work(store).finally(store.close);
}

async function shown(store: Store, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`SELECT current_setting(${name}) AS value`.execute(store.auth.db);
  return rows[0]!.value;
}

const refused = (url: string, message: RegExp) =>
  assert.rejects(openPostgres({ url, lifetimeMs: 1, patienceMs: PATIENCE_MS }), { message });

describe("A database on PostgreSQL", () => {
  after(stopOwnServer);

  it("with default isolation serializable still accepts many concurrent changes of one code", async () => {
    const url = await migratedDatabase();
    await run(url, `ALTER DATABASE ${nameOf(url)} SET default_transaction_isolation = 'serializable'`);
    await opened(url, async (store) => {
      assert.equal(await shown(store, "default_transaction_isolation"), "read committed");
      const { id } = await freshCode(store);
      const change = (_: unknown, i: number) =>
        store.codes.update(WORKSPACE, id, NOON, () => ({ isPublic: i % 2 === 0 }));
      for (const changed of await Promise.all(Array.from({ length: AT_ONCE }, change))) assert.ok(changed);
    });
  });

  it("keeps the options of its address, except those that contradict ours", async () => {
    const url = await migratedDatabase();
    const options = encodeURIComponent("-c search_path=public,other -c statement_timeout=1 -c jit=on");
    await opened(`${url}?options=${options}&application_name=mine`, async (store) => {
      assert.equal(await shown(store, "search_path"), "public,other");
      assert.equal(await shown(store, "statement_timeout"), `${PATIENCE_MS / 60_000}min`);
      assert.equal(await shown(store, "idle_in_transaction_session_timeout"), "15s");
      assert.equal(await shown(store, "jit"), "off");
      assert.equal(await shown(store, "application_name"), "mine");
    });
  });

  it("is refused if a pooler prevents changing its isolation", async () => {
    const url = await migratedDatabase();
    await run(url, `ALTER DATABASE ${nameOf(url)} SET default_transaction_isolation = 'repeatable read'`);
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const message = /^The database that DATABASE_URL names begins transactions as repeatable read.*ALTER ROLE .* SET/;
    await assert.rejects(refuseIsolation(db, "DATABASE_URL"), { message });
    await db.destroy();
  });

  it("in another encoding is refused with how to create one in UTF8", async () => {
    const url = await freshDatabase();
    for (const encoding of ["LATIN1", "SQL_ASCII"]) {
      const name = `${nameOf(url)}_${encoding.toLowerCase()}`;
      await run(url, `CREATE DATABASE ${name} ENCODING '${encoding}' TEMPLATE template0`);
      await refused(url.replace(nameOf(url), name), new RegExp(`uses ${encoding}, .* createdb --encoding=UTF8 `));
    }
  });

  it("with pg_trgm outside search_path is refused with what to run", async () => {
    const url = await freshDatabase();
    await run(url, "CREATE SCHEMA other", "CREATE EXTENSION pg_trgm SCHEMA other");
    await refused(url, /^The PostgreSQL extension pg_trgm is in a schema outside of search_path .* SET SCHEMA public /);
  });

  it("is refused with what to do if its user may not create tables, or no connection is left", async () => {
    const url = await freshDatabase();
    const role = `role_${nameOf(url)}`;
    const theirs = new URL(url);
    theirs.username = role;
    await run(url, `CREATE ROLE ${role} LOGIN`);
    await refused(theirs.href, /^The user of DATABASE_URL may not create tables\. .*GRANT USAGE, CREATE ON SCHEMA/);
    await run(url, `ALTER ROLE ${role} CONNECTION LIMIT 0`);
    await refused(theirs.href, /^PostgreSQL has no free connection for DATABASE_URL\. Raise max_connections/);
  });

  it("is refused with what to do if it is read-only, or its search_path has no schema", async () => {
    const url = await freshDatabase();
    await run(url, `ALTER DATABASE ${nameOf(url)} SET search_path = 'nowhere'`);
    await refused(url, /^The search_path of the user of DATABASE_URL names no schema that is there\. Run ALTER ROLE /);
    await run(url, `ALTER DATABASE ${nameOf(url)} SET default_transaction_read_only = on`);
    await refused(url, /^The database in DATABASE_URL does not accept writes: /);
  });

  it("is named by its setting if it is missing, has no such user, or no TLS", async () => {
    const url = await freshDatabase();
    const start = "^PostgreSQL rejects the user, password or database in DATABASE_URL\\. Correct it\\.";
    await refused(url.replace(nameOf(url), "nowhere"), new RegExp(`${start} .*"nowhere" does not exist`));
    const nobody = new URL(url);
    nobody.username = "nobody";
    await refused(nobody.href, new RegExp(`${start} .*"nobody" does not exist`));
    const [one, two] = [nobody.host, nobody.host];
    await refused(nobody.href.replace(nobody.host, `${one},${two}`), new RegExp(`${start} `));
    await refused(`${url}?sslmode=verify-full`, /^The PostgreSQL server in DATABASE_URL does not support TLS\. /);
  });

  it("is known to be unavailable from pg's message about a broken connection", () => {
    const message = "Client has encountered a connection error and is not queryable";
    assert.equal(isConnectionError(new Error(message)), true);
    assert.equal(isConnectionError(new Error("something else")), false);
  });
});
