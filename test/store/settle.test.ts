import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { sql } from "kysely";
import { scanLine } from "../../src/scans/lines.ts";
import { newRun, type RunLines } from "../../src/scans/run-lines.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { journalRows, settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, packPast, pictureOf, scansOf, uncountedOf, WORKSPACE } from "./support.ts";

const LIFETIME_MS = 365 * DAY_MS;

onEachEngine("settleScans", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
  });

  it("counts each line once, however often and in whatever batches its run is settled", async () => {
    const [pieced, plain] = [await engine.emptied(), await engine.fresh()];
    const codes = [await freshCode(pieced), await freshCode(pieced)];
    for (const { id } of codes) await freshCode(plain, NOON, id);
    const lines = codes.flatMap(({ id }) => [
      ...scansOf(id, 120),
      uncountedOf(id, dayOf(NOON), "head", 3),
      uncountedOf(id, dayOf(NOON), "crawler", 2),
    ]);
    await settleLines(plain, lines);

    const rows = journalRows(lines);
    const [{ run }] = rows as [RunLines];
    const whole = { run, first: 1, last: lines.length, lines: lines.join("") };
    await pieced.settleScans(rows.slice(0, 50).toReversed());
    await pieced.settleScans([{ ...whole, last: 70, lines: lines.slice(0, 70).join("") }]);
    for (let i = 0; i < 3; i++) await pieced.settleScans([whole]);
    await pieced.settleScans(rows.toReversed());
    for (const row of rows.toReversed()) await pieced.settleScans([row]);
    assert.deepEqual(await pieced.settleScans([...rows, whole]), {
      aside: [],
      dropped: 0,
      missing: 0,
      recovered: 0,
      missingInJournal: 0,
      doubtful: 0,
    });

    assert.deepEqual(await pictureOf(pieced), await pictureOf(plain));
    assert.deepEqual(await pieced.scans.check(), []);
    assert.equal((await pieced.codes.find(WORKSPACE, codes[0]!.id))!.scanCount, 120);
  });

  it("adds up when two nodes settle the same journal at once, and their own journals", async () => {
    const nodes = await engine.emptiedPair();
    const codes: Awaited<ReturnType<typeof freshCode>>[] = [];
    for (let i = 0; i < 5; i++) codes.push(await freshCode(nodes[0]!));
    const day = dayOf(NOON);
    const linesOf = () => codes.flatMap(({ id }) => [...scansOf(id, 80), uncountedOf(id, day, "head", 1)]);
    const shared = journalRows(linesOf());
    // Each settles one batch after another, as nodes do: a copied journal, and its own.
    const settleAll = async (node: Store) => {
      const own = journalRows(linesOf());
      for (let at = 0; at < own.length; at += 30) {
        await node.settleScans([...shared.slice(at, at + 30), ...own.slice(at, at + 30)]);
      }
    };
    await Promise.all(nodes.map(settleAll));
    assert.deepEqual(await nodes[0]!.scans.check(), []);
    for (const { id, num } of codes) {
      assert.equal((await nodes[1]!.codes.find(WORKSPACE, id))!.scanCount, 240);
      assert.deepEqual(await nodes[1]!.scans.traffic(num, day, day), [{ day, reason: "head", count: 3 }]);
    }
  });

  it("returns how many lines are missing in a database that is older than what a journal trimmed", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const rows = journalRows(scansOf(id, 20));
    await store.settleScans(rows.slice(0, 5));
    const report = await store.settleScans(rows.slice(12));
    assert.deepEqual(report, { aside: [], dropped: 0, missing: 7, recovered: 0, missingInJournal: 0, doubtful: 0 });
    const trimmed = { run: "another run", first: 31, last: 30, lines: "" };
    assert.equal((await store.settleScans([trimmed])).missing, 30);
    assert.equal((await store.settleScans([trimmed, ...rows.slice(12)])).missing, 0, "once");
    assert.equal((await store.scans.aside(0)).missing, 37);
    assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, 13);
    // An older copy of the journal, which still has them.
    assert.equal((await store.settleScans(rows.slice(2, 15))).recovered, 7);
    assert.equal((await store.settleScans(rows)).recovered, 0, "once");
    assert.equal((await store.scans.aside(0)).missing, 30);
    assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, 20);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("counts the scans of two copies that used the same numbers, however often and in either order", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const before = journalRows(scansOf(id, 10));
    // A process that was cloned with its memory: both copies continue the run.
    const goOn = (count: number, start: number) =>
      journalRows(scansOf(id, count, start)).map((row) => ({
        ...row,
        run: before[0]!.run,
        first: row.first + before.length,
        last: row.last + before.length,
      }));
    const [one, other] = [goOn(8, NOON + 1000), goOn(12, NOON + 2000)];
    await store.settleScans([...before, ...one.slice(0, 5)]);
    assert.equal((await store.settleScans([...before.slice(8), ...other.slice(0, 4)])).recovered, 4);
    await Promise.all([store.settleScans(one.slice(3)), store.settleScans(other)]);
    for (const rows of [before, other, one]) await store.settleScans(rows);
    assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, 30);
    assert.equal((await store.scans.aside(0)).count, 0);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("settles scans once that come twice in a batch, from the same run or another, without taking the batch apart", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const lines = scansOf(id, 20);
    const rows = journalRows(lines);
    const copy = newRun(lines.join(""));
    const report = await store.settleScans([...rows, ...rows.slice(5), copy]);
    assert.deepEqual(report, { aside: [], dropped: 0, missing: 0, recovered: 0, missingInJournal: 0, doubtful: 0 });
    assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, 20);
    assert.deepEqual(await store.scans.check(), []);
    const marks = await store.auth.db.selectFrom("journal_marks").select(["settled", "previous"]).execute();
    assert.deepEqual(marks, Array(2).fill({ settled: 20, previous: 0 }));
  });

  it("goes on if a block is damaged: what may be in it counts as stored, and other codes' lost scans are settled", async () => {
    const store = await engine.emptied();
    const [damaged, other] = [await freshCode(store), await freshCode(store)];
    const rows = journalRows([...scansOf(damaged.id, 8), ...scansOf(other.id, 8)]);
    await store.settleScans([...rows.slice(0, 13), { ...rows[15]!, lines: "" }]);
    await packPast(store);
    const { ids } = await store.auth.db
      .selectFrom("scan_blocks")
      .select("ids")
      .where("code_num", "=", damaged.num)
      .executeTakeFirstOrThrow();
    await store.auth.db
      .updateTable("scan_blocks")
      .set({ ids: Uint8Array.from(ids).with(3, ids[3]! ^ 1) })
      .where("code_num", "=", damaged.num)
      .execute();
    const fresh = journalRows(scansOf(damaged.id, 2, NOON + DAY_MS));
    const report = await store.settleScans([...rows, ...fresh]);
    assert.deepEqual([report.recovered, report.doubtful, report.aside], [3, 8, []]);
    assert.equal((await store.settleScans(rows)).recovered, 0, "once");
    assert.equal((await store.codes.find(WORKSPACE, damaged.id))!.scanCount, 10);
    assert.equal((await store.codes.find(WORKSPACE, other.id))!.scanCount, 8);
  });

  it("counts forgotten scans once whose ids are ahead of their times, since the clock was set back", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const [agent, place] = ['["mobile","Safari","iOS"]', '["DE","Berlin",52.5,13.4]'];
    const lines = Array.from({ length: 6 }, (_, i) => {
      const at = NOON + i * DAY_MS;
      return scanLine(createIds(() => at + 3 * DAY_MS)(), id, at, agent, place);
    });
    const rows = journalRows(lines);
    await store.settleScans(rows);
    await store.maintain(NOON + 40 * DAY_MS, dayOf(NOON) + 4);
    const { recovered, doubtful } = await store.settleScans(rows);
    assert.deepEqual([recovered, doubtful], [0, 0]);
    assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, 6);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("sets a scan aside that is already stored under a missing mark", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const lines = scansOf(id, 20);
    await settleLines(store, lines.slice(0, 3));
    const report = await settleLines(store, lines);
    assert.equal(report.aside.length, 3);
    assert.match(report.aside[0]!.reason, /unique/i);
    assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, 20);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("settles scans twice whose mark was deleted by hand, which a check says as long as they have ids", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const lines = scansOf(id, 20);
    const rows = journalRows(lines);
    await store.settleScans(rows);
    await packPast(store);
    await store.auth.db.deleteFrom("journal_marks").execute();
    assert.deepEqual((await store.settleScans(rows)).aside, []);
    const assertNamed = async (count: number) => {
      const problems = await store.scans.check();
      assert.equal(problems.length, count);
      for (const problem of problems) assert.match(problem, /: scan [-0-9a-f]{36} is stored 2 times$/);
    };
    await assertNamed(20);
    await packPast(store);
    await assertNamed(20);
    // Six scans are of the first day.
    await store.maintain(NOON + 40 * DAY_MS, dayOf(NOON) + 1);
    await assertNamed(14);
  });

  it("accepts an empty list", async () => {
    const before = await pictureOf(store);
    assert.deepEqual(await settleLines(store, []), {
      aside: [],
      dropped: 0,
      missing: 0,
      recovered: 0,
      missingInJournal: 0,
      doubtful: 0,
    });
    assert.deepEqual(await store.settleScans([]), {
      aside: [],
      dropped: 0,
      missing: 0,
      recovered: 0,
      missingInJournal: 0,
      doubtful: 0,
    });
    assert.deepEqual(await pictureOf(store), before);
  });

  it("sets aside scans of a missing code, however often they come, and counts them nowhere", async () => {
    const before = await pictureOf(store);
    const lines = [...scansOf(createIds(Date.now)(), 2), ...scansOf(createIds(Date.now)(), 2)];
    for (let again = 0; again < 3; again++) {
      const { aside, dropped } = await settleLines(store, [lines.join("")]);
      assert.deepEqual(aside.map(({ line }) => `${line}\n`).sort(), lines.toSorted());
      assert.equal(dropped, 0);
    }
    assert.equal((await store.scans.aside(10)).count, 4, "each once");
    assert.deepEqual(await pictureOf(store), before);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("recognises known user agents and locations, and adds new ones", async () => {
    const { id, num } = await freshCode(store);
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => {
        const at = NOON + from + i;
        const [agent, place] = [`["d","b","os ${i % 40}"]`, `["DE","City ${from + i}",1,1]`];
        return scanLine(createIds(() => at)(), id, at, agent, place);
      }).join("");
    await settleLines(store, [many(0, 30)]);
    await settleLines(store, [many(20, 70), many(60, 120)]);
    const named = async (table: string, column: string, like: string) =>
      (await store.auth.db.selectFrom(table).select(column).where(column, "like", like).execute()).length;
    assert.equal(await named("agents", "os", "os %"), 40);
    assert.equal(await named("places", "city", "City %"), 120);
    assert.equal((await store.codes.find(WORKSPACE, id))!.scanCount, 140);
    assert.equal((await store.scans.page(num, 500)).length, 140);
  });

  // The other engine looks its user agents and locations up in one statement.
  if (engine.name === "sqlite") {
    it("forgets what it learnt in a transaction that failed", async () => {
      const store = await engine.emptied();
      const { id, num } = await freshCode(store);
      const { db } = store.auth;
      const lines = scansOf(id, 10).join("");
      await sql`CREATE TRIGGER full BEFORE INSERT ON places
        BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(db);
      await assert.rejects(settleLines(store, [lines]), /disk full/);
      await sql`DROP TRIGGER full`.execute(db);
      await settleLines(store, [lines]);
      assert.deepEqual(await store.scans.check(), []);
      assert.equal((await store.scans.page(num, 100)).length, 10);
    });
  }

  describe("and a code's expiry", () => {
    it("moves it once a day, to a lifetime after the day's first scan, never on the first day", async () => {
      const { id } = await freshCode(store, NOON);
      const scan = async (at: number) => {
        await settleLines(store, [scansOf(id, 1, at)[0]!]);
        return (await store.codes.find(WORKSPACE, id))!.expiresAt;
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

    it("uses the first scan of the last day in a batch", async () => {
      const { id } = await freshCode(store, NOON);
      const next = (dayOf(NOON) + 1) * DAY_MS;
      const times = [next + 7000, NOON + 5, next + 3000, next + 9000];
      const lines = times.map((at) => scansOf(id, 1, at)[0]!);
      await settleLines(store, [lines.join("")]);
      assert.equal((await store.codes.find(WORKSPACE, id))!.expiresAt, next + 3000 + LIFETIME_MS);
    });

    it("never moves a date that the owner fixed", async () => {
      const { id } = await freshCode(store, NOON);
      const fixed = { expiresAt: NOON + DAY_MS, expiresFixed: true };
      await store.codes.update(WORKSPACE, id, NOON, () => fixed);
      await settleLines(store, [scansOf(id, 40).join("")]);
      const code = (await store.codes.find(WORKSPACE, id))!;
      assert.equal(code.expiresAt, fixed.expiresAt);
      assert.equal(code.scanCount, 40);
    });
  });
});
