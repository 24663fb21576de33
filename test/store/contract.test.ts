import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "kysely";
import { MIGRATIONS } from "../../src/store/migrations/index.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, OWNER, scansOf, uncountedOf } from "./support.ts";

onEachEngine("The store", (engine) => {
  describe("check", () => {
    const harms: [string, string][] = [
      ["a total", "UPDATE scan_daily SET count = count + 1 WHERE dimension = 0"],
      ["a country's count", "UPDATE scan_daily SET count = count - 1 WHERE dimension = 4"],
      ["a rollup row that is missing", "DELETE FROM scan_daily WHERE dimension = 2"],
      ["a raw scan that is missing", "DELETE FROM scans"],
      ["a code's count", "UPDATE code_counters SET scan_count = 0"],
      ["a city's last day", "UPDATE scan_cities SET last_day = last_day + 1"],
      ["a city that is missing", "DELETE FROM scan_cities"],
    ];
    for (const [what, harm] of harms) {
      it(`finds ${what} that disagrees`, async () => {
        const store = await engine.fresh();
        const { num } = await freshCode(store);
        await store.settleScans([scansOf(num, 30).join("") + uncountedOf(num, 20_000, "head", 2)]);
        assert.deepEqual(await store.scans.check(), []);
        await sql.raw(harm).execute(store.auth.db);
        const problems = await store.scans.check();
        assert.ok(problems.length > 0);
        for (const problem of problems) assert.match(problem, /\w+ .*\d/);
      });
    }
  });

  describe("migrations", () => {
    const applied = async (db: never) =>
      (
        await sql<{ version: number }>`SELECT version FROM migrations ORDER BY version`.execute(db)
      ).rows.map((row) => row.version);
    const all = MIGRATIONS.map((migration) => migration.version);

    it("are numbered one after the other", () => {
      assert.deepEqual(
        all,
        Array.from(all, (_, i) => i + 1),
      );
    });

    it("run once when five nodes start together on an empty database", async () => {
      const place = await engine.place();
      const stores = await Promise.all(Array.from({ length: 5 }, () => engine.open(place)));
      for (const store of stores) assert.deepEqual(await applied(store.auth.db as never), all);
    });

    it("leave what is there when a node starts again", async () => {
      const place = await engine.place();
      const first = await engine.open(place);
      const { id } = await freshCode(first);
      await first.close();
      const again = await engine.open(place);
      assert.equal((await again.codes.find(OWNER, id))?.id, id);
      assert.deepEqual(await applied(again.auth.db as never), all);
    });

    it("refuse a database that is newer than the code, in one clear sentence", async () => {
      const place = await engine.place();
      const store = await engine.open(place);
      await sql`INSERT INTO migrations (version, name, applied_at) VALUES (999, 'later', 'x')`.execute(
        store.auth.db,
      );
      await assert.rejects(engine.open(place), {
        message: new RegExp(`at version 999, .* knows only versions up to ${all.at(-1)}\\b`),
      });
    });
  });

  describe("secrets", () => {
    it("are made once and are the same on every node", async () => {
      const place = await engine.place();
      const [one, other] = [await engine.open(place), await engine.open(place)];
      const texts = await Promise.all(
        [1, 2, 3].flatMap(() => [one.secret("a"), other.secret("a")]),
      );
      assert.equal(new Set(texts).size, 1);
      assert.ok(texts[0]!.length >= 43, "256 bits");
      assert.notEqual(await one.secret("b"), texts[0]);
    });
  });

  describe("scan pages", () => {
    it("are in the order of time, whichever order the scans were settled in", async () => {
      const store = await engine.fresh();
      const { num } = await freshCode(store);
      const lines = scansOf(num, 20);
      await store.settleScans([lines.toReversed().join("")]);
      const times = (await store.scans.page(num, 100)).map((scan) => scan.at);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
      assert.equal(times.at(-1), NOON);
    });
  });
});
