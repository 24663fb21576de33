import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { betaProbability, dispersion, shareInterval, trendOf } from "../../src/insights/chart/trend.ts";
import { trends } from "../../web/src/parts/insights/words.ts";

/** P(X >= k) for n throws, added up term by term in logarithms. */
function atLeast(k: number, n: number, p: number): number {
  let logFactor = 0;
  let sum = 0;
  for (let i = 0; i <= n; i++) {
    if (i > 0) logFactor += Math.log(n - i + 1) - Math.log(i);
    if (i >= k) sum += Math.exp(logFactor + i * Math.log(p) + (n - i) * Math.log1p(-p));
  }
  return sum;
}

describe("the interval of a share", () => {
  it("has the bounds that tables of Clopper and Pearson have", () => {
    const near = ([low, high]: [number, number], expected: [number, number]) => {
      assert.ok(Math.abs(low - expected[0]) < 5e-5 && Math.abs(high - expected[1]) < 5e-5, `${low} ${high}`);
    };
    near(shareInterval(0, 10), [0, 1 - 0.05 ** 0.1]);
    near(shareInterval(10, 0), [0.05 ** 0.1, 1]);
    near(shareInterval(1, 1), [1 - Math.sqrt(0.95), Math.sqrt(0.95)]);
    near(shareInterval(5, 5), [0.22244, 0.77756]);
  });

  it("leaves 5 % on each side of the binomial distribution", () => {
    const counts = fc.integer({ min: 0, max: 150 });
    fc.assert(
      fc.property(counts, counts, (part, rest) => {
        fc.pre(part + rest > 0);
        const [low, high] = shareInterval(part, rest);
        if (part > 0) assert.ok(Math.abs(atLeast(part, part + rest, low) - 0.05) < 1e-9);
        if (rest > 0) assert.ok(Math.abs(1 - atLeast(part + 1, part + rest, high) - 0.05) < 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it("is computed for millions, where it is that of the normal distribution", () => {
    const [low, high] = shareInterval(5_000_000, 5_000_000);
    const half = 1.6448536 * Math.sqrt(0.25 / 10_000_000);
    assert.ok(Math.abs(low - (0.5 - half)) < 1e-6 && Math.abs(high - (0.5 + half)) < 1e-6);
    assert.ok(Math.abs(betaProbability(0.5, 3_000_000, 3_000_000) - 0.5) < 1e-6);
  });
});

describe("a trend", () => {
  it("is certain only if the interval of the ratio leaves out 1", () => {
    assert.deepEqual(
      [
        [151, 163],
        [5243, 4658],
        [4, 0],
        [5, 0],
        [0, 5],
        [0, 0],
        [7, 7],
      ].map(([now, before]) => trendOf(now!, before!).isCertain),
      [false, true, false, true, true, false, false],
    );
  });

  it("says how large the change may be", () => {
    const { direction, change, low, high } = trendOf(14, 10);
    assert.equal(direction, "up");
    assert.ok(Math.abs(change! - 0.4) < 1e-12);
    assert.ok(low < 0 && low > -0.5 && high > 1 && high < 3, `${low} ${high}`);
    assert.equal(trendOf(3, 0).change, null);
    assert.equal(trendOf(3, 0).high, Number.POSITIVE_INFINITY);
  });

  it("is the same in both directions", () => {
    const count = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(count, count, (a, b) => {
        const [up, down] = [trendOf(a, b), trendOf(b, a)];
        assert.equal(up.isCertain, down.isCertain);
        assert.ok(up.low <= (up.change ?? up.low) && (up.change ?? up.high) <= up.high);
      }),
    );
  });

  it("is not shown against none, which may only mean that nothing was counted yet", () => {
    assert.deepEqual([trends.change(trendOf(5000, 0)), trends.from(0)], ["new", ""]);
    assert.equal(trends.change(trendOf(0, 0)), "");
    assert.deepEqual([trends.change(trendOf(120, 100)), trends.from(100)], ["20%", "from 100"]);
  });

  it("is less certain if days scatter more than independent scans", () => {
    const steady = Array.from({ length: 28 }, (_, i) => [110 + (i % 3), 100 - (i % 3)] as const);
    assert.equal(dispersion(steady), 1);
    assert.equal(dispersion(steady.slice(0, 6)), 1);
    const wild = Array.from({ length: 28 }, (_, i) => (i % 2 === 0 ? ([215, 5] as const) : ([5, 195] as const)));
    assert.ok(dispersion(wild) > 50);
    const sum = (pairs: readonly (readonly [number, number])[], at: 0 | 1) =>
      pairs.reduce((n, pair) => n + pair[at], 0);
    assert.equal(trendOf(sum(steady, 0), sum(steady, 1), steady).isCertain, true);
    assert.equal(trendOf(sum(wild, 0), sum(wild, 1)).isCertain, true);
    assert.equal(trendOf(sum(wild, 0), sum(wild, 1), wild).isCertain, false);
    const weekdays = Array.from({ length: 28 }, (_, i) => (i % 7 < 5 ? ([10, 9] as const) : ([500, 450] as const)));
    assert.equal(dispersion(weekdays), 1, "quiet days in both periods are no scatter");
  });
});
