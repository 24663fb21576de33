import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createRecentRows } from "../../src/scans/recent-rows.ts";

const MAX = 40;

/** A row with a number after the last, sometimes with a gap in between; or the number of settled rows. */
const steps = fc.array(
  fc.oneof(
    fc.record({ gap: fc.constantFrom(0, 0, 0, 0, 1, 3), size: fc.integer({ min: 1, max: 15 }) }),
    fc.record({ settled: fc.integer({ min: 0, max: 6 }) }),
  ),
  { maxLength: 60 },
);

const rowOf = (seq: number, lines: string) => ({ seq, run: "run", first: seq, last: seq, lines });

describe("the recent rows of the journal", () => {
  it("are all rows of the file after a number, or undefined", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const recent = createRecentRows(MAX);
        /** Numbers in a gap may or may not be in the file. */
        const file = new Map<number, string>();
        let last = 0;
        let settled = 0;
        let gap = 0;
        for (const step of taken) {
          if ("settled" in step) {
            settled = Math.min(last, settled + step.settled);
            recent.drop(settled);
          } else {
            if (step.gap > 0) gap = last + step.gap;
            last += step.gap + 1;
            const row = rowOf(last, "x".repeat(step.size));
            file.set(row.seq, row.lines);
            recent.add(row);
          }
          for (let seq = settled; seq <= last; seq++) {
            const rows = recent.after(seq);
            if (rows === undefined) continue;
            assert.ok(seq >= gap, "a row that only the file has is not skipped");
            const expected = Array.from({ length: last - seq }, (_, i) => seq + 1 + i);
            assert.deepEqual(
              rows,
              expected.map((number) => rowOf(number, file.get(number)!)),
            );
            const size = rows.reduce((sum, { lines }) => sum + lines.length, 0);
            assert.ok(size <= MAX, "they are bounded");
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("are the rows that were just added", () => {
    const recent = createRecentRows(MAX);
    assert.equal(recent.after(7), undefined, "without any, the file is read");
    const rows = [8, 9].map((seq) => rowOf(seq, `${seq}\n`));
    for (const row of rows) recent.add(row);
    assert.deepEqual(recent.after(7), rows);
    recent.drop(8);
    assert.deepEqual(recent.after(8), rows.slice(1));
    assert.equal(recent.after(6), undefined);
  });
});
