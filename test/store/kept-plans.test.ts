import assert from "node:assert/strict";
import { it } from "node:test";
import { Client } from "pg";
import { until } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, OWNER, scansOf } from "./support.ts";

const CODES = 2000;
const TABLES = ["codes", "code_counters", "scan_daily", "scan_cities", "agents", "places"];
const READ = `SELECT coalesce(sum(seq_tup_read), 0)::int AS read, coalesce(sum(n_tup_ins), 0)::int AS added
  FROM pg_stat_user_tables WHERE relname = ANY($1)`;

onEachEngine("a plan of the settler", (engine) => {
  if (engine.name === "sqlite") return;

  it("that was made while there were few codes is right for many", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.lasting.open(place);
    const beside = new Client({ connectionString: place.databaseUrl! });
    await beside.connect();
    try {
      // It would have the plans made anew within a minute.
      for (const table of TABLES) {
        await beside.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
      }
      const first = await freshCode(store);
      // More than PostgreSQL waits for before it keeps a plan.
      for (const line of scansOf(first.id, 12)) await store.settleScans([line]);
      const codes = Array.from({ length: CODES }, () => newCode(OWNER, NOON));
      await store.codes.createAll(codes);
      await store.settleScans(codes.map(({ id }) => scansOf(id, 1)[0]!));
      // A connection tells what it did when it ends.
      await store.close();
      const told = async () => (await beside.query(READ, [TABLES])).rows[0];
      await until(async () => (await told()).added > 3 * CODES);
      const { read } = await told();
      assert.ok(read < CODES, `${read} rows were read without an index`);
    } finally {
      await Promise.all([store.close(), beside.end()]);
    }
  });
});
