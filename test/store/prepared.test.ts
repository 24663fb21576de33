import assert from "node:assert/strict";
import { afterEach, it } from "node:test";
import { type PostgresPoolClient, sql } from "kysely";
import { Client } from "pg";
import { createPool } from "../../src/database/postgres/pool.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, WORKSPACE } from "./support.ts";

const NAMES = "SELECT statement FROM pg_prepared_statements ORDER BY name";

onEachEngine("prepared statements", (engine) => {
  if (engine.name === "sqlite") return;
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function connectBeside(url: string): Promise<Client> {
    const client = new Client({ connectionString: url });
    await client.connect();
    closing.push(() => client.end());
    return client;
  }

  async function open(prepares: (text: string) => boolean) {
    const { databaseUrl = "" } = await engine.migratedPlace();
    const pool = createPool(databaseUrl, { max: 1, statementMs: 60_000, prepares });
    closing.push(pool.end);
    return { pool, databaseUrl };
  }
  const rowsOf = async (client: PostgresPoolClient, text: string, values: unknown[] = []) =>
    (await client.query<Record<string, unknown>>(text, values)).rows;
  const isNumber = (text: string) => text.includes("AS n");

  it("are only those that were selected", async () => {
    const { pool } = await open(isNumber);
    const client = await pool.connect();
    for (const n of [1, 2, 3]) {
      assert.deepEqual(await rowsOf(client, "SELECT $1::int AS n", [n]), [{ n }]);
      assert.deepEqual(await rowsOf(client, "SELECT $1::int AS m", [n]), [{ m: n }]);
    }
    assert.deepEqual(await rowsOf(client, NAMES), [{ statement: "SELECT $1::int AS n" }]);
    client.release();
  });

  it("are prepared again when the session has forgotten them", async () => {
    const { pool } = await open(isNumber);
    const client = await pool.connect();
    for (let round = 0; round < 2; round++) {
      for (const n of [1, 2]) {
        assert.deepEqual(await rowsOf(client, "SELECT $1::int AS n", [n]), [{ n }]);
      }
      assert.equal((await rowsOf(client, NAMES)).length, 1);
      await rowsOf(client, "DEALLOCATE ALL");
    }
    client.release();
  });

  it("continue when a table they read gets another column", async () => {
    const { pool, databaseUrl } = await open(isNumber);
    const beside = await connectBeside(databaseUrl);
    await beside.query("CREATE TABLE shelf AS SELECT 1 AS n");
    const client = await pool.connect();
    const ask = () => rowsOf(client, "SELECT *, 1 AS n FROM shelf WHERE n = $1", [1]);
    await ask();
    await beside.query("ALTER TABLE shelf ADD COLUMN colour text DEFAULT 'red'");
    for (let i = 0; i < 2; i++) assert.equal((await ask())[0]!.colour, "red");
    // The transaction cannot continue, but the next one can.
    await rowsOf(client, "BEGIN");
    await ask();
    await beside.query("INSERT INTO shelf VALUES (2, 'blue')");
    await rowsOf(client, "COMMIT");
    await beside.query("ALTER TABLE shelf ADD COLUMN height int");
    await rowsOf(client, "BEGIN");
    await assert.rejects(ask(), /cached plan/);
    await rowsOf(client, "ROLLBACK");
    await rowsOf(client, "BEGIN");
    assert.equal((await ask())[0]!.height, null);
    await rowsOf(client, "COMMIT");
    client.release();
  });

  it("do not hide errors", async () => {
    const { pool } = await open(isNumber);
    const client = await pool.connect();
    for (let i = 0; i < 3; i++) {
      await assert.rejects(rowsOf(client, "SELECT 1 / $1::int AS n", [0]), /division by zero/);
    }
    client.release();
  });

  it("are few, however many codes are looked up at once", async () => {
    const store = await engine.fresh();
    for (let count = 1; count <= 20; count++) {
      await store.codes.findByTokens(Array.from({ length: count }, (_, i) => `token-${i}`));
    }
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM pg_prepared_statements
      WHERE statement LIKE '%token%'`.execute(store.auth.db);
    // One for codes and one for placements.
    assert.ok(rows[0]!.n <= 2, `${rows[0]!.n} statements`);
  });

  it("serve a node while another one migrates the table of codes", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const { id } = await freshCode(store);
    const { token } = (await store.codes.find(WORKSPACE, id))!;
    const beside = await connectBeside(place.databaseUrl!);
    for (const column of ["one", "two"]) {
      const reads = () =>
        Promise.all([
          ...Array.from({ length: 20 }, () => store.codes.find(WORKSPACE, id)),
          ...Array.from({ length: 20 }, async () => (await store.codes.findByTokens([token]))[0]),
        ]);
      for (const code of await reads()) assert.equal(code?.id, id);
      await beside.query(`ALTER TABLE codes ADD COLUMN ${column} text`);
      for (const code of await reads()) assert.equal(code?.id, id);
    }
  });
});
