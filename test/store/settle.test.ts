import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { sql } from "kysely";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import type { Store } from "../../src/store/store.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, OWNER, pictureOf, scansOf, uncountedOf } from "./support.ts";

const LIFETIME_MS = 365 * DAY_MS;

onEachEngine("settleScans", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
  });

  const shuffled = (lines: readonly string[]) =>
    lines.map((line, i) => ({ line, at: (i * 7919) % 101 })).sort((a, b) => a.at - b.at);

  it("counts each scan once, however often and in whatever pieces it is settled", async () => {
    const [pieced, plain] = [await engine.fresh(), await engine.fresh()];
    const codes = [await freshCode(pieced), await freshCode(pieced)];
    const twins = [await freshCode(plain), await freshCode(plain)];
    assert.deepEqual(
      codes.map((code) => code.num),
      twins.map((code) => code.num),
    );
    const lines = codes.flatMap(({ num }) => [
      ...scansOf(num, 120),
      uncountedOf(num, dayOf(NOON), "head", 3),
      uncountedOf(num, dayOf(NOON), "crawler", 2),
    ]);
    await plain.settleScans([lines.join("")]);

    await pieced.settleScans([lines.slice(0, 50).join("")]);
    await pieced.settleScans([lines.toReversed().join("")]);
    await pieced.settleScans(shuffled(lines).map(({ line }) => line));
    await pieced.settleScans([lines.join(""), lines.join("")]);
    await pieced.settleScans([lines.slice(100).join("")]);

    assert.deepEqual(await pictureOf(pieced), await pictureOf(plain));
    assert.deepEqual(await pieced.scans.check(), []);
    assert.equal((await pieced.codes.find(OWNER, codes[0]!.id))!.scanCount, 120);
  });

  it("counts a scan once that stands twice in one call", async () => {
    const { id, num } = await freshCode(store);
    const [line] = scansOf(num, 1);
    const uncounted = uncountedOf(num, dayOf(NOON), "head", 4);
    await store.settleScans([line! + line! + uncounted, line! + uncounted + uncounted]);
    assert.equal((await store.codes.find(OWNER, id))!.scanCount, 1);
    const traffic = await store.scans.traffic(num, 0, 99_999);
    assert.deepEqual(traffic, [{ day: dayOf(NOON), reason: "head", count: 4 }]);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("adds up when two nodes settle overlapping batches at once", async () => {
    const place = await engine.migratedPlace();
    const [one, other] = [await engine.open(place), await engine.open(place)];
    const codes = [];
    for (let i = 0; i < 5; i++) codes.push(await freshCode(one));
    const lines = codes.flatMap(({ num }) => scansOf(num, 80));
    const pieces = Array.from({ length: 20 }, (_, i) => lines.slice(i * 15, i * 15 + 130));
    // Each settles one batch after another, as nodes do.
    const settleAll = async (node: Store, batches: string[][]) => {
      for (const batch of batches) await node.settleScans([batch.join("")]);
    };
    await Promise.all([
      settleAll(one, pieces),
      settleAll(
        other,
        pieces.map((piece) => piece.toReversed()),
      ),
    ]);
    assert.deepEqual(await one.scans.check(), []);
    for (const { id } of codes) assert.equal((await other.codes.find(OWNER, id))!.scanCount, 80);
  });

  it("takes nothing at all", async () => {
    const before = await pictureOf(store);
    assert.deepEqual(await store.settleScans([]), { aside: [], dropped: 0 });
    assert.deepEqual(await store.settleScans([""]), { aside: [], dropped: 0 });
    assert.deepEqual(await pictureOf(store), before);
  });

  it("keeps aside what is of a code that is gone, however often it comes, and adds it nowhere", async () => {
    const before = await pictureOf(store);
    const lines = [...scansOf(4_711, 2), ...scansOf(createIds(Date.now)(), 2)];
    for (let again = 0; again < 3; again++) {
      const { aside, dropped } = await store.settleScans([lines.join("")]);
      assert.deepEqual(aside.map(({ line }) => `${line}\n`).sort(), lines.toSorted());
      assert.equal(dropped, 0);
    }
    assert.equal((await store.scans.aside(10)).count, 4, "each once");
    assert.deepEqual(await pictureOf(store), before);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("knows agents and places again that it has met, and takes new ones beside them", async () => {
    const { id, num } = await freshCode(store);
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => {
        const at = NOON + from + i;
        const [agent, place] = [`["d","b","os ${i % 40}"]`, `["DE","City ${from + i}",1,1]`];
        return scanLine(createIds(() => at)(), id, at, agent, place);
      }).join("");
    await store.settleScans([many(0, 30)]);
    await store.settleScans([many(20, 70), many(60, 120)]);
    const named = async (table: string, column: string, like: string) =>
      (await store.auth.db.selectFrom(table).select(column).where(column, "like", like).execute()).length;
    assert.equal(await named("agents", "os", "os %"), 40);
    assert.equal(await named("places", "city", "City %"), 120);
    assert.equal((await store.codes.find(OWNER, id))!.scanCount, 140);
    assert.equal((await store.scans.page(num, 500)).length, 140);
  });

  // The other engine looks its agents and places up in one statement.
  if (engine.name === "sqlite") {
    it("forgets what it learnt in a transaction that failed", async () => {
      const store = await engine.fresh();
      const { num } = await freshCode(store);
      const { db } = store.auth;
      const lines = scansOf(num, 10).join("");
      await sql`CREATE TRIGGER full BEFORE INSERT ON places
        BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(db);
      await assert.rejects(store.settleScans([lines]), /disk full/);
      await sql`DROP TRIGGER full`.execute(db);
      await store.settleScans([lines]);
      assert.deepEqual(await store.scans.check(), []);
      assert.equal((await store.scans.page(num, 100)).length, 10);
    });
  }

  describe("and a code's expiry", () => {
    it("moves it once a day, to a lifetime after the day's first scan, never on the first day", async () => {
      const { id, num } = await freshCode(store, NOON);
      const scan = async (at: number) => {
        await store.settleScans([scansOf(num, 1, at)[0]!]);
        return (await store.codes.find(OWNER, id))!.expiresAt;
      };
      const created = NOON + LIFETIME_MS;
      const midnight = (dayOf(NOON) + 1) * DAY_MS;
      assert.equal(await scan(NOON + 1), created);
      assert.equal(await scan(NOON + 3_600_000), created, "an hour later, the same day");
      assert.equal(await scan(midnight - 1), created, "a millisecond before midnight");
      assert.equal(await scan(midnight), midnight + LIFETIME_MS);
      assert.equal(await scan(midnight + 50_000_000), midnight + LIFETIME_MS, "once a day");
      assert.equal(await scan(midnight - 5), midnight + LIFETIME_MS, "a late scan moves nothing");
      const later = midnight + 40 * DAY_MS + 5;
      assert.equal(await scan(later), later + LIFETIME_MS);
    });

    it("goes by the first scan of the last day in a batch", async () => {
      const { id, num } = await freshCode(store, NOON);
      const next = (dayOf(NOON) + 1) * DAY_MS;
      const times = [next + 7000, NOON + 5, next + 3000, next + 9000];
      const lines = times.map((at) => scansOf(num, 1, at)[0]!);
      await store.settleScans([lines.join("")]);
      assert.equal((await store.codes.find(OWNER, id))!.expiresAt, next + 3000 + LIFETIME_MS);
    });

    it("never moves a date that the owner fixed", async () => {
      const { id, num } = await freshCode(store, NOON);
      const fixed = { expiresAt: NOON + DAY_MS, expiresFixed: true };
      await store.codes.update(OWNER, id, NOON, () => fixed);
      await store.settleScans([scansOf(num, 40).join("")]);
      const code = (await store.codes.find(OWNER, id))!;
      assert.equal(code.expiresAt, fixed.expiresAt);
      assert.equal(code.scanCount, 40);
    });
  });
});
