/** A replica whose primary is replaced by another standby. */
import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import pg from "pg";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { eventually, until } from "../support/eventually.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { freshCode, NOON, WORKSPACE } from "./support.ts";

async function on(server: PostgresServer, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(server.url("postgres"));
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

async function startThree(t: TestContext) {
  const settings = ["fsync=off", "autovacuum=off", "wal_retrieve_retry_interval=100ms"];
  const start = async (...froms: PostgresServer[]) => {
    const hosts = `host=${froms.map(() => "127.0.0.1")} port=${froms.map(({ port }) => port)}`;
    const from = `primary_conninfo=${hosts} user=postgres target_session_attrs=read-write`;
    const server = await startPostgres([...settings, from], { isStandby: froms.length > 0 });
    t.after(server.destroy);
    return server;
  };
  const first = await start();
  const second = await start(first);
  const replica = await start(first, second);
  const url = `postgres://postgres@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres`;
  const store = await openPostgres({ url, readUrl: replica.url("postgres"), lifetimeMs: 1e12 });
  t.after(store.close);
  const { id } = await freshCode(store);
  const names = (server: PostgresServer) => on(server, `SELECT FROM codes WHERE id = '${id}'`);
  for (const each of [second, replica]) await until(async () => (await names(each)).rowCount === 1);

  async function failOver(): Promise<void> {
    await first.stop("immediate");
    await on(second, "SELECT pg_promote()");
  }
  /** Creates a code, lists it, and returns which server answered. */
  async function listed(): Promise<string> {
    const { id } = await eventually(() => freshCode(store));
    const before = store.replica()!.reads.replica;
    const { codes } = await store.codes.list(WORKSPACE, {}, NOON, 1);
    assert.equal(codes[0]!.id, id);
    return store.replica()!.reads.replica > before ? "replica" : "primary";
  }
  return { first, second, replica, store, failOver, listed };
}

const position = async (server: PostgresServer) => {
  const { rows } = await on(
    server,
    `SELECT pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
       ELSE pg_current_wal_lsn() END, '0/0')::float8 AS position`,
  );
  return rows[0].position as number;
};

it("does not read a replica that has what the new primary lost", async (t) => {
  const { first, second, replica, store, failOver, listed } = await startThree(t);
  await second.stop();
  await on(first, "CREATE TABLE much AS SELECT n, repeat('x', 1000) FROM generate_series(1, 20000) AS n");
  const last = await position(first);
  await until(async () => (await position(replica)) >= last);
  await first.stop("immediate");
  await second.start();
  await failOver();
  for (let n = 0; n < 5; n++) assert.equal(await listed(), "primary");
  assert.ok((await position(replica)) > (await position(second)), "the replica is ahead");
  await until(() => store.replica()!.problem === "It has not followed the change of the primary yet.");
});

it("reads a replica again that follows the new primary", async (t) => {
  const { second, replica, store, failOver, listed } = await startThree(t);
  await failOver();
  await listed();
  await until(async () => {
    await on(second, "CHECKPOINT");
    await on(replica, "CHECKPOINT");
    return store.replica()!.isUsed;
  });
  await until(async () => (await listed()) === "replica");
});
