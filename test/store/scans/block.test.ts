import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import {
  DamagedBlock,
  MAX_IN_BLOCK,
  type PackedBlock,
  packBlock,
  unpackBlock,
  unpackFacts,
  unpackRuns,
  unpackTimes,
} from "../../../src/scans/block.ts";
import {
  columnsOf,
  forget,
  idAt,
  merge,
  type OneScan,
  pick,
  type ScanColumns,
  split,
  timeIn,
} from "../../../src/scans/columns.ts";
import { DAY_MS, dayOf, QUARTER_MS, quarterOf } from "../../../src/shared/days.ts";
import { BEGIN, END, idOf, MONTH, midnight, someScans } from "./some-scans.ts";

const NONE = columnsOf([]);
const inOrder = (scans: readonly OneScan[]) => merge(NONE, columnsOf(scans));

const scansOf = (columns: ScanColumns) =>
  Array.from({ length: columns.count }, (_, i) => ({
    isForgotten: i < columns.forgotten,
    at: columns.at[i]!,
    id: Buffer.from(idAt(columns, i)).toString("hex"),
    agent: columns.agent[i]!,
    place: columns.place[i]!,
    placement: columns.placement[i]!,
  }));

type Seen = ReturnType<typeof scansOf>;

/** As PostgreSQL's driver gives it: a view of some bytes among others. */
function received({ count, runs, facts, ids }: PackedBlock): PackedBlock {
  const among = (bytes: Uint8Array) =>
    Buffer.concat([Buffer.alloc(7, 0xff), bytes, Buffer.alloc(5, 0xff)]).subarray(7, -5);
  return { count, runs: among(runs), facts: among(facts), ids: among(ids) };
}

const unpackAll = (blocks: readonly PackedBlock[]): Seen =>
  blocks.flatMap((block) => scansOf(unpackBlock(block, MONTH)));

/** Sorted, to compare scans whatever their order. */
const asSet = (seen: Seen) => seen.map((scan) => JSON.stringify(scan)).sort();

function assertInOrder(seen: Seen): void {
  for (const [i, { at }] of seen.entries()) assert.ok(i === 0 || at >= seen[i - 1]!.at);
}

/** What is known of forgotten scans: totals by quarter, and by value of each UTC day. */
function totalsOf(seen: Seen): Record<string, number> {
  const totals: Record<string, number> = {};
  const add = (key: string) => {
    totals[key] = (totals[key] ?? 0) + 1;
  };
  for (const { at, agent, place, placement } of seen) {
    add(`quarter ${quarterOf(at)}`);
    for (const [name, value] of Object.entries({ agent, place, placement })) add(`${dayOf(at)} ${name} ${value}`);
  }
  return totals;
}

describe("a block", () => {
  it("gives back all scans that were packed, forgotten ones too", () => {
    fc.assert(
      fc.property(someScans(), midnight, fc.integer({ min: 1, max: 70 }), (scans, end, most) => {
        const columns = forget(inOrder(scans), end);
        const blocks = split(columns, most).map((part) => packBlock(part, MONTH));
        assert.ok(blocks.every(({ count }) => count >= 1 && count <= most));
        assert.deepEqual(unpackAll(blocks), scansOf(columns));
      }),
    );
  });

  it("can be read in part: quarters of an hour, times, columns, and how far ids are ahead", () => {
    fc.assert(
      fc.property(someScans(), midnight, (scans, end) => {
        const columns = forget(inOrder(scans), end);
        if (columns.count === 0) return;
        const block = packBlock(columns, MONTH);
        const { quarters, rows, forgotten, ahead } = unpackRuns(block.runs, MONTH);
        assert.equal(forgotten, columns.forgotten);
        const perRow = quarters.flatMap((quarter, i) => Array<number>(rows[i + 1]! - rows[i]!).fill(quarter));
        assert.deepEqual(perRow, Array.from(columns.at, quarterOf));
        assert.deepEqual(unpackTimes(block.ids, MONTH), columns.at.slice(forgotten));
        const by = Array.from({ length: columns.count - forgotten }, (_, i) => {
          return timeIn(columns.ids, 16 * (forgotten + i)) - columns.at[forgotten + i]!;
        });
        assert.deepEqual(ahead, by.length === 0 ? [0, 0] : [Math.min(...by), Math.max(...by)]);
        for (const [name, { values }] of Object.entries(unpackFacts(block.facts, block.count, MONTH))) {
          const used = [...new Set(columns[name as "agent"])].sort((a, b) => a - b);
          assert.deepEqual([...values], used);
        }
      }),
    );
  });

  for (const count of [256, 257, MAX_IN_BLOCK, MAX_IN_BLOCK + 3_000]) {
    it(`has as many values as scans: ${count}`, () => {
      const scans = Array.from({ length: count }, (_, i): OneScan => {
        const at = BEGIN + i * 37;
        return {
          at,
          id: idOf(at, i % 4096, new Uint8Array(8)),
          agent: 3 * i + 1,
          place: count - i,
          placement: i % 300,
          route: i % 7,
        };
      });
      const columns = inOrder(scans);
      const blocks = split(columns, MAX_IN_BLOCK).map((part) => packBlock(part, MONTH));
      assert.deepEqual(
        blocks.map((block) => block.count),
        count > MAX_IN_BLOCK ? [MAX_IN_BLOCK, count - MAX_IN_BLOCK] : [count],
      );
      for (const block of blocks)
        assert.ok(isDeepStrictEqual(unpackBlock(received(block), MONTH), unpackBlock(block, MONTH)));
      const unpacked = blocks.map((block) => unpackBlock(block, MONTH));
      for (const name of ["at", "agent", "place", "placement", "route"] as const) {
        assert.deepEqual(
          unpacked.flatMap((each) => Array.from(each[name])),
          Array.from(columns[name]),
        );
      }
      assert.ok(Buffer.concat(unpacked.map(({ ids }) => ids)).equals(columns.ids));
    });
  }

  it("is small: 16 bytes a scan of a busy code, and 60 for a single one", () => {
    const bytesOf = ({ runs, facts, ids }: PackedBlock) => runs.length + facts.length + ids.length;
    const scanAt = (at: number, i: number): OneScan => {
      return {
        at,
        id: idOf(at, 0, new Uint8Array(8).fill(i % 2)),
        agent: i % 100,
        place: i % 900,
        placement: 0,
        route: 0,
      };
    };
    const busy = Array.from({ length: 14_000 }, (_, i) => scanAt(BEGIN + i * 6_171 + ((i * 7_919) % 5_000), i));
    const block = packBlock(inOrder(busy), MONTH);
    assert.ok(bytesOf(block) / busy.length < 16, `${bytesOf(block) / busy.length}`);
    const single = packBlock(inOrder([scanAt(BEGIN + 20 * DAY_MS, 1)]), MONTH);
    assert.ok(bytesOf(single) <= 60, `${bytesOf(single)}`);
  });
});

describe("merging", () => {
  it("keeps every scan of both, in order of time", () => {
    fc.assert(
      fc.property(someScans(), someScans(), (one, other) => {
        const both = scansOf(merge(inOrder(one), inOrder(other)));
        assertInOrder(both);
        assert.deepEqual(asSet(both), asSet(scansOf(columnsOf([...one, ...other]))));
      }),
    );
  });

  it("with forgotten scans forgets the others of their days too, and keeps the rest", () => {
    fc.assert(
      fc.property(someScans(), someScans(), midnight, midnight, (one, other, end, otherEnd) => {
        const [first, second] = [forget(inOrder(one), end), forget(inOrder(other), otherEnd)];
        const both = merge(first, second);
        const seen = scansOf(both);
        assertInOrder(seen);
        const last = [first, second].flatMap(({ at, forgotten }) => (forgotten > 0 ? [dayOf(at[forgotten - 1]!)] : []));
        const expected = forget(inOrder([...one, ...other]), (Math.max(-1, ...last) + 1) * DAY_MS);
        assert.deepEqual(seen, scansOf(expected));
      }),
    );
  });
});

describe("forgetting", () => {
  it("keeps totals by quarter and by value of each UTC day, and nothing else", () => {
    fc.assert(
      fc.property(someScans(), midnight, (scans, end) => {
        const before = scansOf(inOrder(scans));
        const columns = forget(inOrder(scans), end);
        const after = scansOf(columns);
        assert.deepEqual(totalsOf(after), totalsOf(before));
        assert.equal(columns.forgotten, scans.filter(({ at }) => at < end).length);
        assert.deepEqual(after.slice(columns.forgotten), before.slice(columns.forgotten));
        const forgotten = after.slice(0, columns.forgotten);
        assert.ok(forgotten.every(({ at, id }) => at % QUARTER_MS === 0 && /^0+$/.test(id)));
        for (const ofDay of Map.groupBy(forgotten, ({ at }) => dayOf(at)).values()) {
          for (const name of ["agent", "place", "placement"] as const) {
            const values = ofDay.map((scan) => scan[name]);
            assert.deepEqual(
              values,
              values.toSorted((a, b) => a - b),
            );
          }
        }
      }),
    );
  });

  it("leaves no trace of the order or the pairs of values", () => {
    fc.assert(
      fc.property(someScans(), fc.infiniteStream(fc.nat()), (scans, random) => {
        // The same values on the same days, in other combinations and at other moments of the same quarters.
        const swapped = scans.map((scan) => ({ ...scan, at: quarterOf(scan.at) * QUARTER_MS }));
        for (const ofDay of Map.groupBy(swapped, ({ at }) => dayOf(at)).values()) {
          for (const [i, scan] of ofDay.entries()) {
            const other = ofDay[random.next().value! % (i + 1)]!;
            [scan.agent, other.agent] = [other.agent, scan.agent];
          }
        }
        const bytes = (all: OneScan[]) => packBlock(forget(inOrder(all), END), MONTH);
        assert.deepEqual(bytes(scans), bytes(swapped));
      }),
    );
  });

  it("more than once is the same as once, and nothing is remembered again", () => {
    fc.assert(
      fc.property(someScans(), midnight, midnight, (scans, one, other) => {
        const twice = forget(forget(inOrder(scans), one), other);
        assert.deepEqual(scansOf(twice), scansOf(forget(inOrder(scans), Math.max(one, other))));
      }),
    );
  });

  it("leaves the given columns as they are", () => {
    fc.assert(
      fc.property(someScans(), midnight, (scans, end) => {
        const columns = inOrder(scans);
        const before = scansOf(columns);
        forget(columns, end);
        merge(columns, columns);
        assert.deepEqual(scansOf(columns), before);
      }),
    );
  });
});

describe("a damaged block", () => {
  const nonEmpty = someScans(20).filter(({ length }) => length > 0);

  it("is never read as other scans, whichever byte is changed or missing", () => {
    fc.assert(
      fc.property(nonEmpty, midnight, fc.integer({ min: 1, max: 255 }), (scans, end, flip) => {
        const block = packBlock(forget(inOrder(scans), end), MONTH);
        const damaged = (change: Partial<PackedBlock>) => {
          assert.throws(() => unpackBlock({ ...block, ...change }, MONTH), DamagedBlock);
        };
        for (const part of ["runs", "facts", "ids"] as const) {
          const bytes = block[part];
          for (let i = 0; i < bytes.length; i++) {
            damaged({ [part]: bytes.with(i, bytes[i]! ^ flip) });
            damaged({ [part]: bytes.subarray(0, i) });
          }
          damaged({ [part]: Buffer.concat([bytes, Uint8Array.of(flip)]) });
        }
        damaged({ count: block.count + 1 });
        assert.throws(() => unpackBlock(block, MONTH + 1), DamagedBlock);
      }),
      { numRuns: 50 },
    );
  });

  it("is not read in part either, as reports do", () => {
    fc.assert(
      fc.property(nonEmpty, fc.nat(), fc.integer({ min: 1, max: 255 }), (scans, place, flip) => {
        const block = packBlock(inOrder(scans), MONTH);
        const changed = (bytes: Uint8Array) => {
          const i = place % bytes.length;
          return bytes.with(i, bytes[i]! ^ flip);
        };
        for (const read of [
          () => unpackRuns(changed(block.runs), MONTH),
          () => unpackFacts(changed(block.facts), block.count, MONTH),
          () => unpackTimes(changed(block.ids), MONTH),
        ]) {
          assert.throws(read, DamagedBlock);
        }
      }),
    );
  });
});

describe("picking", () => {
  it("takes rows in the given order", () => {
    fc.assert(
      fc.property(someScans(), (scans) => {
        const columns = columnsOf(scans);
        const rows = scans.map((_, i) => i).reverse();
        assert.deepEqual(scansOf(pick(columns, rows)), scansOf(columns).reverse());
      }),
    );
  });
});
