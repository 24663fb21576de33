import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { sql } from "kysely";
import { DAY_MS } from "../../src/shared/days.ts";
import { PAIRS_A_DAY } from "../../src/store/pairs.ts";
import type { Store } from "../../src/store/store.ts";
import { journalRows, settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { AGENTS, assertReads, lineOf, PLACES, type Seen, TODAY } from "./counted-model.ts";
import { freshCode } from "./support.ts";

/** Days ago: in this month, in folded ones, and long past. Few, so that scans fall on the same days. */
const DAYS_AGO = [0, 19, 20, 80, 364, 365, 440, 470];

const KINDS = AGENTS.flatMap((agent) => PLACES.map((place) => ({ agent, place })));

interface Scan extends Seen {
  code: 0 | 1;
}

/** Some visitors of a day: few, or so many that it outgrows its pairs. */
const visitors: fc.Arbitrary<Scan[]> = fc
  .record({
    code: fc.constantFrom<0 | 1>(0, 0, 0, 1),
    ago: fc.constantFrom(...DAYS_AGO),
    first: fc.nat(KINDS.length - 1),
    count: fc.integer({ min: 1, max: PAIRS_A_DAY + 1 }),
  })
  .map(({ code, ago, first, count }) =>
    Array.from({ length: count }, (_, i) => {
      return { code, day: TODAY - ago, ...KINDS[(first + i) % KINDS.length]! };
    }),
  );
const batch = fc.array(visitors, { maxLength: 6, size: "max" }).map((found) => found.flat());

/** Batches, each for one of two nodes; those of a round are settled concurrently. */
const rounds = fc.array(fc.record({ one: batch, other: batch, isRepeated: fc.boolean(), isMaintained: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
  size: "max",
});

/** Maintenance that folds old days even if it already did so in this month. */
async function foldAgain(store: Store): Promise<void> {
  await store.auth.db.deleteFrom("meta").where("name", "=", "values_removed_to").execute();
  await store.maintain(TODAY * DAY_MS);
}

const rowsOf = (store: Store, num: number): Promise<{ dimension: number; count: number }[]> =>
  store.auth.db.selectFrom("scan_daily").select(["dimension", "count"]).where("code_num", "=", num).execute();

onEachEngine("days with few scans", (engine) => {
  it("agree with the raw scans, however scans arrive and whichever node settles them", async () => {
    const place = await engine.migratedPlace();
    const nodes = [await engine.open(place), await engine.open(place)] as const;
    // Partitions are created before: during settling that may fail, and is retried an hour later.
    await nodes[0].maintain(TODAY * DAY_MS);
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(rounds, fc.integer({ min: 1, max: 365 }), async (generated, days) => {
        const created = (TODAY - 480) * DAY_MS;
        const codes = [await freshCode(nodes[0], created), await freshCode(nodes[0], created)];
        const linesOf = (scans: readonly Scan[]) =>
          scans.map((each) => lineOf(codes[each.code]!.id, each, nth++)).join("");
        for (const { one, other, isRepeated, isMaintained } of generated) {
          const [lines, others] = [journalRows([linesOf(one)]), journalRows([linesOf(other)])];
          await Promise.all([
            nodes[0].settleScans(lines),
            nodes[1].settleScans([...others, ...(isRepeated ? lines : [])]),
            isMaintained ? foldAgain(nodes[1]) : undefined,
          ]);
        }
        const all = generated.flatMap(({ one, other }) => [...one, ...other]);
        for (const [i, code] of codes.entries()) {
          const seen = all.filter((each) => each.code === i);
          for (const period of [days, 30, 365]) {
            await assertReads(nodes[i]!, code, seen, { today: TODAY, days: period });
          }
        }
        assert.deepEqual(await nodes[1].scans.check(), []);
      }),
      { numRuns: 8 },
    );
  });

  it("have a row for each kind of visitor until there are too many, then are kept by dimension", async () => {
    const store = await engine.fresh();
    const code = await freshCode(store, (TODAY - 1) * DAY_MS);
    const seen: Seen[] = [];
    const settle = async (...kinds: number[]) => {
      const scans = kinds.map((i) => ({ day: TODAY, ...KINDS[i]! }));
      seen.push(...scans);
      await settleLines(
        store,
        scans.map((each, i) => lineOf(code.id, each, i)),
      );
      await assertReads(store, code, seen, { today: TODAY, days: 30 });
      return rowsOf(store, code.num);
    };
    for (let i = 0; i < PAIRS_A_DAY; i++) {
      const rows = await settle(i, i);
      assert.equal(rows.length, i + 1);
      assert.ok(rows.every(({ dimension, count }) => dimension === 6 && Number(count) === 2));
    }
    const grown = await settle(PAIRS_A_DAY);
    assert.ok(!grown.some(({ dimension }) => dimension === 6));
    assert.equal(new Set(grown.map(({ dimension }) => dimension)).size, 6);
    const rows = await settle(0);
    assert.equal(rows.length, grown.length, "and stay so");
    assert.deepEqual(await store.scans.check(), []);
  });

  it("are reported by a check if user agents and locations were swapped, though all sums are right", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store, (TODAY - 1) * DAY_MS);
    const seen = [0, 2].map((i) => ({ day: TODAY, agent: AGENTS[i]!, place: PLACES[i]! }));
    await settleLines(
      store,
      seen.map((each, i) => lineOf(id, each, i)),
    );
    const { db } = store.auth;
    const rows = await db.selectFrom("scan_daily").select("value").orderBy("value").execute();
    const [[a, p], [b, q]] = rows.map(({ value }: { value: string }) => value.split("."));
    for (const [from, to] of [
      [`${a}.${p}`, `${a}.${q}`],
      [`${b}.${q}`, `${b}.${p}`],
    ]) {
      await sql`UPDATE scan_daily SET value = ${to} WHERE value = ${from}`.execute(db);
    }
    const said = [`${a}.${q}`, `${b}.${p}`].map(
      (pair) => `code number ${num}, day ${TODAY}, pair "${pair}": 0 raw scans, 1 in the rollup`,
    );
    assert.deepEqual((await store.scans.check()).sort(), said.sort());
  });

  it("add up when two nodes exceed the limit at once, and neither waits for ever", async () => {
    const place = await engine.migratedPlace();
    const nodes = [await engine.open(place), await engine.open(place)];
    const codes: { id: string; num: number }[] = [];
    for (let i = 0; i < 6; i++) codes.push(await freshCode(nodes[0]!, (TODAY - 3) * DAY_MS));
    const seen = KINDS.map((kind, i): Seen => ({ day: TODAY - (i % 2), ...kind }));
    // Each node takes its half of every code's scans, in another order.
    const settleAll = async (node: Store, isFirst: boolean) => {
      for (const [i, each] of seen.entries()) {
        if (i % 4 < 2 !== isFirst) continue;
        const some = codes.filter((_, c) => (c + i) % 3 !== 0);
        const rest = codes.filter((_, c) => (c + i) % 3 === 0);
        for (const part of isFirst ? [some, rest] : [rest.toReversed(), some.toReversed()]) {
          await settleLines(
            node,
            part.map((code) => lineOf(code.id, each, i)),
          );
        }
      }
    };
    await Promise.all([settleAll(nodes[0]!, true), settleAll(nodes[1]!, false)]);
    for (const code of codes) {
      await assertReads(nodes[1]!, code, seen, { today: TODAY, days: 30 });
    }
    assert.deepEqual(await nodes[0]!.scans.check(), []);
  });
});
