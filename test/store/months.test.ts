import assert from "node:assert/strict";
import { describe, it } from "node:test";
import postgres from "postgres";
import { DAY_MS, dayOf, firstDayOf, monthOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import type { Store } from "../../src/store/store.ts";
import { newCode } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { addWorkspace, maintainPatiently, WORKSPACE } from "./support.ts";

const NOW = Date.UTC(2026, 4, 20, 12);

/** A code with one scan on every fifth day of the last 400. */
async function fill(store: Store): Promise<number> {
  await addWorkspace(store);
  const code = newCode(WORKSPACE, NOW - 410 * DAY_MS);
  await store.codes.create(code);
  const lines: string[] = [];
  for (let ago = 400; ago >= 0; ago -= 5) {
    const at = NOW - ago * DAY_MS;
    const id = createIds(() => at)();
    lines.push(scanLine(id, code.id, at, '["mobile","Chrome","Android"]', '["DE","Berlin",1,2]'));
  }
  await settleLines(store, lines);
  return (await store.codes.find(WORKSPACE, code.id))!.num;
}

onEachEngine("retention", (engine) => {
  it("drops raw scans of whole months, and keeps every count", async () => {
    const store = await engine.fresh(createTestClock(NOW));
    const num = await fill(store);
    const today = dayOf(NOW);
    const before = await store.scans.rollup(num, today - 364, today, 0);
    const keepFrom = firstDayOf(monthOf(today - 90));
    await store.maintain(NOW, keepFrom);
    const kept = await store.scans.page(num, 500);
    // The twentieth of May is the 109th day counted from the first of February.
    const expected = Array.from({ length: Math.ceil(109 / 5) }, (_, i) => today - i * 5);
    assert.deepEqual(
      kept.map((scan) => dayOf(scan.at)),
      expected,
      "nothing older is left, nothing newer is gone",
    );
    assert.deepEqual(await store.scans.rollup(num, today - 364, today, 0), before);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("keeps everything if no retention is set", async () => {
    const store = await engine.fresh(createTestClock(NOW));
    const num = await fill(store);
    await store.maintain(NOW);
    assert.equal((await store.scans.page(num, 500)).length, 81);
  });
});

onEachEngine("partitions", (engine) => {
  if (engine.name === "sqlite") return;

  describe("on PostgreSQL", () => {
    it("are created ahead, once, and take over earlier rows", async () => {
      const place = await engine.migratedPlace();
      const store = await engine.open(place, createTestClock(NOW));
      const num = await fill(store);
      const sql = postgres(place.databaseUrl!, { max: 1, onnotice: () => {} });
      const rows = async (table: string) => Number((await sql`SELECT count(*) AS n FROM ${sql(table)}`)[0]!.n);
      assert.equal(await rows("scans_rest"), 81, "without a partition the default takes them");
      const other = await engine.open(place, createTestClock(NOW));
      await Promise.all([store, other].map((node) => maintainPatiently(node, NOW)));
      await store.maintain(NOW);
      assert.equal(await rows("scans_2026_05"), 4);
      assert.equal(await rows("scans_rest"), 77);
      for (const ahead of ["scans_2026_06", "scans_2026_07", "scans_2026_08"]) {
        assert.equal(await rows(ahead), 0);
      }
      assert.equal((await store.scans.page(num, 500)).length, 81);
      const year = NOW + 365 * DAY_MS;
      const { id } = await store.auth.db.selectFrom("codes").select("id").executeTakeFirstOrThrow();
      const line = scanLine(createIds(() => year)(), id, year, '["a","b","c"]', '["DE",null,null,null]');
      await settleLines(store, [line]);
      assert.equal(await rows("scans_rest"), 78, "a scan never fails because a partition is missing");
      assert.deepEqual(await store.scans.check(), []);
      await sql.end();
    });
  });
});
