import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { after, afterEach, before, describe, it, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Client } from "pg";
import type { PoolOptions } from "../../src/database/postgres/connect.ts";
import { createPool, type Pool } from "../../src/database/postgres/pool.ts";
import { eventually, until } from "../support/eventually.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { startProxy } from "../support/tcp-proxy.ts";

const FULL_AT = 20;
const MAX = 5;
/** Longer than a busy machine delays a short statement. */
const PATIENT: PoolOptions = { connectMs: 60_000, askMs: 60_000, max: MAX, statementMs: 60_000 };
/** The time-out of an answer. */
const SILENT_MS = 60_250;

type Database = Kysely<unknown>;

describe("the PostgreSQL pool", () => {
  let server: PostgresServer;
  const pools: Pool[] = [];
  const closing: (() => Promise<void>)[] = [];

  before(async () => {
    server = await startPostgres(["fsync=off", `max_connections=${FULL_AT}`]);
  });
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.end();
    for (const close of closing.splice(0)) await close();
  });
  after(() => server.destroy());

  function open(ports: readonly number[], options = PATIENT): { pool: Pool; db: Database } {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
    const pool = createPool(`postgres://postgres@${hosts}/postgres`, options);
    pools.push(pool);
    return { pool, db: new Kysely({ dialect: new PostgresDialect({ pool }) }) };
  }

  async function proxy() {
    const opened = await startProxy(server.port);
    closing.push(opened.close);
    return opened;
  }

  /** A fake host whose handling of each connection the test decides. */
  async function fakeHost(serve: (socket: Socket) => void) {
    const sockets = new Set<Socket>();
    let accepted = 0;
    const host = createServer((socket) => {
      accepted += 1;
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
      serve(socket);
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    closing.push(async () => {
      for (const socket of sockets) socket.destroy();
      host.close();
    });
    const { port } = host.address() as { port: number };
    return { port, accepted: () => accepted, open: () => sockets.size };
  }

  /** Takes every connection that the server has left. */
  async function fill(): Promise<Client[]> {
    const clients: Client[] = [];
    // The pool has one of them.
    while (clients.length < FULL_AT - 1) {
      const client = new Client(server.url("postgres"));
      client.on("error", () => {});
      try {
        await client.connect();
        clients.push(client);
      } catch {
        // A connection that was just closed may still count.
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    return clients;
  }

  const pidOf = async (db: Database): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
    return rows[0]!.pid;
  };

  /** Calls `ask` and lets its time-out elapse immediately. */
  async function afterSilence<T>({ mock: { timers } }: TestContext, ask: () => Promise<T>): Promise<T> {
    timers.enable({ apis: ["setTimeout"] });
    const asked = ask();
    // It is sent within this turn of the event loop or the next few.
    for (let i = 0; i < 10; i++) await turn();
    timers.tick(SILENT_MS);
    timers.reset();
    return asked;
  }

  it("gives up a late statement, and keeps its connection and all others", async () => {
    const { db } = open([server.port], { ...PATIENT, statementMs: 500, answerMs: 60_000 });
    // A busy machine may delay any of them; that harms no connection either.
    const pid = (of: Database) => eventually(() => pidOf(of));
    await db.connection().execute(async (other) => {
      const healthy = await pid(other);
      await db.connection().execute(async (late) => {
        const before = await pid(late);
        await assert.rejects(sql`SELECT pg_sleep(300)`.execute(late), { code: "57014" });
        assert.equal(await pid(late), before, "the server cancelled only the statement");
      });
      assert.equal(await pid(other), healthy);
    });
  });

  it("destroys the connection that went silent, and no other, and ends a transaction on it", async (test) => {
    const { db } = open([server.port]);
    let stopped = 0;
    await db.connection().execute(async (other) => {
      const healthy = await pidOf(other);
      const work = db.transaction().execute(async (trx) => {
        stopped = await pidOf(trx);
        process.kill(stopped, "SIGSTOP");
        await afterSilence(test, () => sql`SELECT 1`.execute(trx));
      });
      await assert.rejects(work, /Query read timeout/);
      assert.equal(await pidOf(other), healthy);
      assert.notEqual(await pidOf(db), stopped);
    });
    process.kill(stopped, "SIGCONT");
  });

  it("survives a connection that is cut inside a transaction, with one host or two", async () => {
    for (const ports of [[server.port], [server.port, server.port]]) {
      const { db } = open(ports);
      const work = db.transaction().execute(async (trx) => {
        await sql`SELECT pg_terminate_backend(${await pidOf(trx)})`.execute(trx);
        await sql`SELECT 1`.execute(trx);
      });
      await assert.rejects(work, { code: "57P01" });
      assert.ok((await pidOf(db)) > 0);
    }
  });

  it("keeps every connection when a caller's own error ends a transaction", async () => {
    const { db } = open([server.port, server.port]);
    await db.connection().execute(async (other) => {
      const healthy = await pidOf(other);
      for (let i = 0; i < 20; i++) {
        const work = db.transaction().execute(async (trx) => {
          await sql`SELECT 1`.execute(trx);
          throw Object.assign(new Error("your own mistake"), { code: "validation_error" });
        });
        await assert.rejects(work, /your own mistake/);
        await assert.rejects(sql`SELECT nonsense`.execute(db), { code: "42703" });
      }
      assert.equal(await pidOf(other), healthy);
    });
  });

  it("may be ended twice, and rejects later calls as closed", async () => {
    const { pool, db } = open([server.port]);
    await pidOf(db);
    await Promise.all([pool.end(), pool.end()]);
    await assert.rejects(pidOf(db), /The store is closed/);
  });

  it("causes no unhandled error when no host can be reached, and names the hosts", async () => {
    const { pool, db } = open([1, 2]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await assert.rejects(pidOf(db), /127\.0\.0\.1:1: .*ECONNREFUSED.*127\.0\.0\.1:2: /);
    await assert.rejects(pool.client(), /No database host accepts writes/);
  });

  it("probes each host once for all waiting callers, and uses the one that accepts writes", async () => {
    const silent = await fakeHost(() => {});
    const { db } = open([silent.port, server.port], { ...PATIENT, doubtMs: 60_000 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => pidOf(db)));
    assert.equal(answers.length, 100);
    assert.equal(silent.accepted(), 1);
  });

  it("moves to the other host when the first goes silent, and logs it", async () => {
    const [first, second] = [await proxy(), await proxy()];
    const { pool, db } = open([first.port, second.port], { ...PATIENT, statementMs: 2000 });
    await pidOf(db);
    const moved = new Promise<void>((resolve) => pool.onMove(resolve));
    const [silent, spare] = second.accepted() > 1 ? [second, first] : [first, second];
    const before = spare.accepted();
    silent.change("silent");
    await assert.rejects(pidOf(db), /Query read timeout/);
    await moved;
    assert.ok((await pidOf(db)) > 0);
    assert.ok(spare.accepted() > before);
    silent.change("fair");
  });

  it("closes its probe connection if a host answers only partially", async () => {
    // Accepts any client, and then says nothing.
    const letIn = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
    const half = await fakeHost((socket) => socket.once("data", () => socket.write(letIn)));
    const { db } = open([half.port, half.port], { ...PATIENT, askMs: undefined });
    await assert.rejects(pidOf(db), /No database host accepts writes .*Query read timeout/);
    await until(() => half.open() === 0);
  });

  it("uses its existing connections when the server accepts no more", async () => {
    const counted = await proxy();
    const { db } = open([counted.port, counted.port]);
    await pidOf(db);
    const others = await fill();
    const begun = performance.now();
    const before = counted.accepted();
    for (let round = 0; round < 10; round++) {
      const pids = await Promise.all(Array.from({ length: 50 }, () => pidOf(db)));
      assert.equal(new Set(pids).size, 1, "one connection served all");
    }
    const seconds = (performance.now() - begun) / 1000;
    const attempts = counted.accepted() - before;
    assert.ok(
      attempts <= MAX * (1 + Math.ceil(seconds)),
      `${attempts} connections were attempted in ${seconds.toFixed(1)} s`,
    );
    await Promise.all(others.map((client) => client.end()));
  });
});
