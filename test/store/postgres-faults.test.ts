/** Faults that only PostgreSQL can cause: connections that end, missed notifications, row locks. */
import assert from "node:assert/strict";
import { after, afterEach, describe, it } from "node:test";
import { sql, type Transaction } from "kysely";
import { Client } from "pg";
import { eraseDeletedCodes } from "../../src/codes/removal.queries.ts";
import { createOwnChanges } from "../../src/database/postgres/notices.ts";
import type { Tables } from "../../src/database/tables.ts";
import { BIN_MS } from "../../src/shared/bin.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import type { Store } from "../../src/store/store.ts";
import { createBareServer } from "../support/bare-server.ts";
import { migratedDatabase, stopOwnServer } from "../support/databases.ts";
import { eventually, until } from "../support/eventually.ts";
import { settleLines } from "../support/settle.ts";
import { startProxy } from "../support/tcp-proxy.ts";
import { freshCode, NOON, scansOf, WORKSPACE } from "./support.ts";

const BEATS_OF_SILENCE = 3;

it("knows which of its own changes were committed, also of two to one code", () => {
  const own = createOwnChanges();
  assert.equal(own.isOpen("a"), false);
  own.begin("a");
  own.begin("a");
  own.made("a");
  assert.equal(own.isOpen("a"), true, "the answer to the other may still be lost");
  own.made("a");
  assert.equal(own.isOpen("a"), false);
});

it("drops the oldest of very many changes with unknown outcome, and not the newest", () => {
  const own = createOwnChanges();
  for (let n = 0; n < 20_000; n++) own.begin(`${n}`);
  assert.equal(own.isOpen("0"), false);
  for (let n = 15_001; n < 20_000; n++) assert.equal(own.isOpen(`${n}`), true, `${n}`);
});

it("PostgreSQL: an unreachable server is named by its setting", async () => {
  const opening = openPostgres({ url: "postgres://postgres@127.0.0.1:1/x", lifetimeMs: 1 });
  await assert.rejects(opening, {
    message:
      "The PostgreSQL server in DATABASE_URL cannot be used. Start it, or correct the URL. (connect ECONNREFUSED 127.0.0.1:1)",
  });
});

it("PostgreSQL: so are several, a name with several addresses, and the direct address", async () => {
  const rejected = async (options: { url: string; directUrl?: string }, message: RegExp) =>
    assert.rejects(openPostgres({ ...options, lifetimeMs: 1 }), { message });
  const [one, two] = ["127.0.0.1:1", "127.0.0.1:2"];
  const start = "^The PostgreSQL server in";
  await rejected(
    { url: `postgres://postgres@${one},${two}/x` },
    new RegExp(`${start} DATABASE_URL .*\\(No database host .*${one}: .*${two}: `),
  );
  await rejected(
    { url: "postgres://postgres@localhost:1/x" },
    new RegExp(`${start} DATABASE_URL .*\\(connect ECONNREFUSED `),
  );
  await rejected(
    { url: `postgres://postgres@${two}/x`, directUrl: `postgres://postgres@${one}/x` },
    new RegExp(`${start} DATABASE_DIRECT_URL .*ECONNREFUSED ${one}`),
  );
});

describe("A store on PostgreSQL", () => {
  const closing: (() => Promise<unknown>)[] = [];

  /** Its own database, and a proxy port to reach it. */
  async function place(): Promise<{ port: number; urlOf: (...ports: number[]) => string }> {
    const { href, host, port } = new URL(await migratedDatabase());
    const hosts = (ports: number[]) => ports.map((each) => `127.0.0.1:${each}`).join(",");
    return { port: Number(port), urlOf: (...ports) => href.replace(host, hosts(ports)) };
  }
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  after(stopOwnServer);

  async function open(url: string): Promise<Store> {
    const store = await openPostgres({ url, lifetimeMs: 365 * 86_400_000 });
    closing.push(store.close);
    return store;
  }

  async function proxy(port: number) {
    const opened = await startProxy(port);
    closing.push(opened.close);
    return opened;
  }

  async function connected(url: string): Promise<Client> {
    const client = new Client(url);
    client.on("error", () => {});
    await client.connect();
    closing.push(() => client.end());
    return client;
  }

  const tokenOf = async (store: Store, id: string) => (await store.codes.find(WORKSPACE, id))!.token;

  /** The changes that the store announces, in order. */
  function changesOf(store: Store) {
    const said: (string | null)[] = [];
    store.onCodeChanged((token) => void said.push(token));
    return {
      said,
      async heard(token: string | null) {
        await until(() => said.includes(token));
      },
    };
  }

  it("answers a statement that takes too long as overload, with Retry-After", async () => {
    const { urlOf, port } = await place();
    const store = await open(urlOf(port));
    const server = createBareServer();
    closing.push(() => server.close());
    server.get("/api/v1/slow", () =>
      store.auth.db.transaction().execute(async (trx: Transaction<Tables>) => {
        await sql`SET LOCAL statement_timeout = 1`.execute(trx);
        await sql`SELECT pg_sleep(300)`.execute(trx);
      }),
    );
    const answer = await server.inject("/api/v1/slow");
    assert.deepEqual([answer.statusCode, answer.headers["retry-after"]], [500, "5"]);
    assert.equal(answer.json().error, "internal_error");
    assert.match(answer.json().message, /^This took too long, .* Try again in a few seconds/);
  });

  it("listens again as soon as its listening connection ends", async () => {
    const { port, urlOf } = await place();
    const [store, other] = [await open(urlOf(port)), await open(urlOf(port))];
    const { id } = await freshCode(store);
    const token = await tokenOf(store, id);
    const observer = await connected(urlOf(port));
    let beats = 0;
    observer.on("notification", () => {
      beats += 1;
    });
    await observer.query("LISTEN tessera_beat");
    const { said, heard } = changesOf(store);
    await observer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid() AND datname = current_database()`,
    );
    await until(() => store.lostNotices() > 0);
    // Two nodes send beats: silence alone would be detected only after more than twice as many.
    assert.ok(beats < 2 * BEATS_OF_SILENCE, `detected only after ${beats} beats`);
    await heard(null);
    assert.equal(store.lostNotices(), 1);
    said.length = 0;
    await other.codes.update(WORKSPACE, id, NOON, () => ({ isPublic: false }));
    await heard(token);
  });

  it("listens to the new primary when the old one goes silent", async () => {
    const { port, urlOf } = await place();
    const proxies = [await proxy(port), await proxy(port)];
    const store = await open(urlOf(...proxies.map((opened) => opened.port)));
    const other = await open(urlOf(port));
    const { id } = await freshCode(other);
    const token = await tokenOf(other, id);
    const used = proxies.toSorted((a, b) => b.accepted() - a.accepted())[0]!;
    const { said, heard } = changesOf(store);
    used.change("silent");
    await eventually(() => store.ping());
    await heard(null);
    said.length = 0;
    await other.codes.update(WORKSPACE, id, NOON, () => ({ isPublic: false }));
    await heard(token);
  });

  it("is notified of its own change when the answer to its COMMIT is lost", async () => {
    const { port, urlOf } = await place();
    const between = await proxy(port);
    const store = await open(urlOf(between.port));
    const { id } = await freshCode(store);
    const token = await tokenOf(store, id);
    const { said, heard } = changesOf(store);
    between.change("cut-at-commit");
    await heard(null);
    said.length = 0;
    await assert.rejects(
      store.codes.update(WORKSPACE, id, NOON, () => ({ isPublic: false })),
      /Connection terminated/,
    );
    await heard(token);
    assert.equal((await store.codes.find(WORKSPACE, id))?.isPublic, false, "the change was committed");
  });

  it("reports that it receives notifications while beats arrive, and not otherwise", async () => {
    const { port, urlOf } = await place();
    const between = await proxy(port);
    const store = await open(urlOf(between.port));
    await until(() => store.hearsChanges());
    between.change("silent");
    await until(() => !store.hearsChanges());
    between.change("fair");
    await until(() => store.hearsChanges());
  });

  it("answers a restore with the code if a deletion commits in the middle of it", async () => {
    const { port, urlOf } = await place();
    const store = await open(urlOf(port));
    const { id } = await freshCode(store);
    const [gate, other] = [await connected(urlOf(port)), await connected(urlOf(port))];
    // A restore waits between its two statements for the gate to open; the deletion fires no triggers.
    await gate.query(`CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NULL; END $$;
      CREATE TRIGGER gate AFTER UPDATE ON codes FOR EACH STATEMENT EXECUTE FUNCTION wait_at_gate();
      SELECT pg_advisory_lock(42)`);
    await other.query("SET session_replication_role = replica");
    const waits = async (kind: string) => {
      const { rows } = await gate.query("SELECT 1 FROM pg_stat_activity WHERE wait_event = $1", [kind]);
      return rows.length > 0;
    };
    const restoring = store.codes.restore(WORKSPACE, id, NOON);
    await until(() => waits("advisory"));
    let isDeleted = false;
    const deleting = other.query("UPDATE codes SET deleted_at = $1 WHERE id = $2", [NOON, id]).then(() => {
      isDeleted = true;
    });
    await until(async () => isDeleted || (await waits("transactionid")));
    await gate.query("SELECT pg_advisory_unlock(42)");
    assert.equal((await restoring)?.id, id);
    await deleting;
  });

  it("lets an owner change or delete a code while its scans are being settled", async () => {
    const { port, urlOf } = await place();
    const store = await open(urlOf(port));
    const { id } = await freshCode(store);
    const other = await connected(urlOf(port));
    await other.query("BEGIN");
    await other.query("LOCK TABLE scans IN SHARE ROW EXCLUSIVE MODE");
    let settled = false;
    const settling = settleLines(store, [scansOf(id, 10).join("")]).then(() => {
      settled = true;
    });
    const waits = () =>
      other
        .query("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'scans'::regclass")
        .then(({ rowCount }) => rowCount === 1);
    await until(waits);
    for (const change of [
      { name: "Drinks" },
      { isPublic: false },
      { isFavorite: true, category: "Bar" },
      { expiresAt: NOON + 1, expiresFixed: true },
    ]) {
      assert.ok(await store.codes.update(WORKSPACE, id, NOON, () => change));
    }
    assert.ok(await store.codes.remove(WORKSPACE, id, NOON));
    assert.equal(settled, false);
    await other.query("COMMIT");
    await settling;
    assert.deepEqual(await store.scans.check(), []);
  });

  it("erases a code while scans of it are being settled, without a deadlock", async () => {
    const { port, urlOf } = await place();
    const store = await open(urlOf(port));
    const { id, num } = await freshCode(store);
    assert.ok(await store.codes.remove(WORKSPACE, id, NOON));
    const [settling, other] = [await connected(urlOf(port)), await connected(urlOf(port))];
    const { rows } = await settling.query("SELECT pg_backend_pid() AS pid");
    const lock = (mode: string) => settling.query(`SELECT 1 FROM code_counters WHERE code_num = ${num} FOR ${mode}`);
    // As settling does: it locks the key of the counters first, and the row before it adds to it.
    await settling.query("BEGIN");
    await lock("KEY SHARE");
    const erasing = eraseDeletedCodes(store.auth.db, "postgres", NOON + BIN_MS + 1);
    const waits = "SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))";
    await until(async () => (await other.query(waits, [rows[0].pid])).rows.length > 0);
    const locked = lock("NO KEY UPDATE").then(() => settling.query("COMMIT"));
    await Promise.all([erasing, locked]);
    const counters = await other.query(`SELECT 1 FROM code_counters WHERE code_num = ${num}`);
    assert.equal(counters.rows.length, 0);
  });

  it("reads lists over at most three connections, however many are requested", async () => {
    const { port, urlOf } = await place();
    const store = await open(urlOf(port));
    const page = { sort: "name", offset: 0, limit: 20 } as const;
    // One owner's lists are sequential.
    const owners = Array.from({ length: 50 }, (_, i) => `${WORKSPACE}${i}`);
    await Promise.all(owners.map((owner) => store.codes.browse(owner, {}, NOON, page)));
    // By the last statement of each: the node's other connections come and go meanwhile.
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
      WHERE query LIKE '%FROM codes AS c WHERE c.workspace_id%' AND pid <> pg_backend_pid()
        AND datname = current_database()`.execute(store.auth.db);
    assert.ok(rows[0]!.n > 0 && rows[0]!.n <= 3, `${rows[0]!.n} connections`);
  });
});
