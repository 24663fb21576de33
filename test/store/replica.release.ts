/** A streaming replica for reads: a primary and its standby, which the store reaches over a proxy. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { createPool } from "../../src/database/postgres/pool.ts";
import { createReplica } from "../../src/database/postgres/replica.ts";
import type { Tables } from "../../src/database/tables.ts";
import { openPostgres, type PostgresOptions } from "../../src/store/postgres/open.ts";
import type { Store } from "../../src/store/store.ts";
import { eventually, until } from "../support/eventually.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { startService } from "../support/service.ts";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { freshCode, NOON, WORKSPACE } from "./support.ts";

const LIFETIME_MS = 365 * 86_400_000;
/** So that a busy machine is not taken for a replica that hangs. */
const PATIENCE_MS = 60_000;

describe("A replica", () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let proxy: TcpProxy;
  let store: Store;
  const logged: string[] = [];

  before(async () => {
    primary = await startPostgres(["fsync=off", "autovacuum=off"]);
    const from = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres`;
    const settings = ["fsync=off", "wal_retrieve_retry_interval=100ms", "max_standby_streaming_delay=0", from];
    standby = await startPostgres(settings, { isStandby: true });
    proxy = await startProxy(standby.port);
    store = await open({ patienceMs: PATIENCE_MS });
  });
  after(async () => {
    await store.close();
    await proxy.close();
    await standby.destroy();
    await primary.destroy();
  });

  const readUrl = (port = proxy.port, database = "postgres") => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const open = (options: Partial<PostgresOptions> = {}) =>
    openPostgres({
      url: primary.url("postgres"),
      readUrl: readUrl(),
      lifetimeMs: LIFETIME_MS,
      warn: (message) => logged.push(message),
      ...options,
    });

  async function on(server: PostgresServer, statement: string): Promise<pg.QueryResult> {
    const client = new pg.Client(server.url("postgres"));
    await client.connect();
    return client.query(statement).finally(() => client.end());
  }

  const health = () => store.replica()!;
  const list = async () => (await store.codes.list(WORKSPACE, {}, NOON, 100)).codes.map(({ id }) => id);

  /** The servers that answered while it ran. */
  async function answering(work: () => Promise<unknown>): Promise<("replica" | "primary")[]> {
    const { reads: before } = health();
    await work();
    const { reads } = health();
    return (["replica", "primary"] as const).filter((server) => reads[server] > before[server]);
  }

  const readsReplica = () => eventually(async () => assert.deepEqual(await answering(list), ["replica"]));

  /** Every list contains a code that was just created, whatever happens to the replica. */
  async function listsTheNewest(): Promise<void> {
    const { id } = await freshCode(store);
    assert.equal((await list())[0], id);
  }

  const exportsCodes = async (count: number) =>
    assert.equal((await store.snapshot((reader) => reader.totals(undefined))).codes, count);

  /** What is logged from now on until it is used again. */
  async function logOf(fault: () => Promise<unknown>, repair: () => Promise<unknown>): Promise<string[]> {
    await readsReplica();
    logged.length = 0;
    await fault();
    await until(async () => {
      await listsTheNewest();
      return !health().isUsed;
    });
    assert.deepEqual(await answering(listsTheNewest), ["primary"]);
    await repair();
    await until(async () => {
      await listsTheNewest();
      return health().isUsed;
    });
    await readsReplica();
    return logged;
  }

  const AGAIN = "The replica in DATABASE_READ_URL is used again.";
  const notUsed = (why: string) => `The replica in DATABASE_READ_URL is not used, so the primary answers. ${why}`;

  /** With the usual time limits, for what hangs. */
  async function withHasty(work: () => Promise<void>): Promise<void> {
    const patient = store;
    store = await open();
    try {
      await work();
    } finally {
      await store.close();
      store = patient;
    }
  }

  const withoutReason = (message: string) => message.replace(/ \(.*\)/, "");

  /** How often blocks of scans were looked up, which reports do in a thread of their own. */
  async function blockReads(server: PostgresServer): Promise<number> {
    const { rows } = await on(
      server,
      "SELECT seq_scan + idx_scan AS n FROM pg_stat_user_tables WHERE relname = 'scan_blocks'",
    );
    return Number(rows[0].n);
  }

  it("answers lists, statistics and exports", async () => {
    const { num } = await freshCode(store);
    await readsReplica();
    const span = { from: NOON, to: NOON + 900_000, offsets: [{ from: 0, quarters: 0 }] };
    const request = { codes: { num, workspaceId: WORKSPACE }, filter: {}, span, previous: null, visitors: true };
    const exporting = () => store.snapshot((reader) => reader.totals(undefined));
    await eventually(async () => assert.deepEqual(await answering(exporting), ["replica"]));
    for (const read of [() => store.scans.page(num, 10), () => store.insights.read(request)]) {
      const before = await blockReads(standby);
      // A session reports its statistics a second later.
      await until(async () => {
        await read();
        return (await blockReads(standby)) > before;
      });
    }
  });

  it("is asked only for what it has replayed, on whichever node it was committed", async () => {
    const other = await open({ patienceMs: PATIENCE_MS });
    try {
      for (let n = 0; n < 20; n++) {
        const { id } = await freshCode(other);
        assert.equal((await list())[0], id);
      }
      await on(standby, "SELECT pg_wal_replay_pause()");
      const { id } = await freshCode(other);
      assert.deepEqual(await answering(async () => assert.equal((await list())[0], id)), ["primary"]);
    } finally {
      await on(standby, "SELECT pg_wal_replay_resume()");
      await other.close();
    }
    await readsReplica();
  });

  it("is passed over when it lags by more than five seconds, and its lag is known", async () => {
    const lags: (number | null)[][] = [];
    const log = await logOf(
      () => on(standby, "SELECT pg_wal_replay_pause()"),
      async () => {
        const { lagBytes, lagSeconds } = health();
        lags.push([lagBytes, lagSeconds]);
        await on(standby, "SELECT pg_wal_replay_resume()");
      },
    );
    assert.deepEqual(log, [notUsed("It is more than 5 seconds behind."), AGAIN]);
    const [bytes, seconds] = lags[0]!;
    assert.ok(bytes! > 0 && seconds! > 5, `${bytes} bytes, ${seconds} s`);
    await until(() => health().lagBytes === 0 && health().lagSeconds === 0);
  });

  it("is passed over while it is down", async () => {
    const log = await logOf(
      () => standby.stop(),
      async () => {
        assert.deepEqual([health().lagBytes, health().lagSeconds], [null, null]);
        await standby.start();
      },
    );
    assert.deepEqual(log.map(withoutReason), [notUsed("It does not answer."), AGAIN]);
  });

  it("is passed over while it accepts connections and does not answer", async () => {
    await withHasty(async () => {
      const log = await logOf(
        async () => proxy.change("silent"),
        async () => proxy.change("fair"),
      );
      const pair = [notUsed("It does not answer."), AGAIN];
      // On a busy machine it may answer late more than once.
      assert.deepEqual(
        log.map(withoutReason),
        log.map((_, i) => pair[i % 2]),
      );
    });
  });

  it("is read again from the start on the primary if it hangs during an export", async () => {
    await withHasty(async () => {
      await readsReplica();
      let calls = 0;
      const { codes } = await store.snapshot(async (reader) => {
        calls += 1;
        await reader.totals(undefined);
        if (calls === 1) proxy.change("silent");
        return reader.totals(undefined);
      });
      proxy.change("fair");
      assert.equal(calls, 2);
      await freshCode(store);
      // No connection is left within the first snapshot.
      await eventually(async () => assert.deepEqual(await answering(() => exportsCodes(codes + 1)), ["replica"]));
    });
  });

  it("does not fail a statement that recovery cancels, and does not repeat one that is too slow", async () => {
    const pool = createPool(primary.url("postgres"), { max: 2, statementMs: 0 });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const replica = createReplica({ url: standby.url("postgres"), db, warn: () => {} });
    const patient = replica.reads(pool, { max: 1, statementMs: 0, catchUpMs: 60_000 });
    const hasty = replica.reads(pool, { max: 1, statementMs: 50, catchUpMs: 60_000 });
    try {
      await replica.start();
      const slow = sql<{ where: string }>`SELECT
        CASE WHEN pg_is_in_recovery() THEN pg_sleep(600)::text || 'replica' ELSE 'primary' END AS where
        FROM (SELECT count(*) FROM codes) AS held`;
      for (const read of [() => slow.execute(patient.db), () => patient.snapshot((db) => slow.execute(db))]) {
        const reading = read();
        await until(async () => {
          const { rowCount } = await on(standby, "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
          return rowCount === 1;
        });
        await on(primary, "BEGIN; LOCK TABLE codes IN ACCESS EXCLUSIVE MODE; COMMIT");
        assert.equal((await reading).rows[0]!.where, "primary");
      }
      const { primary: before } = replica.health().reads;
      await assert.rejects(slow.execute(hasty.db), { code: "57014" });
      assert.equal(replica.health().reads.primary, before);
    } finally {
      await replica.close();
      await pool.end();
    }
  });

  it("must be one of this database", async () => {
    const accepted = "but must name a streaming replica of the database in DATABASE_URL.";
    await assert.rejects(open({ readUrl: primary.url("postgres") }), {
      message: `DATABASE_READ_URL names a server that accepts writes, ${accepted}`,
    });
    await on(primary, "CREATE DATABASE other");
    const other = readUrl(standby.port, "other");
    await eventually(async () => {
      const client = new pg.Client(other);
      await client.connect();
      await client.end();
    });
    await assert.rejects(open({ readUrl: other }), {
      message: `DATABASE_READ_URL names a standby of another database, ${accepted}`,
    });
    await assert.rejects(open({ readUrl: readUrl(standby.port, "missing") }), {
      message: /^PostgreSQL rejects the user, password or database in DATABASE_READ_URL\. Correct it\. /,
    });
  });

  it("may be down when a node starts", async () => {
    const said: string[] = [];
    await standby.stop();
    const early = await open({ patienceMs: PATIENCE_MS, warn: (message) => said.push(message) });
    try {
      assert.equal(early.replica()!.isUsed, false);
      await standby.start();
      await until(() => early.replica()!.isUsed);
      assert.deepEqual(said.map(withoutReason), [notUsed("It does not answer."), AGAIN]);
    } finally {
      await early.close();
    }
  });

  it("is described by /readyz and /metrics, and a node is ready without it", async () => {
    const settings = {
      DATABASE_URL: primary.url("postgres"),
      DATABASE_READ_URL: readUrl(),
      PLAN_LIMITS: "free=20,pro=100",
    };
    const node = await startService({ settings });
    const ready = async () => (await fetch(`${node.url}/readyz`)).json();
    try {
      await eventually(async () => {
        const { reads, ...rest } = (await ready()).replica;
        assert.deepEqual(rest, { isUsed: true, problem: null, lagBytes: 0, lagSeconds: 0 });
      });
      for (const [metric, value] of [
        ["used", 1],
        ["lag_bytes", 0],
        ["lag_seconds", 0],
      ] as const) {
        await until(async () => (await node.metric(`tessera_replica_${metric}`)) === value);
      }
      await node.api("/qrcodes");
      const by = (server: string) => node.metric(`tessera_replica_reads_total{server="${server}"}`);
      assert.ok((await by("replica")) + (await by("primary")) > 0);
      proxy.change("silent");
      await until(async () => !(await ready()).replica.isUsed);
      const { status, reasons, replica } = await ready();
      assert.deepEqual({ status, reasons }, { status: "ready", reasons: [] });
      assert.deepEqual([replica.lagBytes, replica.lagSeconds], [null, null]);
      assert.equal(await node.metric("tessera_replica_used"), 0);
      assert.ok(Number.isNaN(await node.metric("tessera_replica_lag_bytes")));
    } finally {
      proxy.change("fair");
      await node.kill();
    }
  });

  it("is passed over once it is promoted, also by reports of a node that has made none before", async () => {
    const node = await open({ patienceMs: PATIENCE_MS, warn: () => {} });
    const { num } = await freshCode(store);
    await readsReplica();
    logged.length = 0;
    await on(standby, "SELECT pg_promote()");
    await on(standby, "TRUNCATE codes, code_counters");
    await listsTheNewest();
    await until(() => !health().isUsed);
    assert.deepEqual(await answering(listsTheNewest), ["primary"]);
    assert.deepEqual(logged, [notUsed("It accepts writes, so it was promoted.")]);
    try {
      const connections = async () =>
        Number(
          (await on(standby, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tessera'")).rows[0].count,
        );
      await node.scans.page(num, 10);
      const before = await connections();
      for (let n = 0; n < 5; n++) assert.deepEqual(await node.scans.page(num, 10), []);
      assert.ok((await connections()) <= before, "it leaves connections open");
    } finally {
      await node.close();
    }
  });
});
