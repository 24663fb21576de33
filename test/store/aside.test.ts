import assert from "node:assert/strict";
import { before, beforeEach, it } from "node:test";
import { sql } from "kysely";
import { NO_CODE, scanLine, uncountedLine } from "../../src/scans/lines.ts";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { journalRows, settleLines } from "../support/settle.ts";
import { type Engine, onEachEngine } from "../support/stores.ts";
import { everyScan, freshCode, NOON, packPast, pictureOf, scansOf, uncountedOf, WORKSPACE } from "./support.ts";

const UNKNOWN = "01890000-0000-7000-8000-000000000000";
const AGENT = '["mobile","Safari","iOS"]';
const PLACE = '["DE","Berlin",52.5,13.4]';
const idAt = (at: number) => createIds(() => at)();
const scanAt = (code: string | number, at: number) => scanLine(idAt(at), String(code), at, AGENT, PLACE);

const countOf = async (store: Store, id: string) => (await store.codes.find(WORKSPACE, id))!.scanCount;
const reasonsOf = async (store: Store) => (await store.scans.aside(100)).latest.map(({ reason }) => reason).sort();

/** One store for the tests of a suite, with nothing set aside at the start of each. */
function useStore(engine: Engine): () => Store {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
  });
  beforeEach(async () => {
    await store.auth.db.deleteFrom("set_aside").execute();
  });
  return () => store;
}

onEachEngine("a scan without a code", (engine) => {
  const shared = useStore(engine);

  it("is set aside once, and never given to a code that reuses its number", async () => {
    const store = await engine.emptied();
    const early = [1, 2, 3].flatMap((num) => scansOf(String(num), 2, NOON - DAY_MS));
    const lines = [...early, scanAt(UNKNOWN, NOON), uncountedOf("1", dayOf(NOON) - 1, "head", 3)];
    const report = await settleLines(store, lines);
    assert.equal(report.aside.length, 8);
    await settleLines(store, lines.toReversed());
    const codes = [await freshCode(store), await freshCode(store), await freshCode(store)];
    await settleLines(store, lines);
    for (const { id, num } of codes) {
      assert.equal(await countOf(store, id), 0);
      assert.deepEqual(await store.scans.page(num, 10), []);
      assert.deepEqual(await store.scans.traffic(num, 0, 99_999), []);
    }
    const { count, latest } = await store.scans.aside(100);
    assert.equal(count, 8, "each is set aside once");
    assert.deepEqual(latest.map(({ line }) => `${line}\n`).sort(), lines.toSorted(), "unchanged");
    assert.deepEqual(await store.scans.check(), []);
  });

  it("is not given to a code created after it, apart from the clock difference of two nodes", async () => {
    const store = shared();
    const { id } = await freshCode(store);
    const lines = {
      "an hour before": scanAt(id, NOON - 3_600_000),
      "a second beyond the slack": scanAt(id, NOON - 61_000),
      "sums of the day before": uncountedLine({
        id: idAt(NOON),
        code: id,
        day: dayOf(NOON) - 1,
        reason: "head",
        count: 2,
      }),
      "sums of an hour before": uncountedLine({
        id: idAt(NOON - 3_600_000),
        code: id,
        day: dayOf(NOON),
        reason: "head",
        count: 2,
      }),
    };
    await settleLines(store, Object.values(lines));
    assert.equal(await countOf(store, id), 0);
    assert.equal((await store.scans.aside(10)).count, 4);
    assert.deepEqual([...new Set(await reasonsOf(store))], ["its code was made after it"]);
    await settleLines(store, [scanAt(id, NOON - 59_000), scanAt(id, NOON)]);
    assert.equal(await countOf(store, id), 2);
    // The node's clock stepped back by an hour: its ids did not.
    await settleLines(store, [scanLine(idAt(NOON + 1), id, NOON - 3_600_000, AGENT, PLACE)]);
    assert.equal(await countOf(store, id), 3);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("does not delay what follows it, month after month", async () => {
    const store = shared();
    const { id } = await freshCode(store);
    const before = await pictureOf(store);
    for (let month = 0; month < 4; month++) {
      const at = NOON + month * 31 * DAY_MS;
      await settleLines(store, [scanAt(4711, at) + scanAt(UNKNOWN, at) + scanAt(id, at)]);
    }
    assert.equal(await countOf(store, id), 4);
    assert.equal((await store.scans.aside(0)).count, 8);
    const { scans } = await pictureOf(store);
    assert.equal(scans.length, before.scans.length + 4, "no row of a missing code");
  });

  it("counts visits to unknown tokens as before", async () => {
    const store = shared();
    await settleLines(store, [uncountedOf(NO_CODE, dayOf(NOON), "unknown-token", 5)]);
    assert.equal((await store.scans.traffic(0, 0, 99_999))[0]?.count, 5);
    assert.equal((await store.scans.aside(0)).count, 0);
  });
});

onEachEngine("a line that cannot be settled", (engine) => {
  const shared = useStore(engine);
  const at = NOON + 1000;
  const bad: Record<string, (code: string) => string> = {
    garbage: () => "\0\u{1F4A5} nothing of ours\n",
    "a user agent that is not JSON": (code) => scanLine(idAt(at), code, at, "mobile", PLACE),
    "a user agent of another shape": (code) => scanLine(idAt(at), code, at, '["mobile",1,{}]', PLACE),
    "a location that is not JSON": (code) => scanLine(idAt(at), code, at, AGENT, '["DE"'),
    "a location out of range": (code) => scanLine(idAt(at), code, at, AGENT, '["DE",null,1e999,1]'),
    "a code that is not an id": () => scanLine(idAt(at), "menu", at, AGENT, PLACE),
    "a time that is not a number": (code) => scanLine(idAt(at), code, Number.NaN, AGENT, PLACE),
    "a time out of range": (code) => scanLine(idAt(at), code, 9e15, AGENT, PLACE),
    "an id that is not a UUID": (code) => scanLine("17", code, at, AGENT, PLACE),
    "a missing field": (code) => `${idAt(at)}\t${code}\t${at}\t${AGENT}\n`,
    "a sum that is not a number": (code) => `!${idAt(at)}\t${code}\t20468\thead\tmany\n`,
  };
  for (const [kind, make] of Object.entries(bad)) {
    it(`is set aside and everything else settled: ${kind}`, async () => {
      const store = shared();
      const { id, num } = await freshCode(store);
      const line = make(id);
      const good = scansOf(id, 20);
      const texts = [
        good.slice(0, 9).join("") + line + good.slice(9).join(""),
        uncountedOf(id, dayOf(NOON), "head", 2),
      ];
      const rows = journalRows(texts);
      const { aside } = await store.settleScans(rows);
      assert.deepEqual(
        aside.map((each) => `${each.line}\n`),
        [line.replaceAll("\0", "\\0")],
      );
      assert.deepEqual(await store.settleScans(rows), {
        aside: [],
        dropped: 0,
        missing: 0,
        recovered: 0,
        missingInJournal: 0,
        doubtful: 0,
      });
      assert.equal((await store.scans.aside(10)).count, 1);
      assert.equal(await countOf(store, id), 20);
      assert.equal((await store.scans.page(num, 100)).length, 20);
      assert.deepEqual(await store.scans.check(), []);
    });
  }

  it("is found by halving if only the database refuses it", async () => {
    const store = await engine.fresh();
    const [one, other] = [await freshCode(store), await freshCode(store)];
    // On PostgreSQL no text can contain NUL; on both, a scan that is a row already is refused.
    const { db } = store.auth;
    const later = NOON + 60 * DAY_MS;
    const again = scanAt(other.id, later);
    await settleLines(store, [again]);
    const lines = [...scansOf(one.id, 30), again, ...scansOf(one.id, 5, later)];
    const report = await settleLines(store, [lines.join("")]);
    assert.equal(report.aside.length, 1);
    assert.match(report.aside[0]!.reason, /the database refuses it: /);
    assert.equal(await countOf(store, one.id), 35);
    if (engine.name === "postgres") {
      const odd = scanLine(idAt(later), one.id, later, AGENT, '["DE","a\\u0000b",1,1]');
      await settleLines(store, [odd + scanAt(one.id, later + 1)]);
      assert.equal(await countOf(store, one.id), 36);
      assert.equal((await store.scans.aside(0)).count, 2);
      // As a damaged table refuses the row of a scan.
      await sql`ALTER TABLE scans ADD CHECK (at <> ${sql.lit(later + 2)})`.execute(db);
      const behind = scansOf(one.id, 20, later);
      await settleLines(store, [scanAt(one.id, later + 2) + behind.join("")]);
      assert.equal(await countOf(store, one.id), 56);
      assert.equal((await store.scans.aside(0)).count, 3);
    }
  });
});

onEachEngine("settling the same lines again", (engine) => {
  const shared = useStore(engine);

  it("counts nothing twice after its scans were forgotten", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const rows = journalRows(scansOf(id, 6));
    await store.settleScans(rows.slice(0, 5));
    const keepFrom = dayOf(NOON) + 60;
    await store.maintain(keepFrom * DAY_MS, keepFrom);
    assert.equal((await everyScan(store)).filter((scan) => scan.includes("forgotten")).length, 5);
    assert.deepEqual(await store.settleScans(rows), {
      aside: [],
      dropped: 0,
      missing: 0,
      recovered: 0,
      missingInJournal: 0,
      doubtful: 0,
    });
    assert.equal(await countOf(store, id), 6, "and a late one is counted");
    assert.deepEqual(await store.scans.check(), []);
  });

  it("counts nothing twice while its scans are rows, in blocks, or some of each", async () => {
    const store = await engine.emptied();
    const { id } = await freshCode(store);
    const rows = journalRows(scansOf(id, 60));
    await store.settleScans(rows);
    // Days later, and after months.
    for (const days of [3, 4, 100]) {
      await packPast(store, NOON + days * DAY_MS);
      assert.deepEqual(await store.settleScans(rows), {
        aside: [],
        dropped: 0,
        missing: 0,
        recovered: 0,
        missingInJournal: 0,
        doubtful: 0,
      });
      assert.equal(await countOf(store, id), 60);
      assert.equal(new Set(await everyScan(store)).size, 60);
    }
    assert.deepEqual(await store.scans.check(), []);
  });

  it("never shortens a code's life", async () => {
    const store = shared();
    const { id } = await freshCode(store);
    const far = NOON + 4000 * DAY_MS;
    await store.codes.update(WORKSPACE, id, NOON, () => ({ expiresAt: far, expiresFixed: false }));
    await settleLines(store, [scanAt(id, NOON + 3 * DAY_MS)]);
    assert.equal((await store.codes.find(WORKSPACE, id))!.expiresAt, far);
  });

  it("refers to no missing user agent or location", async () => {
    const store = shared();
    const { id, num } = await freshCode(store);
    const { db } = store.auth;
    await settleLines(store, [scanAt(id, NOON)]);
    for (const table of ["scans", "agents", "places"]) {
      await db.deleteFrom(table).execute();
    }
    await db.updateTable("code_counters").set({ scan_count: 0, last_quarter: null, last_scan_at: null }).execute();
    await settleLines(store, [scanAt(id, NOON + 1)]);
    assert.equal((await store.scans.page(num, 10)).length, 1);
    assert.deepEqual(await store.scans.check(), []);
  });
});
