import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Kysely, sql } from "kysely";
import { RENAMED } from "../../src/store/migrations/0008-plain-names.ts";
import { LIST_INDEXES } from "../../src/store/migrations/0009-list-indexes.ts";
import type { Store } from "../../src/store/store.ts";
import { eventually } from "../support/eventually.ts";
import { onEachEngine } from "../support/stores.ts";
import { where } from "../support/tools.ts";
import { freshCode, OWNER, undoLater } from "./support.ts";

onEachEngine("The migration to plain names", (engine) => {
  it("leaves no table under an old name", async () => {
    const store = await engine.fresh();
    const tables = await store.auth.db.introspection.getTables();
    const names = tables.filter((table: { isView: boolean }) => !table.isView);
    for (const [from, to] of RENAMED) {
      const named = (name: string) => names.some((table: { name: string }) => table.name === name);
      assert.deepEqual([named(from), named(to)], [false, true], from);
    }
  });

  where(engine.name === "postgres", describe)("while a node of the release before serves", () => {
    it("is migrated once more when the two stand in each other's way", async () => {
      const place = await engine.place();
      const first = await engine.open(place);
      const run = (db: Kysely<unknown>, text: string) => sql.raw(text).execute(db);
      const { db } = first.auth;
      for (const text of undoLater("postgres")) await run(db, text);
      for (const [from, to] of RENAMED) {
        await run(db, `DROP VIEW ${from}`);
        await run(db, `ALTER TABLE ${to} RENAME TO ${from}`);
      }
      await run(db, "ALTER INDEX code_counters_by_scans RENAME TO code_life_by_scans");
      await run(db, "ALTER INDEX code_counters_by_expiry RENAME TO code_life_by_expiry");
      for (const name of Object.keys(LIST_INDEXES)) await run(db, `DROP INDEX ${name}`);
      await run(db, "DELETE FROM migrations WHERE version >= 8");
      // A settlement in the middle: it holds one table, and asks for another once the migration waits.
      let opening: Promise<Store> | undefined;
      const settling = db.transaction().execute(async (trx: Kysely<unknown>) => {
        await run(trx, "LOCK TABLE code_life IN ROW EXCLUSIVE MODE");
        opening = engine.open(place);
        await eventually(async () => {
          const { rows } = await sql<{ waiting: number }>`
            SELECT count(*)::int AS waiting FROM pg_locks JOIN pg_database d ON d.oid = database
            WHERE NOT granted AND d.datname = current_database()`.execute(db);
          assert.ok(rows[0]!.waiting > 0);
        });
        await run(trx, "LOCK TABLE missed IN ROW EXCLUSIVE MODE");
      });
      // Whichever of the two the database ends, the migration comes to its end.
      await settling.catch((error: { code?: string }) => assert.equal(error.code, "40P01"));
      assert.equal(await (await opening!).codes.find(OWNER, "none"), null);
    });

    it("takes its statements under the old names", async () => {
      const store = await engine.fresh();
      const { id, num } = await freshCode(store);
      const run = (text: string) => sql.raw(text).execute(store.auth.db);
      await run(`SELECT 1 FROM code_life WHERE code_num = ${num} FOR UPDATE`);
      await run(`UPDATE code_life SET scan_count = scan_count + 2 WHERE code_num = ${num}`);
      for (let i = 0; i < 2; i++) {
        await run(`INSERT INTO missed (id, code_num, day, reason, count)
          VALUES ('m1', ${num}, 1, 'head', 3) ON CONFLICT DO NOTHING`);
        await run(`INSERT INTO traffic_daily (code_num, day, reason, count) VALUES (${num}, 1, 'head', 3)
          ON CONFLICT (code_num, day, reason) DO UPDATE SET count = traffic_daily.count + excluded.count`);
        await run(`INSERT INTO marks (name, value) VALUES ('raw_from_day', 5)
          ON CONFLICT (name) DO UPDATE SET value = greatest(marks.value, excluded.value)`);
      }
      await run(`INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt",
          "plan", "role", "suspended") VALUES ('u', 'u', 'u@b.example', false, now(), now(), 'free', 'member', false)`);
      await run(`INSERT INTO api_keys (id, user_id, name, prefix, last_four, hash, created_at)
          VALUES ('k', 'u', 'k', 'p', 'abcd', 'h', 0)`);
      await run(`INSERT INTO windows (key_id, last_used_at) VALUES ('k', NULL)`);
      await run(`SELECT times FROM windows WHERE key_id = 'k' FOR UPDATE`);

      assert.equal((await store.codes.find(OWNER, id))?.scanCount, 2);
      assert.deepEqual(await store.scans.traffic(num, 1, 1), [{ day: 1, reason: "head", count: 6 }]);
      assert.equal((await store.admit("k", 20, 1000)).remaining, 19);
    });
  });
});
