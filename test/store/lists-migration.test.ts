import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "kysely";
import postgres from "postgres";
import { lists } from "../../src/store/migrations/0005-lists.ts";
import { RENAMED } from "../../src/store/migrations/0008-plain-names.ts";
import { MIGRATIONS } from "../../src/store/migrations/index.ts";
import type { Store } from "../../src/store/store.ts";
import { onEachEngine } from "../support/stores.ts";
import { where } from "../support/tools.ts";
import { freshCode, NOON, OWNER, scansOf, undoLater } from "./support.ts";

/** Takes back what the migration made, and those after it: a database as it was before. */
async function undo(store: Store): Promise<void> {
  const { db } = store.auth;
  const before = MIGRATIONS.filter(({ version }) => version < lists.version);
  const run = (text: string) => sql.raw(text).execute(db);
  for (const text of undoLater(store.engine)) await run(text);
  for (const [from, to] of RENAMED) {
    if (store.engine === "postgres") await run(`DROP VIEW ${from}`);
    await run(`ALTER TABLE ${to} RENAME TO ${from}`);
  }
  if (store.engine === "sqlite") {
    for (const name of ["search_insert", "search_update", "search_delete", "list_life", "list_code", "list_scans"])
      await run(`DROP TRIGGER ${name}`);
    await run("DROP TABLE code_search");
  } else {
    await run("DROP FUNCTION tessera_list_life CASCADE");
    await run("DROP FUNCTION tessera_list_code CASCADE");
    await run("DROP FUNCTION tessera_list_scans CASCADE");
    await run("DROP INDEX codes_search");
  }
  const indexes = ["codes_by_name", "codes_by_type", "codes_by_category", "codes_by_favorite"];
  const others = ["codes_paused", "code_counters_by_scans", "code_counters_by_expiry", "user_by_age"];
  for (const name of [...indexes, ...others]) await run(`DROP INDEX ${name}`);
  await run("ALTER TABLE codes DROP COLUMN name_key");
  if (store.engine === "postgres") await run("ALTER TABLE codes DROP COLUMN content_key");
  for (const name of ["owner", "public", "favorite", "type", "category", "scans"])
    await run(`ALTER TABLE code_life DROP COLUMN list_${name}`);
  // What later migrations make, they make again.
  for (const table of ["throttles", "removed_owners"]) await run(`DROP TABLE ${table}`);
  await run("DROP INDEX codes_by_logo");
  await run("ALTER TABLE codes DROP COLUMN style");
  await run("ALTER TABLE code_life DROP COLUMN expires_before");
  await run(`DELETE FROM migrations WHERE version > ${before.at(-1)!.version}`);
}

onEachEngine("The migration of lists", (engine) => {
  it("keeps every count, and makes codes found that were there before", async () => {
    const place = await engine.place();
    const first = await engine.open(place);
    const { id, num } = await freshCode(first);
    const gone = await freshCode(first);
    await first.settleScans([scansOf(num, 30).join("")]);
    await first.codes.update(OWNER, id, NOON, () => ({ name: "ÄPFEL", isFavorite: true }));
    await first.codes.remove(OWNER, gone.id, NOON);
    const known = await first.codes.find(OWNER, id);
    await undo(first);
    await first.close();

    const again = await engine.open(place);
    // What the last scan moved the expiry from was not kept yet.
    assert.deepEqual(await again.codes.find(OWNER, id), { ...known, expiresBefore: null });
    for (const filter of [{ q: "äpfel" }, { favorite: true }, { state: "active" as const }]) {
      for (const sort of ["newest", "name", "scans", "expires"] as const) {
        const page = { sort, offset: 0, limit: 10 };
        const { codes, total } = await again.codes.browse(OWNER, filter, NOON, page);
        assert.deepEqual([codes.map((code) => code.num), total], [[num], 1]);
      }
    }
    assert.deepEqual(await again.scans.check(), []);
    assert.deepEqual(await again.integrity(), []);
  });

  where(engine.name === "postgres", describe)("where the extension may not be made", () => {
    it("says in one sentence what is needed", async () => {
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
          'Search needs the PostgreSQL extension pg_trgm, which could not be made (permission denied to create extension "pg_trgm"). Let an administrator of the database run CREATE EXTENSION pg_trgm there, then start again.',
      });
    });
  });
});
