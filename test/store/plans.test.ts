/** Prepared statements keep their plans. A plan for a near-empty table must not scan it when it has grown. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Client, Pool } from "pg";
import { createGrowth } from "../../src/database/postgres/growth.ts";
import type { Tables } from "../../src/database/tables.ts";
import type { Store } from "../../src/store/store.ts";
import { until } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, freshCode, NOON, scansOf, WORKSPACE } from "./support.ts";

const CODES = Number(process.env.PLAN_CODES ?? 2000);
const AT_ONCE = 500;
const READS = 100;
const TABLES = ["codes", "code_counters", "scans", "scan_blocks", "scan_visitors"];

onEachEngine("the plans of a growing store", (engine) => {
  if (engine.name === "sqlite") return;

  async function open() {
    const place = await engine.migratedPlace();
    const client = new Client({ connectionString: place.databaseUrl! });
    await client.connect();
    // Only the store itself may cause what is shown.
    for (const table of [...TABLES, "agents", "places"]) {
      await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    }
    return { client, store: await engine.lasting.open(place) };
  }

  async function grow(store: Store): Promise<string[]> {
    const ids: string[] = [];
    for (let at = 0; at < CODES; at += AT_ONCE) {
      const codes = Array.from({ length: AT_ONCE }, () => newCode(WORKSPACE, NOON));
      assert.equal(await store.codes.createAll(codes), null);
      ids.push(...codes.map(({ id }) => id));
    }
    return ids;
  }

  const knows = (client: Client, table: string, rows: number) =>
    until(async () => {
      const found = await client.query("SELECT reltuples FROM pg_class WHERE oid = $1::regclass", [table]);
      return found.rows[0].reltuples >= rows;
    });

  /** The plan that this session keeps for reading one code. */
  const planOfFind = (store: Store): Promise<string> =>
    store.auth.db.connection().execute(async (session: typeof store.auth.db) => {
      const { rows } = await sql<{ name: string }>`
        SELECT name FROM pg_prepared_statements WHERE statement LIKE '%"codes"."id" = $1%'`.execute(session);
      const plan = await sql
        .raw<Record<string, string>>(`EXPLAIN EXECUTE ${rows[0]!.name} ('x', 'x')`)
        .execute(session);
      return plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
    });

  it("logs a failing ANALYZE, and again only after as much more growth", async () => {
    const { databaseUrl } = await engine.migratedPlace();
    // A database without the tables.
    const url = Object.assign(new URL(databaseUrl!), { pathname: "/postgres" });
    const pool = new Pool({ connectionString: url.href, max: 1 });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const told: string[] = [];
    const growth = createGrowth(db, (message) => told.push(message));
    for (const [rows, expected] of [
      [2000, 1],
      [1000, 1],
      [1000, 2],
    ] as const) {
      growth.added("codes", rows);
      await growth.idle();
      assert.equal(told.length, expected);
    }
    await growth.analyze();
    assert.equal(told.length, 3);
    for (const message of told) assert.match(message, /ANALYZE failed.*"codes" does not exist/);
    await db.destroy();
  });

  it("become index scans, without a new connection or autovacuum", async () => {
    const { client, store } = await open();
    const { id } = await freshCode(store);
    await client.query("VACUUM ANALYZE");
    // More often than PostgreSQL needs before it keeps a plan.
    for (let i = 0; i < 10; i++) await store.codes.find(WORKSPACE, id);
    assert.match(await planOfFind(store), /Seq Scan on codes/, "one row");
    await grow(store);
    await knows(client, "codes", 1000);
    await store.codes.find(WORKSPACE, id);
    const plan = await planOfFind(store);
    assert.match(plan, /Index Scan using/);
    assert.doesNotMatch(plan, /Seq Scan/);
    await Promise.all([store.close(), client.end()]);
  });

  it("read few rows for one code or one scan after many were created in an empty database", async () => {
    const { client, store } = await open();
    await addWorkspace(store);
    const first = await freshCode(store);
    for (const line of scansOf(first.id, 10)) {
      await settleLines(store, [line]);
      await store.codes.find(WORKSPACE, first.id);
    }
    const ids = await grow(store);
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const batch = ids.slice(at, at + AT_ONCE).map((id) => scansOf(id, 1)[0]!);
      await settleLines(store, batch);
    }
    await knows(client, "codes", 1000);
    await knows(client, "scans", 1000);
    const read = async () => {
      const { rows } = await client.query(
        `SELECT coalesce(sum(t.seq_tup_read), 0)::int AS rows, coalesce(sum(t.n_tup_upd), 0)::int AS changed,
          (SELECT coalesce(sum(i.idx_tup_read), 0)::int FROM pg_stat_user_indexes i WHERE i.relname = ANY($1)) AS entries
        FROM pg_stat_user_tables t WHERE t.relname = ANY($1)`,
        [TABLES],
      );
      return rows[0];
    };
    // A session reports its statistics a second later, or on request.
    await client.query("SELECT pg_stat_force_next_flush()");
    const before = await read();
    for (const id of ids.slice(0, READS)) {
      await store.codes.find(WORKSPACE, id);
      await settleLines(store, [scansOf(id, 2)[1]!]);
    }
    await store.close();
    await until(async () => (await read()).changed >= before.changed + READS);
    const after = await read();
    const rows = after.rows + after.entries - before.rows - before.entries;
    // Whole tables would be a hundred times CODES for each statement.
    assert.ok(rows < 10 * CODES, `${rows} rows and entries`);
    await client.end();
  });
});
