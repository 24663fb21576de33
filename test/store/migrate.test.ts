import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Kysely, sql } from "kysely";
import postgres from "postgres";
import type { Migration } from "../../src/database/engine.ts";
import { migrate } from "../../src/store/migrate.ts";
import { ALL_TABLES, MIGRATIONS } from "../../src/store/migrations.ts";
import { onEachEngine } from "../support/stores.ts";
import { where } from "../support/tools.ts";
import { freshCode, WORKSPACE } from "./support.ts";

const VERSIONS = MIGRATIONS.map((migration) => migration.version);
const NEWEST = VERSIONS.at(-1)!;
const next = (name: string, ...statements: string[]): Migration => ({
  version: NEWEST + 1,
  name,
  statements: () => statements,
});

interface Column {
  table: string;
  name: string;
  isNull: number | boolean;
}

async function appliedTo(db: Kysely<never>): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`SELECT version FROM migrations ORDER BY version`.execute(db);
  return rows.map((row) => row.version);
}

onEachEngine("Migrations", (engine) => {
  it("are numbered from 1", () => {
    assert.deepEqual(
      VERSIONS,
      Array.from(VERSIONS, (_, i) => i + 1),
    );
  });

  it("create the tables that are described, each with its columns, and no others", async () => {
    const { db } = (await engine.fresh()).auth;
    const columns =
      engine.name === "sqlite"
        ? sql<Column>`SELECT t.name AS "table", c.name, c."notnull" = 0 AS "isNull"
            FROM pragma_table_list t, pragma_table_xinfo(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid`
        : sql<Column>`SELECT table_name AS "table", column_name AS name, is_nullable = 'YES' AS "isNull"
            FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`;
    const { rows } = await columns.execute(db as Kysely<never>);
    const found = Map.groupBy(rows, ({ table }) => table);
    for (const [name, { columns }] of Object.entries(ALL_TABLES)) {
      const here = Object.entries(columns).filter(([, { definition }]) => definition.type[engine.name] !== undefined);
      const real = found.get(name) ?? [];
      assert.deepEqual(
        real.map((column) => column.name),
        here.map(([column]) => column),
        name,
      );
      for (const [i, [column, { definition }]] of here.entries()) {
        if (!definition.isNull) assert.equal(Boolean(real[i]!.isNull), false, `${name}.${column} may be null`);
      }
      found.delete(name);
    }
    const others = [...found.keys()].filter((name) => !/^(sqlite_|code_search|visitor_tags|migrations$)/.test(name));
    assert.deepEqual(others, []);
  });

  it("run once when five nodes start together on an empty database", async () => {
    const place = await engine.place();
    const stores = await Promise.all(Array.from({ length: 5 }, () => engine.open(place)));
    for (const store of stores) assert.deepEqual(await appliedTo(store.auth.db as never), VERSIONS);
  });

  it("keep the data when a node starts again, and run only new ones", async () => {
    const place = await engine.place();
    const first = await engine.open(place);
    const { id } = await freshCode(first);
    await first.close();
    const again = await engine.open(place);
    assert.equal((await again.codes.find(WORKSPACE, id))?.id, id);
    const { db } = again.auth;
    const added = next("later", "CREATE TABLE later (one integer)", "INSERT INTO later VALUES (1)");
    for (let i = 0; i < 2; i++) await migrate(db, engine.name, async () => {}, { migrations: [...MIGRATIONS, added] });
    assert.deepEqual(await appliedTo(db), [...VERSIONS, NEWEST + 1]);
    assert.equal((await sql`SELECT one FROM later`.execute(db)).rows.length, 1);
  });

  it("leave nothing behind if one of their statements fails", async () => {
    const { db } = (await engine.fresh()).auth;
    const failing = next("failing", "CREATE TABLE half (one integer)", "INSERT INTO nowhere VALUES (1)");
    await assert.rejects(
      migrate(db, engine.name, async () => {}, { migrations: [...MIGRATIONS, failing] }),
      /nowhere/,
    );
    assert.deepEqual(await appliedTo(db), VERSIONS);
    await assert.rejects(sql`SELECT one FROM half`.execute(db), /half/);
  });

  it("refuse a database that is newer than the code, in one clear sentence", async () => {
    const place = await engine.migratedPlace();
    const { db } = (await engine.open(place)).auth;
    await migrate(db, engine.name, async () => {}, { migrations: [...MIGRATIONS, next("later")] });
    await assert.rejects(engine.open(place), {
      message: new RegExp(`at version ${NEWEST + 1}, .* supports only versions up to ${NEWEST}\\b`),
    });
  });

  it("refuse a database of an earlier development version, whatever its number", async () => {
    const refusal = { message: /created by a development version of Tessera that this version cannot read/ };
    const place = await engine.migratedPlace();
    const { db } = (await engine.open(place)).auth;
    await sql`UPDATE migrations SET fingerprint = 'another'`.execute(db);
    await assert.rejects(engine.open(place), refusal);
    // As versions with sixteen migrations stored them.
    await sql`DROP TABLE migrations`.execute(db);
    await sql`CREATE TABLE migrations (version integer PRIMARY KEY, name text, applied_at text)`.execute(db);
    await sql`INSERT INTO migrations VALUES (1, 'accounts', ''), (2, 'codes', ''), (16, 'parts', '')`.execute(db);
    await assert.rejects(engine.open(place), refusal);
  });

  where(engine.name === "postgres", it)(
    "have the counters vacuumed often, because most counts add a row version",
    async () => {
      const { db } = (await engine.fresh()).auth;
      const { rows } = await sql<{ reloptions: string[] }>`
      SELECT reloptions FROM pg_class WHERE oid = 'code_counters'::regclass`.execute(db);
      assert.deepEqual(rows[0]!.reloptions, ["autovacuum_vacuum_scale_factor=0.02"]);
    },
  );

  where(engine.name === "postgres", describe)("without permission to create the extension", () => {
    it("say in one sentence what is needed", async () => {
      const place = await engine.place();
      const url = new URL(place.databaseUrl!);
      const role = `r${url.pathname.slice(1)}`;
      const admin = postgres(url.href, { max: 1, onnotice: () => {} });
      await admin.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT ALL ON SCHEMA public TO ${role}`);
      await admin.end();
      url.username = role;
      url.password = "x";
      await assert.rejects(engine.open({ ...place, databaseUrl: url.href }), {
        message:
          'Search needs the PostgreSQL extension pg_trgm, which could not be created (permission denied to create extension "pg_trgm"). Let an administrator of the database run CREATE EXTENSION pg_trgm there, then start again.',
      });
    });
  });
});
