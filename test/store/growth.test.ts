import assert from "node:assert/strict";
import { it } from "node:test";
import { createAnalytics } from "../../src/insights/service.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, packPast, scansOf, uncountedOf, WORKSPACE } from "./support.ts";

const rowsOf = async (store: Store, table: string): Promise<number> =>
  (await store.auth.db.selectFrom(table).selectAll().execute()).length;

/** Scans of one code, each from another city, within an hour. */
const manyScans = (code: string, count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const at = NOON + i;
    return scanLine(createIds(() => at)(), code, at, '["a","b","c"]', `["DE","City ${i}",1,1]`);
  }).join("");

onEachEngine("expired data", (engine) => {
  it("of deleted codes is erased after 30 days, except the token", async () => {
    const store = await engine.emptied();
    const [gone, kept] = [await freshCode(store), await freshCode(store)];
    const { token } = (await store.codes.find(WORKSPACE, gone.id))!;
    await store.codes.update(WORKSPACE, gone.id, NOON, () => ({ content: "https://example.com/2" }));
    await settleLines(store, [manyScans(gone.id, 5200), scansOf(kept.id, 30).join("")]);
    await settleLines(store, [scansOf(gone.id, 1, NOON + 40 * DAY_MS)[0]!]);
    await settleLines(store, [uncountedOf(gone.id, dayOf(NOON), "head", 3)]);
    await store.codes.remove(WORKSPACE, gone.id, NOON);
    await store.maintain(NOON + 30 * DAY_MS - 1);
    assert.equal((await store.scans.page(gone.num, 1)).length, 1, "not before");
    assert.equal(await rowsOf(store, "code_versions"), 1);

    await store.maintain(NOON + 30 * DAY_MS);
    const { db } = store.auth;
    const row = await db.selectFrom("codes").selectAll().where("num", "=", gone.num).execute();
    assert.deepEqual([row[0].name, row[0].content, row[0].category, row[0].token], ["", "", null, token]);
    for (const table of ["scans", "scan_blocks", "scan_visitors", "uncounted_daily"]) {
      const left = await db.selectFrom(table).select("code_num").distinct().execute();
      assert.ok(!left.some((found: { code_num: number }) => found.code_num === gone.num), table);
    }
    assert.equal(await rowsOf(store, "code_versions"), 0);
    assert.equal(await rowsOf(store, "erasing"), 0);
    assert.equal(await store.codes.find(WORKSPACE, gone.id), null);
    assert.deepEqual(await store.codes.findByTokens([token]), []);
    assert.equal(await store.codes.numOf(WORKSPACE, gone.id), gone.num, "its position in lists stays");
    assert.equal((await store.codes.find(WORKSPACE, kept.id))!.scanCount, 30);
    const again = await settleLines(store, [scansOf(gone.id, 2, NOON + 1).join("")]);
    assert.deepEqual(
      again,
      { aside: [], dropped: 2, missing: 0, recovered: 0, missingInJournal: 0, doubtful: 0 },
      "nothing comes back",
    );
    assert.deepEqual(await store.scans.check(), []);
    await assert.rejects(
      db.updateTable("codes").set({ token }).where("num", "=", kept.num).execute(),
      "its token stays taken",
    );
  });

  it("of an interrupted erasure is erased the next time, and is not reported as a disagreement", async () => {
    const store = await engine.emptied();
    const { id, num } = await freshCode(store);
    await settleLines(store, [scansOf(id, 20).join("")]);
    await packPast(store);
    const { db } = store.auth;
    await settleLines(store, [scansOf(id, 1, NOON + 1)[0]!]);
    await db.updateTable("codes").set({ deleted_at: NOON, erased_at: NOON }).execute();
    await db.deleteFrom("code_counters").execute();
    await db.insertInto("erasing").values({ code_num: num }).execute();
    await db.deleteFrom("scans").execute();
    assert.deepEqual(await store.scans.check(), []);
    await store.maintain(NOON);
    assert.equal(await rowsOf(store, "scan_blocks"), 0);
    assert.equal(await rowsOf(store, "erasing"), 0);
  });

  it("of sessions, verifications and first answers is removed", async () => {
    const store = await engine.emptied();
    const { db } = store.auth;
    const time = (ms: number) => new Date(ms).toISOString();
    const stamps = { createdAt: time(NOON), updatedAt: time(NOON) };
    await db
      .insertInto("user")
      .values({
        id: "u",
        name: "x",
        email: "x@example.com",
        role: "member",
        ...stamps,
        emailVerified: false,
        suspended: false,
      })
      .execute();
    for (const [id, ends] of [
      ["old", NOON - 1],
      ["new", NOON + DAY_MS],
    ] as const) {
      const row = { id, expiresAt: time(ends), ...stamps };
      await db
        .insertInto("session")
        .values({ ...row, token: id, userId: "u" })
        .execute();
      await db
        .insertInto("verification")
        .values({ ...row, identifier: id, value: "x" })
        .execute();
      await db
        .insertInto("idempotency")
        .values({ workspace_id: "u", key: id, body_hash: "", answer: "", created_at: ends - 2 * DAY_MS })
        .execute();
    }
    await store.maintain(NOON);
    for (const [table, key] of [
      ["session", "id"],
      ["verification", "id"],
      ["idempotency", "key"],
    ] as const) {
      assert.deepEqual(await db.selectFrom(table).select(key).execute(), [{ [key]: "new" }], table);
    }
  });

  it("does not count in two different periods when midnight falls into a request", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const last = dayOf(NOON) + 29;
    await settleLines(store, [scansOf(id, 1, NOON)[0]!, scansOf(id, 1, NOON + DAY_MS)[0]!]);
    let now = (last + 1) * DAY_MS - 1;
    const clock = { now: () => now++, steady: () => now };
    const [settled, visitsSettled] = [async () => {}, async () => {}];
    const analytics = createAnalytics({ store, clock, scansSettled: settled, visitsSettled });
    const summary = await analytics.summary((await store.codes.find(WORKSPACE, id))!, 30);
    assert.equal(summary.totalScans, 2);
    assert.equal(summary.byDevice[0]!.count, 2);
  });
});
