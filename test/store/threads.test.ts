/** What the store does when one of its threads ends. */
import assert from "node:assert/strict";
import { after, describe, it, type TestContext } from "node:test";
import { sql } from "kysely";
import { scanLine } from "../../src/scans/lines.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createThreads, type Threads } from "../../src/shared/threads.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import type { Store } from "../../src/store/store.ts";
import { migratedDatabase, stopOwnServer } from "../support/databases.ts";
import { endThread } from "../support/end-thread.ts";
import { eventually } from "../support/eventually.ts";
import { settleLines } from "../support/settle.ts";
import { freshDir } from "../support/stores.ts";
import { startProxy } from "../support/tcp-proxy.ts";

const quiet = (): Threads => createThreads({ onRestart() {}, onGiveUp: assert.fail });

type Db = Store["auth"]["db"];

async function openHere(test: TestContext): Promise<Store> {
  const clock = createSystemClock();
  const store = await openSqlite({ dataDir: freshDir(), lifetimeMs: 1, clock, threads: quiet() });
  test.after(() => store.close());
  await sql`CREATE TABLE notes (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES notes (id))`.execute(store.auth.db);
  return store;
}

const note = (id: number, parent: number | null = null) => sql`INSERT INTO notes VALUES (${id}, ${parent})`;

async function notesIn(store: Store): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM notes ORDER BY id`.execute(store.auth.db);
  return rows.map(({ id }) => id);
}

describe("the SQLite store when its writer ends", () => {
  it("leaves nothing of the open transaction, and runs the next", async (test) => {
    const store = await openHere(test);
    const { db } = store.auth;
    const transaction = db.transaction().execute(async (trx: Db) => {
      await note(1).execute(trx);
      await endThread("sqlite-writer");
      await note(2).execute(trx);
    });
    const next = db.transaction().execute((trx: Db) => note(3).execute(trx));
    await assert.rejects(transaction, { name: "ThreadEnded" });
    await next;
    await note(4).execute(db);
    assert.deepEqual(await notesIn(store), [3, 4]);
  });

  it("does not report as committed what ended before its COMMIT", async (test) => {
    const store = await openHere(test);
    const { db } = store.auth;
    const transaction = db.transaction().execute(async (trx: Db) => {
      await note(1).execute(trx);
      await endThread("sqlite-writer");
    });
    await assert.rejects(transaction, { name: "ThreadEnded" });
    await note(2).execute(db);
    assert.deepEqual(await notesIn(store), [2]);
  });

  it("rejects unanswered calls, and immediately reads and writes again", async (test) => {
    const store = await openHere(test);
    const { db } = store.auth;
    // The thread for lists starts with the first list.
    await store.users.list();
    for (const [i, name] of ["sqlite-writer", "sqlite-reader", "sqlite-list-reader"].entries()) {
      await endThread(name);
      await store.ping();
      await note(i).execute(db);
    }
    assert.deepEqual(await notesIn(store), [0, 1, 2]);
    const { rows } = await sql`PRAGMA synchronous`.execute(db);
    assert.deepEqual(rows, [{ synchronous: 2 }], "the new writer syncs as the old one did");
  });
});

describe("the SQLite store when its reader ends", () => {
  it("repeats unanswered reads", async (test) => {
    const store = await openHere(test);
    await note(1).execute(store.auth.db);
    await store.ping();
    const reads = Array.from({ length: 50 }, () => notesIn(store));
    await Promise.all([endThread("sqlite-reader"), ...reads]);
    for (const read of reads) assert.deepEqual(await read, [1]);
  });
});

describe("the SQLite store when the thread of its reports ends", () => {
  it("rejects unanswered reports, and runs the next", async (test) => {
    const store = await openHere(test);
    assert.deepEqual(await store.scans.page(1, 1), []);
    const ended = endThread("reports");
    await assert.rejects(store.scans.page(1, 1), { name: "ThreadEnded" });
    await ended;
    assert.deepEqual(await store.scans.page(1, 1), []);
  });
});

describe("a transaction on SQLite whose COMMIT fails", () => {
  it("reports why, and is rolled back before the next write", async (test) => {
    const store = await openHere(test);
    const { db } = store.auth;
    const failing = db.transaction().execute(async (trx: Db) => {
      await sql`PRAGMA defer_foreign_keys = ON`.execute(trx);
      await note(1, 99).execute(trx);
    });
    const behind = [2, 3].map((id) => note(id).execute(db));
    await assert.rejects(failing, /FOREIGN KEY constraint failed/);
    await Promise.all(behind);
    await db.transaction().execute((trx: Db) => note(4).execute(trx));
    assert.deepEqual(await notesIn(store), [2, 3, 4]);
  });
});

describe("the SQLite store's ping", () => {
  it("checks the writer too", async (test) => {
    const store = await openHere(test);
    await store.ping();
    const ended = endThread("sqlite-writer");
    await assert.rejects(store.ping(), { name: "ThreadEnded" });
    await ended;
    await store.ping();
  });
});

const ID = "01890000-0000-7000-8000-000000000001";
const LINE = scanLine(ID, ID, 1, '["mobile","Safari","iOS"]', '["FR",null,null,null]');

describe("PostgreSQL's settling thread", () => {
  after(stopOwnServer);

  it("survives a database that refuses it at the start, and its own end", async (test) => {
    const direct = new URL(await migratedDatabase());
    const proxies = await Promise.all([startProxy(+direct.port), startProxy(+direct.port)]);
    const url = direct.href.replace(direct.host, proxies.map(({ port }) => `127.0.0.1:${port}`).join(","));
    const restarts: string[] = [];
    const threads = createThreads({ onRestart: (name) => restarts.push(name), onGiveUp: assert.fail });
    const store = await openPostgres({ url, lifetimeMs: 1, threads });
    test.after(async () => {
      await store.close();
      for (const proxy of proxies) await proxy.close();
    });
    for (const proxy of proxies) {
      // Its thread may have connected by now: the first cuts that connection.
      proxy.change("cut-at-commit");
      proxy.change("refusing");
    }
    await assert.rejects(settleLines(store, [LINE]), /No database host accepts writes/);
    assert.deepEqual(restarts, [], "the process survived");
    for (const proxy of proxies) proxy.change("fair");
    await eventually(() => settleLines(store, [LINE]));
    await endThread("postgres-settler");
    await eventually(() => settleLines(store, [LINE]));
    assert.deepEqual(restarts, ["postgres-settler"]);
  });
});
