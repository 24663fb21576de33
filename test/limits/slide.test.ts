import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { slide } from "../../src/shared/sliding-window.ts";

/** The rule by its definition: keeps every admitted time, and counts those of the last window. */
function createReference(limit: number, windowMs: number) {
  const admitted: number[] = [];
  const counted = (now: number) => admitted.filter((time) => now - time < windowMs);
  return (now: number) => {
    const live = counted(now);
    const fits = live.length < limit;
    if (fits) admitted.push(now);
    const left = limit - counted(now).length;
    let reset = 0;
    // The first moment at which the answer would improve.
    while (left > 0 ? counted(now + reset).length >= counted(now).length : counted(now + reset).length >= limit) {
      const next = counted(now + reset)[0]! + windowMs;
      reset = next - now;
    }
    return { admitted: fits, remaining: left, resetIn: reset };
  };
}

const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 60 });

describe("slide", () => {
  it("answers as the reference does, for any times", () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 6 }), (steps, limit) => {
        const reference = createReference(limit, 1000);
        let times: number[] = [];
        let now = 5_000;
        for (const step of steps) {
          now += step;
          const { times: kept, ...answer } = slide(times, now, limit, 1000);
          assert.deepEqual(answer, reference(now));
          assert.ok(kept.length <= limit);
          times = kept;
        }
      }),
    );
  });

  it("never admits more in true time, however far the clock is set back, and soon admits again", () => {
    const YEAR = 365 * 86_400_000;
    // The time that passes, and how far the clock is then set back.
    const back = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 }), fc.constant(YEAR));
    const moves = fc.array(fc.tuple(fc.integer({ min: 0, max: 700 }), back), { maxLength: 60 });
    fc.assert(
      fc.property(moves, fc.integer({ min: 1, max: 6 }), (steps, limit) => {
        let times: number[] = [];
        let truth = 0;
        let now = 100 * YEAR;
        const admitted: number[] = [];
        const ask = () => {
          const result = slide(times, now, limit, 1000);
          if (result.admitted) admitted.push(truth);
          times = result.times;
          return result;
        };
        for (const [passed, behind] of steps) {
          truth += passed;
          now += passed - behind;
          ask();
        }
        admitted.forEach((time, i) => {
          const beyond = admitted[i + limit];
          assert.ok(beyond === undefined || beyond - time >= 1000);
        });
        const { admitted: fits, resetIn } = ask();
        assert.ok(fits || resetIn <= 2000, "no client waits longer than two windows");
        now += resetIn;
        assert.equal(slide(times, now, limit, 1000).admitted, true);
      }),
    );
  });

  it("reports a lowered limit when enough requests have left the window", () => {
    const times = [0, 100, 200, 300];
    const result = slide(times, 400, 2, 1000);
    assert.deepEqual(result, { admitted: false, times, remaining: 0, resetIn: 800 });
    assert.equal(slide(times, 1199, 2, 1000).admitted, false);
    assert.equal(slide(times, 1200, 2, 1000).admitted, true);
  });

  it("only checks when told not to count", () => {
    const result = slide([0], 10, 2, 1000, false);
    assert.deepEqual(result, { admitted: true, times: [0], remaining: 1, resetIn: 990 });
  });
});
