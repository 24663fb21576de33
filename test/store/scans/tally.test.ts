/** Totals of rows and blocks, compared with scans added up one by one. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { monthAt, type PackedBlock, packBlock, unpackTimes } from "../../../src/scans/block.ts";
import { columnsOf, FACTS, type Fact, forget, merge, type OneScan, split } from "../../../src/scans/columns.ts";
import type { ZonedSpan } from "../../../src/scans/filter.ts";
import { createTally, type TallyWish } from "../../../src/scans/tally.ts";
import { DAY_MS, firstDayOf, QUARTER_MS, quarterOf } from "../../../src/shared/days.ts";
import { BEGIN, END, MONTH, scanBetween } from "./some-scans.ts";

const NAMES = Object.keys(FACTS) as Fact[];
/** Two months, so that blocks of both are read. */
const LAST = firstDayOf(MONTH + 2) * DAY_MS;

interface CodeScan extends OneScan {
  codeNum: number;
}

/** Few values, so that filters find some and leave some. */
const codeScan: fc.Arbitrary<CodeScan> = fc
  .record({
    scan: scanBetween(BEGIN, LAST),
    codeNum: fc.integer({ min: 1, max: 3 }),
    values: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
  })
  .map(({ scan, codeNum, values: [agent, place, placement, route] }) => ({
    ...{ ...scan, codeNum },
    ...{ agent: 1 + (agent % 4), place: 1 + (place % 300), placement: placement % 3, route: route % 3 },
  }));

const scans = fc.array(codeScan, { maxLength: 80, size: "max" });

/** A scan is a row or in a block; blocks of a month may overlap. */
interface Stored {
  rows: CodeScan[];
  blocks: (PackedBlock & { codeNum: number; month: number; n: number })[];
}

function store(all: readonly CodeScan[], parts: number, most: number, forgottenTo = 0): Stored {
  const rows: CodeScan[] = [];
  const blocks: Stored["blocks"] = [];
  const groups = Map.groupBy(
    all.map((scan, i) => ({ scan, part: i % parts })),
    ({ scan, part }) => {
      return part === 0 && scan.at >= forgottenTo ? "row" : `${scan.codeNum} ${monthAt(scan.at)} ${part}`;
    },
  );
  for (const [key, some] of groups) {
    const packed = some.map(({ scan }) => scan);
    if (key === "row") rows.push(...packed);
    else {
      const { codeNum, at } = packed[0]!;
      const month = monthAt(at);
      const sorted = merge(columnsOf([]), columnsOf(packed));
      // Forgotten block by block, as they are.
      for (const part of split(sorted, most)) {
        blocks.push({ ...packBlock(forget(part, forgottenTo), month), codeNum, month, n: blocks.length });
      }
    }
  }
  return { rows, blocks };
}

function tally({ rows, blocks }: Stored, wish: TallyWish) {
  const sums = createTally(wish);
  const hasFacts = wish.facts.length > 0 || NAMES.some((name) => wish.tests?.[name]);
  for (const block of blocks) sums.addBlock(hasFacts ? block : { ...block, facts: null });
  for (const row of rows) sums.addRow(row);
  for (const rows of sums.undecided) {
    const { codeNum, month, n } = rows.block;
    const { ids } = blocks.find((block) => block.codeNum === codeNum && block.month === month && block.n === n)!;
    sums.decide(rows, unpackTimes(ids, month));
  }
  return sums;
}

/** The hour of the week from Monday 00:00 on. */
function hourOf(at: number, offsets: ZonedSpan["offsets"]): number {
  const offset = offsets.findLast(({ from }) => from <= quarterOf(at)) ?? offsets[0]!;
  const local = new Date(at + offset.quarters * QUARTER_MS);
  return ((local.getUTCDay() + 6) % 7) * 24 + local.getUTCHours();
}

function addUp(all: readonly CodeScan[], { span, tests = {}, facts }: TallyWish) {
  const { hours } = tests;
  const counted = all.filter(
    (scan) =>
      scan.at >= span.from &&
      scan.at < span.to &&
      NAMES.every((name) => tests[name]?.(scan[name], scan.codeNum) ?? true) &&
      (!hours || hours.has(hourOf(scan.at, span.offsets))),
  );
  const countBy = (value: (scan: CodeScan) => number) =>
    Array.from(Map.groupBy(counted, value), ([key, some]): [number, number] => [key, some.length]).sort(
      ([a], [b]) => a - b,
    );
  return {
    quarters: countBy(({ at }) => quarterOf(at)),
    codes: countBy(({ codeNum }) => codeNum),
    facts: Object.fromEntries(facts.map((name) => [name, countBy((scan) => scan[name])])),
  };
}

const pictureOf = (sums: ReturnType<typeof tally>, { facts }: TallyWish) => ({
  quarters: Array.from(sums.quarters, (count, i): [number, number] => [sums.first + i, count]).filter(
    ([, count]) => count > 0,
  ),
  codes: [...sums.codes].sort(([a], [b]) => a - b),
  facts: Object.fromEntries(facts.map((name) => [name, [...sums.countsOf(name)]])),
});

const quarter = fc.oneof(
  fc.integer({ min: quarterOf(BEGIN) - 100, max: quarterOf(LAST) + 100 }),
  fc.constantFrom(
    quarterOf(BEGIN),
    quarterOf(END),
    quarterOf(LAST),
    quarterOf(BEGIN) + 96 * 3,
    quarterOf(BEGIN) + 96 * 2 + 28,
  ),
);

const offsets: fc.Arbitrary<ZonedSpan["offsets"]> = fc.constantFrom(
  [{ from: 0, quarters: 0 }],
  [{ from: 0, quarters: 23 }],
  [
    { from: 0, quarters: -32 },
    { from: quarterOf(END), quarters: -28 },
  ],
);

const tests: fc.Arbitrary<TallyWish["tests"]> = fc.oneof(
  fc.constant(undefined),
  fc.record(
    {
      agent: fc.integer({ min: 1, max: 4 }).map((most) => (id: number) => id <= most),
      place: fc.integer({ min: 1, max: 3 }).map((part) => (id: number) => id % part === 0),
      // A number that is a placement of one code is none of another.
      placement: fc.nat(2).map((wanted) => (id: number, codeNum: number) => (codeNum === 1 ? id : 0) === wanted),
      hours: fc.uniqueArray(fc.nat(167), { minLength: 1, maxLength: 100 }).map((hours) => new Set(hours)),
    },
    { requiredKeys: [] },
  ),
);

const wish = fc.record({
  span: fc.record({
    from: quarter.map((n) => n * QUARTER_MS),
    to: fc.oneof(
      quarter.map((n) => n * QUARTER_MS),
      fc.integer({ min: BEGIN, max: LAST }),
      fc.nat(5).map((n) => BEGIN + 2 * DAY_MS + 7 * 3_600_000 + n),
    ),
    offsets,
  }),
  tests,
  facts: fc.subarray(NAMES),
});

const parts = fc.integer({ min: 1, max: 4 });
const most = fc.integer({ min: 3, max: 100 });

describe("a tally", () => {
  it("of rows and blocks is that of all scans added up one by one", () => {
    fc.assert(
      fc.property(scans, parts, most, wish, (all, n, mostInBlock, given) => {
        const sums = tally(store(all, n, mostInBlock), given);
        assert.deepEqual(pictureOf(sums, given), addUp(all, given));
        assert.equal(sums.exactFrom(), null);
      }),
      { numRuns: 400 },
    );
  });

  it("with forgotten scans is exact from when it says", () => {
    const day = fc.integer({ min: BEGIN / DAY_MS, max: LAST / DAY_MS });
    fc.assert(
      fc.property(scans, parts, most, wish, day, (all, n, mostInBlock, given, forgottenTo) => {
        const isFiltered = Object.keys(given.tests ?? {}).length > 0;
        const { span } = given;
        const stored = store(all, n, mostInBlock, forgottenTo * DAY_MS);
        const sums = tally(stored, given);
        const from = sums.exactFrom();
        const exact = addUp(all, given);
        const found = pictureOf(sums, given);
        if (sums.isExact("total"))
          assert.deepEqual([found.quarters, found.codes], [exact.quarters, exact.codes], "the total is exact");
        for (const name of given.facts)
          if (sums.isExact(name)) assert.deepEqual(found.facts[name], exact.facts[name], `${name} is exact`);
        if (!isFiltered) {
          const whole = { ...given, span: { ...span, to: quarterOf(span.to) * QUARTER_MS } };
          const { facts: _, ...totals } = addUp(all, whole);
          const { facts: __, ...found } = pictureOf(tally(stored, whole), whole);
          assert.deepEqual(found, totals, "totals by whole quarter and code always are");
        }
        const rest = { ...given, span: { ...span, from: Math.max(span.from, from ?? 0) } };
        const again = tally(stored, rest);
        assert.deepEqual(pictureOf(again, rest), addUp(all, rest));
      }),
      { numRuns: 400 },
    );
  });
});
