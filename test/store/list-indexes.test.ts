import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { DAY_MS } from "../../src/shared/days.ts";
import { LIST_INDEXES } from "../../src/store/migrations/0009-list-indexes.ts";
import { BIN_INDEXES } from "../../src/store/migrations/0010-bin.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import type { Store } from "../../src/store/store.ts";
import { fillCodes } from "../support/many-codes.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { PATIENCE_MS } from "../support/stores.ts";
import { freshCode, maintainPatiently, NOON, OWNER, undoLater } from "./support.ts";

const NAMES = Object.keys({ ...LIST_INDEXES, ...BIN_INDEXES });

describe("PostgreSQL: the indexes of rare filters", () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let store: Store;
  const open = () => openPostgres({ url: server.url("postgres"), lifetimeMs: 1, patienceMs: PATIENCE_MS });
  const drop = async (names: readonly string[]) => {
    for (const name of names) await sql`DROP INDEX ${sql.ref(name)}`.execute(store.auth.db);
  };
  /** Those that are there and may be used. */
  const usable = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
      JOIN pg_index ON indexrelid = pg_class.oid WHERE indisvalid`.execute(store.auth.db);
    const found = new Set(rows.map(({ name }) => name));
    return NAMES.filter((name) => found.has(name));
  };

  before(async () => {
    server = await startPostgres();
    store = await open();
  });
  after(async () => {
    await store.close();
    await server.destroy();
  });

  it("are there from the start in a new database", async () => {
    assert.deepEqual(await usable(), NAMES);
  });

  it("are left to maintenance where there are many codes, and made by it once", async () => {
    const { db } = store.auth;
    await drop(NAMES);
    await fillCodes(db, "postgres", OWNER, 10_000, NOON);
    for (const statement of undoLater("postgres")) await sql.raw(statement).execute(db);
    await sql`DELETE FROM migrations WHERE version >= 9`.execute(db);
    await store.close();
    store = await open();
    assert.deepEqual(await usable(), []);
    await store.maintain(NOON);
    assert.deepEqual(await usable(), NAMES);
    await store.maintain(NOON);
    assert.deepEqual(await usable(), NAMES);
  });

  it("that cannot be made hold nothing else up", async () => {
    const { db } = store.auth;
    const [name] = NAMES as [string];
    const { id } = await freshCode(store);
    await store.codes.remove(OWNER, id, NOON);
    await sql`DROP INDEX ${sql.ref(name)}`.execute(db);
    await sql`CREATE TABLE ${sql.ref(name)} (nothing integer)`.execute(db);
    await assert.rejects(store.maintain(NOON + 40 * DAY_MS), /already exists/);
    await sql`DROP TABLE ${sql.ref(name)}`.execute(db);
    const { rows } = await sql<{ erased_at: number | null }>`
      SELECT erased_at FROM codes WHERE id = ${id}`.execute(db);
    assert.notEqual(rows[0]!.erased_at, null, "what is past its time was erased all the same");
    await store.maintain(NOON + 40 * DAY_MS);
    assert.deepEqual(await usable(), NAMES);
  });

  it("are made anew where an earlier attempt was interrupted", async () => {
    const [name] = NAMES as [string];
    await sql`UPDATE pg_index SET indisvalid = false
      WHERE indexrelid = to_regclass(${name})`.execute(store.auth.db);
    assert.deepEqual(await usable(), NAMES.slice(1));
    await store.maintain(NOON);
    assert.deepEqual(await usable(), NAMES);
  });

  it("are made by one node at a time, and the other does not wait", async () => {
    await drop(NAMES);
    const other = await open();
    await Promise.all([store, other].map((node) => maintainPatiently(node, NOON)));
    await other.close();
    assert.deepEqual(await usable(), NAMES);
  });
});

describe("PostgreSQL: lists have connections of their own", () => {
  it("and any number of lists takes no more than these three", async () => {
    const server = await startPostgres();
    after(() => server.destroy());
    const store = await openPostgres({ url: server.url("postgres"), lifetimeMs: 1, patienceMs: PATIENCE_MS });
    after(() => store.close());
    const { db } = store.auth;
    await fillCodes(db, "postgres", OWNER, 100, NOON);
    const page = { sort: "name", offset: 0, limit: 20 } as const;
    // One owner's lists come one after another.
    const owners = Array.from({ length: 50 }, (_, i) => `${OWNER}${i}`);
    await Promise.all(owners.map((owner) => store.codes.browse(owner, {}, NOON, page)));
    // By what each did last: the node's other connections come and go meanwhile.
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
      WHERE query LIKE '%FROM codes AS c WHERE c.owner_id%' AND pid <> pg_backend_pid()`.execute(db);
    assert.ok(rows[0]!.n > 0 && rows[0]!.n <= 3, `${rows[0]!.n} connections`);
  });
});
