import assert from "node:assert/strict";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { createIds } from "../../src/shared/ids.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import type { Store } from "../../src/store/store.ts";
import { until } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, OWNER, scansOf } from "./support.ts";

const CODES = 2000;
/** Longer than any plan is kept. */
const PLANS_MS = 1100;
const TABLES = ["codes", "code_counters", "scan_daily", "scan_cities", "agents", "places"];
/** Rows and entries that were looked at, over indexes and without; and rows that were made. */
const READ = `SELECT coalesce(sum(t.seq_tup_read), 0)::int AS rows, coalesce(sum(t.n_tup_ins), 0)::int AS made,
    (SELECT coalesce(sum(i.idx_tup_read), 0)::int FROM pg_stat_user_indexes i WHERE i.relname = ANY($1)) AS entries
  FROM pg_stat_user_tables t WHERE t.relname = ANY($1)`;

/** Scans of more kinds of visitors than a day keeps as pairs. */
const fullDay = (id: string): string => Array.from({ length: 9 }, (_, i) => line(id, i)).join("");

function line(id: string, visitor: number): string {
  const agent = JSON.stringify(["mobile", `Browser ${visitor}`, "iOS"]);
  return scanLine(createIds(() => NOON)(), id, NOON, agent, '["DE","Berlin",52.5,13.4]');
}

onEachEngine("statements that a connection knows by name", (engine) => {
  if (engine.name === "sqlite") return;

  /**
   * What `work` reads of tables in which there were few rows until a moment before. `isKnown`: PostgreSQL has
   * counted those few, and all got their plans again just before the many came.
   */
  async function readsOf(
    work: (store: Store, ids: string[]) => Promise<void>,
    { isKnown = false, count = CODES } = {},
  ) {
    const place = await engine.migratedPlace();
    const store = await engine.lasting.open(place);
    const beside = new Client({ connectionString: place.databaseUrl! });
    await beside.connect();
    try {
      // It would have plans made anew within a minute.
      for (const table of TABLES) {
        await beside.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
      }
      const first = await freshCode(store);
      // More than PostgreSQL waits for before it keeps a plan.
      for (const line of scansOf(first.id, 20)) {
        await store.settleScans([line]);
        await store.codes.find(OWNER, first.id);
      }
      const codes = Array.from({ length: count }, () => newCode(OWNER, NOON));
      if (isKnown) {
        await beside.query("VACUUM ANALYZE");
        await sleep(PLANS_MS);
        await store.settleScans([fullDay(first.id)]);
      }
      await store.codes.createAll(codes);
      await work(
        store,
        codes.map(({ id }) => id),
      );
      // A connection tells what it did when it ends.
      await store.close();
      const told = async () => (await beside.query(READ, [TABLES])).rows[0];
      await until(async () => (await told()).made >= 2 * count);
      return await told();
    } finally {
      await Promise.all([store.close(), beside.end()]);
    }
  }

  it("read few rows for one code, however few there were when they got their name", async () => {
    const { rows, entries } = await readsOf(async (store, ids) => {
      await sleep(PLANS_MS);
      for (const id of ids.slice(0, 100)) await store.codes.find(OWNER, id);
    });
    assert.ok(rows + entries < 10 * CODES, `${rows} rows, ${entries} entries`);
  });

  it("read few rows for one scan, however few there were when they got their name", async () => {
    // At once: on a quick machine with the plans that were made before.
    const { rows, entries } = await readsOf(async (store, ids) => {
      // A batch of so many may well read all rows, once for each statement.
      await store.settleScans(ids.map((id) => scansOf(id, 1)[0]!));
      for (const id of ids.slice(0, 50)) await store.settleScans([scansOf(id, 2)[1]!]);
    });
    assert.ok(rows + entries < 20 * CODES, `${rows} rows, ${entries} entries`);
  });

  it("read few rows for many scans, also a moment after all tables were known to be small", async () => {
    // Few enough to be made and settled while the plans are kept.
    const count = 400;
    const { rows, entries } = await readsOf(
      async (store, ids) => {
        await store.settleScans([ids.map((id) => line(id, 0)).join("")]);
        await store.settleScans([ids.slice(0, 20).map(fullDay).join("")]);
      },
      { isKnown: true, count },
    );
    assert.ok(rows + entries < 100 * count, `${rows} rows, ${entries} entries`);
  });
});
