import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { monthAt } from "../../../src/scans/block.ts";
import { packBefore, packScans } from "../../../src/scans/pack-rows.queries.ts";
import { DAY_MS, HOUR_MS, monthOf } from "../../../src/shared/days.ts";
import type { Store } from "../../../src/store/store.ts";
import { journalRows, settleLines } from "../../support/settle.ts";
import { onEachEngine } from "../../support/stores.ts";
import { AGENTS, PLACES, TODAY } from "../counted-model.ts";
import { freshCode } from "../support.ts";
import { failAt, partsOf, storedOf } from "./packed.ts";
import { assertReads, lineOf, type Visit } from "./visits.ts";

const NOW = TODAY * DAY_MS + 12 * HOUR_MS;
const ALL = { from: TODAY - 500, to: TODAY + 1 };

const visit = (at: number, i: number): Visit => ({
  at,
  agent: AGENTS[i % AGENTS.length]!,
  place: PLACES[i % PLACES.length]!,
});

/** Some scans on each of some days. */
const visits = (daysAgo: readonly number[], each = 5): Visit[] =>
  daysAgo.flatMap((ago) => Array.from({ length: each }, (_, i) => visit(NOW - ago * DAY_MS - i * 1_000_000, i)));

const settle = (store: Store, code: { id: string }, seen: readonly Visit[]) =>
  settleLines(
    store,
    seen.map((each) => lineOf(code.id, each)),
  );

onEachEngine("packing", (engine) => {
  it("leaves rows of today and yesterday, and every read returns the same as before", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOW - 400 * DAY_MS);
    const seen = visits([300, 40, 20, 19, 2, 1, 0]);
    await settle(store, code, seen);
    await assertReads(store, code, seen, ALL);
    const page = await store.scans.page(code.num, 100);
    await store.maintain(NOW);
    const { rows, blocks } = await storedOf(store, code.num);
    assert.equal(rows, 10);
    assert.deepEqual(
      blocks.map(({ count }) => Number(count)),
      [5, 10, 10],
    );
    assert.deepEqual(
      blocks.map(({ month }) => Number(month)),
      [300, 40, 2].map((ago) => monthOf(TODAY - ago)),
    );
    await assertReads(store, code, seen, ALL);
    assert.deepEqual(await store.scans.page(code.num, 100), page);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("keeps what scans have, also if a block has more than 256 places", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOW - 400 * DAY_MS);
    const scattered = (from: number, count: number): Visit[] =>
      Array.from({ length: count }, (_, i) => {
        const city = `City ${String(i % 300).padStart(3, "0")}`;
        return { ...visit(NOW - 10 * DAY_MS + (from + i) * 1000, i), place: ["DE", city, null, null] };
      });
    const [first, late] = [scattered(0, 600), scattered(700, 5)];
    const assertSame = async (seen: readonly Visit[]) => {
      await assertReads(store, code, seen, ALL);
      const page = await store.scans.page(code.num, seen.length);
      assert.deepEqual(
        page.map(({ city }) => city).toReversed(),
        seen.map(({ place }) => place[1]),
      );
    };
    await settle(store, code, first);
    await store.maintain(NOW);
    await assertSame(first);
    await settle(store, code, late);
    await store.maintain(NOW + DAY_MS);
    assert.equal((await storedOf(store, code.num)).rows, 0);
    await assertSame([...first, ...late]);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("adds late scans to the last block of their month, however long ago that was packed", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOW - 400 * DAY_MS);
    const seen = visits([300, 40, 2]);
    await settle(store, code, seen);
    await store.maintain(NOW);
    const late = visits([301, 300, 40], 3);
    await settle(store, code, late);
    await assertReads(store, code, [...seen, ...late], ALL);
    await packScans(partsOf(store), NOW);
    const { rows, blocks } = await storedOf(store, code.num);
    assert.deepEqual(
      [rows, blocks.map(({ n, count }) => [n, Number(count)])],
      [
        0,
        [
          [0, 11],
          [0, 8],
          [0, 5],
        ],
      ],
    );
    await assertReads(store, code, [...seen, ...late], ALL);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("takes few rows in each step, of many codes and of one with many", async () => {
    const store = await engine.emptied();
    const codes = [];
    for (let i = 0; i < 5; i++) codes.push(await freshCode(store, NOW - 400 * DAY_MS));
    const seen = codes.map((_, i) => visits([30, 3], 1 + 8 * i));
    for (const [i, code] of codes.entries()) await settle(store, code, seen[i]!);
    await packScans(partsOf(store, 7), NOW);
    for (const [i, code] of codes.entries()) {
      const { rows, blocks } = await storedOf(store, code.num);
      assert.deepEqual([rows, blocks.length], [0, 2]);
      await assertReads(store, code, seen[i]!, ALL);
    }
    assert.deepEqual(await store.scans.check(), []);
  });

  it("packs a code with many rows within the day, all but the last minutes", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOW - 400 * DAY_MS);
    const quiet = await freshCode(store, NOW - 400 * DAY_MS);
    const seen = Array.from({ length: 10_500 }, (_, i) => visit(NOW - i * 1000, i));
    await settle(store, code, seen);
    await settle(store, quiet, seen.slice(0, 300));
    await store.maintain(NOW);
    const { rows, blocks } = await storedOf(store, code.num);
    assert.deepEqual([rows, Number(blocks[0]!.count)], [121, 10_379]);
    assert.deepEqual(await storedOf(store, quiet.num), { rows: 300, blocks: [] });
    await assertReads(store, code, seen, ALL);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("leaves codes alone that are being imported", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOW - 400 * DAY_MS);
    await settle(store, code, visits([30]));
    await store.auth.db.insertInto("importing").values({ code_num: code.num }).execute();
    await store.maintain(NOW, TODAY - 5);
    assert.deepEqual(await storedOf(store, code.num), { rows: 5, blocks: [] });
    await store.auth.db.deleteFrom("importing").execute();
    await store.maintain(NOW, TODAY - 5);
    assert.deepEqual((await storedOf(store, code.num)).rows, 0);
  });

  it("puts scans into a new block if the last one is damaged, and a check still reports that", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOW - 400 * DAY_MS);
    await settle(store, code, visits([30]));
    await store.maintain(NOW);
    const { facts } = await store.auth.db.selectFrom("scan_blocks").select("facts").executeTakeFirstOrThrow();
    const damaged = Uint8Array.from(facts).with(3, facts[3]! ^ 1);
    await store.auth.db.updateTable("scan_blocks").set({ facts: damaged }).execute();
    await settle(store, code, visits([30], 2));
    await store.maintain(NOW, TODAY - 5);
    const { rows, blocks } = await storedOf(store, code.num);
    assert.deepEqual(
      [rows, blocks.map(({ n, count }) => [n, Number(count)])],
      [
        0,
        [
          [0, 5],
          [1, 2],
        ],
      ],
    );
    const [problem, ...others] = await store.scans.check();
    assert.match(problem!, /^code number \d+, block 0 of 2026-04: it cannot be read: Its checksum is wrong\.$/);
    assert.deepEqual(others, []);
  });

  it("loses nothing when it is interrupted at any step", async () => {
    const store = await engine.emptied();
    const code = await freshCode(store, NOW - 400 * DAY_MS);
    const seen = visits([60, 30, 3]);
    await settle(store, code, seen);
    for (const [event, table] of [
      ["INSERT", "scan_blocks"],
      ["DELETE", "scans"],
    ] as const) {
      const restore = await failAt(store, event, table);
      await assert.rejects(packScans(partsOf(store, 4), NOW), /cut off/, `${event} ${table}`);
      await restore();
      assert.deepEqual(await storedOf(store, code.num), { rows: 15, blocks: [] });
      assert.deepEqual(await store.scans.check(), []);
    }
    await packScans(partsOf(store, 4), NOW);
    assert.equal((await storedOf(store, code.num)).rows, 0);
    await assertReads(store, code, seen, ALL);
    assert.deepEqual(await store.scans.check(), []);
  });
});

/** Days ago: in this month, in those before and long past. Few, so that scans are on the same days. */
const DAYS_AGO = [0, 1, 2, 19, 20, 80, 440];

interface Scan extends Visit {
  code: 0 | 1;
}

const scan: fc.Arbitrary<Scan> = fc.record({
  code: fc.constantFrom<0 | 1>(0, 0, 0, 1),
  at: fc
    .tuple(fc.constantFrom(...DAYS_AGO), fc.constantFrom(0, 1, 899_999, 900_000, 7 * HOUR_MS, DAY_MS - 1))
    .map(([ago, ms]) => (TODAY - ago) * DAY_MS + ms),
  agent: fc.constantFrom(...AGENTS),
  place: fc.constantFrom(...PLACES),
});
const batch = fc.array(scan, { maxLength: 40, size: "max" });

/** Batches, each for one of two nodes; those of a round are settled concurrently, and packed by both meanwhile. */
const rounds = fc.array(
  fc.record({ one: batch, other: batch, isRepeated: fc.boolean(), packedTo: fc.constantFrom(0, ...DAYS_AGO) }),
  { minLength: 1, maxLength: 5, size: "max" },
);

onEachEngine("scans", (engine) => {
  it("are counted once, however they arrive, whichever node settles them and whatever is packed meanwhile", async () => {
    const nodes = await engine.emptiedPair();
    await fc.assert(
      fc.asyncProperty(rounds, fc.integer({ min: 1, max: 450 }), async (generated, days) => {
        const created = (TODAY - 480) * DAY_MS;
        const codes = [await freshCode(nodes[0], created), await freshCode(nodes[0], created)];
        const linesOf = (scans: readonly Scan[]) => scans.map((each) => lineOf(codes[each.code]!.id, each)).join("");
        for (const { one, other, isRepeated, packedTo } of generated) {
          const [lines, others] = [journalRows([linesOf(one)]), journalRows([linesOf(other)])];
          const pack = (node: Store) => packBefore(partsOf(node, 9), (TODAY - packedTo) * DAY_MS);
          await Promise.all([
            nodes[0].settleScans(lines),
            nodes[1].settleScans([...others, ...(isRepeated ? lines : [])]),
            pack(nodes[0]),
            pack(nodes[1]),
          ]);
        }
        const all = generated.flatMap(({ one, other }) => [...one, ...other]);
        for (const [i, code] of codes.entries()) {
          const seen = all.filter((each) => each.code === i);
          for (const from of [TODAY - days, ALL.from])
            await assertReads(nodes[i]!, code, seen, { from, to: TODAY + 1 });
          const ids = (await nodes[i]!.scans.page(code.num, 500)).map(({ id }) => id);
          assert.deepEqual([ids.length, new Set(ids).size], [seen.length, seen.length]);
        }
        assert.deepEqual(await nodes[1].scans.check(), []);
      }),
      { numRuns: 8 },
    );
  });

  it("of erased codes are gone, although they were being packed and settled", async () => {
    const nodes = await engine.emptiedPair();
    const code = await freshCode(nodes[0], NOW - 400 * DAY_MS);
    await settle(nodes[0], code, visits([60, 30, 3], 30));
    await nodes[0].codes.remove("workspace", code.id, NOW - 40 * DAY_MS);
    await Promise.all([
      packScans(partsOf(nodes[0], 7), NOW),
      packScans(partsOf(nodes[1], 11), NOW),
      settle(nodes[1], code, visits([30], 30)),
      nodes[0].maintain(NOW),
    ]);
    await nodes[1].maintain(NOW + 1);
    assert.deepEqual(await storedOf(nodes[0], code.num), { rows: 0, blocks: [] });
    assert.deepEqual(await nodes[0].scans.check(), []);
  });
});

it("blocks are of UTC months", () => {
  const first = Date.UTC(2026, 4, 1);
  assert.deepEqual([first - 1, first].map(monthAt), [2026 * 12 + 3, 2026 * 12 + 4]);
});
