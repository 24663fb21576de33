import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { idBytes } from "../../src/database/scan-ids.ts";
import { monthAt } from "../../src/scans/block.ts";
import { columnsOf } from "../../src/scans/columns.ts";
import type { VisitFilter } from "../../src/scans/filter.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { replaceBlock } from "../../src/scans/pack.queries.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds, firstIdAt } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { dbOf } from "./steps.ts";
import { freshCode, NOON, packPast, WORKSPACE } from "./support.ts";

const HOUR_MS = 3_600_000;
const COUNTRIES = ["DE", "FR", "US"];

interface Made {
  id: string;
  at: number;
  country: string;
}

/** A scan whose id has another time than its own, as after the clock was set back. */
function makeScan(at: number, ahead: number, country: string): Made {
  return { id: createIds(() => at + ahead)(), at, country };
}

const lineOf = (code: string, { id, at, country }: Made) =>
  scanLine(id, code, at, '["mobile","Safari","iOS"]', JSON.stringify([country, null, null, null]));

/** Every page, one after another. */
async function* pagesOf(store: Store, num: number, limit: number, filter?: VisitFilter, span = { from: 0, to: 9e15 }) {
  const choice = filter && { filter, span: { ...span, offsets: [{ from: 0, quarters: 0 }] } };
  for (let at: string | null | undefined; at !== null; ) {
    const page = await store.scans.pageFrom(num, limit, at, choice);
    assert.ok(page.rows.length <= limit);
    yield page.rows.map(({ id }) => id);
    at = page.stoppedAt;
  }
}

const walk = async (...given: Parameters<typeof pagesOf>) => (await Array.fromAsync(pagesOf(...given))).flat();

const newestFirst = (scans: readonly Made[]) => scans.map(({ id }) => id).sort((one, other) => (one < other ? 1 : -1));

onEachEngine("a page of a period's scans", (engine) => {
  it("has those that insights count, of a clock that was set back too", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOON - 10 * DAY_MS);
    const scans = [0, 1, 3].map((days, i) => makeScan(NOON + i, days * DAY_MS, "DE"));
    await settleLines(
      store,
      scans.map((scan) => lineOf(code.id, scan)),
    );
    const span = { from: NOON - DAY_MS, to: NOON + DAY_MS, offsets: [{ from: 0, quarters: 0 }] };
    const filter = { country: ["DE"] };
    for (const isPacked of [false, true]) {
      if (isPacked) await packPast(store);
      const { rows: page } = await store.scans.pageFrom(code.num, 10, undefined, { span, filter });
      const { quarters } = await store.insights.read({
        ...{ codes: { num: code.num, workspaceId: WORKSPACE }, filter, span, previous: null, visitors: false },
      });
      assert.equal(
        quarters.flatMap(({ counts }) => [...counts]).reduce((a, b) => a + b),
        3,
      );
      assert.deepEqual(
        page.map(({ at }) => at - NOON),
        [2, 1, 0],
      );
    }
  });
});

onEachEngine("pages of scans", (engine) => {
  it("have each scan once, newest id first, whether it is a row or in whichever block", async () => {
    const store = await engine.emptied();
    const scan = fc.record({
      /** Over three months. */
      hour: fc.nat(70 * 24),
      ms: fc.nat(HOUR_MS),
      ahead: fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, fc.integer({ min: -40 * DAY_MS, max: 40 * DAY_MS })),
      country: fc.constantFrom(...COUNTRIES),
      // Settled and packed in several rounds, so that months have late scans.
      round: fc.nat(3),
    });
    const some = fc.array(scan, { minLength: 20, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(some, fc.integer({ min: 1, max: 30 }), fc.nat(70), async (given, limit, day) => {
        const code = await freshCode(store, NOON - 60 * DAY_MS);
        const made = given.map(({ hour, ms, ahead, country, round }) => {
          return { ...makeScan(NOON + hour * HOUR_MS + ms, ahead, country), round };
        });
        for (let round = 0; round < 4; round++) {
          const lines = made.filter((each) => each.round === round).map((each) => lineOf(code.id, each));
          await settleLines(store, lines);
          // The last ones stay rows.
          if (round < 3) await packPast(store, NOON + (40 + 10 * round) * DAY_MS);
        }
        assert.deepEqual(await walk(store, code.num, limit), newestFirst(made));
        const filter = { country: ["DE", "FR"] };
        const span = { from: NOON + day * DAY_MS, to: NOON + (day + 20) * DAY_MS };
        const passing = made.filter(({ at, country }) => at >= span.from && at < span.to && country !== "US");
        assert.deepEqual(await walk(store, code.num, limit, filter, span), newestFirst(passing));
        // From an id of no scan.
        const before = firstIdAt(NOON + day * DAY_MS);
        const { rows } = await store.scans.pageFrom(code.num, limit, before);
        const earlier = newestFirst(made).filter((id) => id < before);
        assert.deepEqual(
          rows.map(({ id }) => id),
          earlier.slice(0, limit),
        );
      }),
      { numRuns: 15 },
    );
    assert.deepEqual(await store.scans.check(), []);
  });

  it("that few scans pass look at a number of them, and go on from there", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOON - DAY_MS);
    // 12,000 rows, and a block in each of ten months.
    const past = Array.from({ length: 10 }, (_, i) => makeScan(NOON + i * 30 * DAY_MS, 0, i === 0 ? "FR" : "DE"));
    await settleLines(store, [past.map((scan) => lineOf(code.id, scan)).join("")]);
    await packPast(store, NOON + 330 * DAY_MS);
    const fresh = NOON + 400 * DAY_MS;
    const rows = Array.from({ length: 12_000 }, (_, i) => makeScan(fresh + i, 0, i === 100 ? "FR" : "DE"));
    await settleLines(store, [rows.map((scan) => lineOf(code.id, scan)).join("")]);
    const pages = await Array.fromAsync(pagesOf(store, code.num, 100, { country: ["FR"] }));
    assert.deepEqual(pages.flat(), [rows[100]!.id, past[0]!.id]);
    assert.ok(pages.length >= 4, `${pages.length} pages`);
  });

  it("go on where many blocks of a month overlap, as after many placements were moved there", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOON - DAY_MS);
    const blocks = 12;
    const made = Array.from({ length: 20 * blocks }, (_, i) =>
      makeScan(NOON + i * 1000, 0, i % 50 === 7 ? "FR" : "DE"),
    );
    await settleLines(store, [made.map((scan) => lineOf(code.id, scan)).join("")]);
    const db = dbOf(store);
    const rows = await db.selectFrom("scans").selectAll().orderBy("id").execute();
    await db.transaction().execute(async (trx) => {
      for (let n = 0; n < blocks; n++) {
        const scans = rows
          .filter((_, i) => i % blocks === n)
          .map(({ id, at, agent_id: agent, place_id: place }) => {
            return { id: idBytes(id), at: Number(at), agent, place, placement: 0, route: 0 };
          });
        await replaceBlock(trx, { codeNum: code.num, month: monthAt(NOON), n }, columnsOf(scans));
      }
      await trx.deleteFrom("scans").execute();
    });
    const passing = made.filter(({ country }) => country === "FR");
    assert.deepEqual(await walk(store, code.num, 2, { country: ["FR"] }), newestFirst(passing));
    assert.deepEqual(await walk(store, code.num, 7), newestFirst(made));
    assert.deepEqual(await store.scans.check(), []);
  });
});
