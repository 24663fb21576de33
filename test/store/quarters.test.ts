import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { DAY_MS, QUARTER_MS, QUARTERS_A_DAY, quarterOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { addPacked, packQuarters, quartersColumn, unpackQuarters } from "../../src/store/quarters.ts";
import { scanLine } from "../../src/store/scan-lines.ts";
import { journalRows, settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { TODAY } from "./counted-model.ts";
import { quartersOf } from "./insight-rows.ts";
import { freshCode } from "./support.ts";

const START = TODAY * DAY_MS;

const scanAt = (code: string, at: number): string =>
  scanLine(createIds(() => at)(), code, at, '["mobile","Safari","iOS"]', '["DE","Berlin",52.5,13.4]');

function countOf(times: readonly number[], from: number, to: number) {
  const within = times.map(quarterOf).filter((quarter) => quarter >= from && quarter < to);
  const quarters = [...new Set(within)].sort((a, b) => a - b);
  return quarters.map((quarter) => ({ quarter, count: within.filter((each) => each === quarter).length }));
}

const dayCounts = fc
  .uniqueArray(fc.tuple(fc.nat(QUARTERS_A_DAY - 1), fc.integer({ min: 1, max: 1e6 })), {
    minLength: 1,
    selector: ([quarter]) => quarter,
  })
  .map((counts) => counts.sort(([a], [b]) => a - b));

describe("A packed day", () => {
  it("has the counts that were packed, and the sums of those added", () => {
    fc.assert(
      fc.property(dayCounts, dayCounts, (one, other) => {
        const packed = packQuarters(one);
        assert.deepEqual(unpackQuarters(packed), one);
        const sums = new Map(one);
        for (const [quarter, count] of other) sums.set(quarter, (sums.get(quarter) ?? 0) + count);
        const expected = [...sums].sort(([a], [b]) => a - b);
        assert.deepEqual(unpackQuarters(addPacked(packed, packQuarters(other))), expected);
      }),
    );
  });

  it("is compact on SQLite, and an array with bounds on PostgreSQL", () => {
    const counts = [
      [3, 1],
      [5, 300],
    ] as const;
    assert.deepEqual([...packQuarters(counts)], [3, 1, 2, 0xac, 2]);
    assert.equal(quartersColumn("postgres", counts), "[3:5]={1,NULL,300}");
    assert.deepEqual(unpackQuarters("3:1,,300"), counts);
    assert.throws(() => unpackQuarters(Uint8Array.from([3, 0xac])), /cut off/);
  });
});

/** Many in the same few quarters, some at the ends of a day. */
const times = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 3 * DAY_MS - 1 }),
    fc.constantFrom(0, QUARTER_MS - 1, QUARTER_MS, DAY_MS - 1, DAY_MS, 2 * DAY_MS - 1),
  ),
  { maxLength: 30, size: "max" },
);

onEachEngine("Scans by quarter of an hour", (engine) => {
  it("agree with the raw scans, whichever node settles them and however often", async () => {
    const place = await engine.migratedPlace();
    const nodes = [await engine.open(place), await engine.open(place)] as const;
    await nodes[0].maintain(START);
    const rounds = fc.array(fc.record({ one: times, other: times, isRepeated: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
      size: "max",
    });
    const period = fc.tuple(fc.nat(3 * QUARTERS_A_DAY), fc.nat(3 * QUARTERS_A_DAY));
    await fc.assert(
      fc.asyncProperty(rounds, period, async (generated, [begin, length]) => {
        const codes = [await freshCode(nodes[0], START - DAY_MS), await freshCode(nodes[0], START - DAY_MS)];
        const seen: number[][] = [[], []];
        const linesOf = (ats: readonly number[]) =>
          ats.map((at, i) => {
            seen[i % 2]!.push(START + at);
            return scanAt(codes[i % 2]!.id, START + at);
          });
        for (const { one, other, isRepeated } of generated) {
          const [rows, others] = [journalRows(linesOf(one)), journalRows(linesOf(other))];
          await Promise.all([
            nodes[0].settleScans(rows),
            nodes[1].settleScans([...others, ...(isRepeated ? rows : [])]),
          ]);
        }
        const from = quarterOf(START) + begin;
        for (const [i, { num }] of codes.entries()) {
          assert.deepEqual(
            await quartersOf(nodes[i]!, num, from, from + length),
            countOf(seen[i]!, from, from + length),
          );
        }
        assert.deepEqual(await nodes[1].scans.check(), []);
      }),
      { numRuns: 8 },
    );
  });

  it("are reported by a check if they do not add up to a day whose raw scans are gone", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store, START);
    await settleLines(store, [scanAt(id, START), scanAt(id, START + DAY_MS / 2)]);
    await store.maintain(START + 90 * DAY_MS, TODAY + 60);
    assert.deepEqual(await store.scans.check(), []);
    const changed = { total: 1, counts: quartersColumn(engine.name, [[0, 1]]) };
    await store.auth.db.updateTable("scan_quarters").set(changed).execute();
    const said = [`code number ${num}, day ${TODAY}: 2 scans, 1 by quarter of an hour`];
    assert.deepEqual(await store.scans.check(), said);
  });

  it("are reported by a check if the day's total is not their sum", async () => {
    const store = await engine.fresh();
    const { id, num } = await freshCode(store, START);
    await settleLines(store, [scanAt(id, START), scanAt(id, START + DAY_MS / 2)]);
    await store.auth.db.updateTable("scan_quarters").set({ total: 3 }).execute();
    const said = [`code number ${num}, day ${TODAY}: the total is 3, the quarters of an hour add up to 2`];
    assert.deepEqual(await store.scans.check(), said);
  });
});
