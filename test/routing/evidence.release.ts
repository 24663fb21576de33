/** Simulations with fixed seeds. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compareOutcomes, ENOUGH_ODDS } from "../../src/routing/evidence.ts";

/** Mulberry32: the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("Evidence of a split", () => {
  const outcomes = (random: () => number, rate: number, count: number) =>
    Array.from({ length: count }, () => random() < rate);

  it("finds no winner where there is no difference, although it looks after every pair", () => {
    const [RUNS, PAIRS] = [400, 20_000];
    const random = randomFrom(20_261_119);
    let winners = 0;
    for (let i = 0; i < RUNS; i++) {
      const { odds } = compareOutcomes(outcomes(random, 0.1, PAIRS), outcomes(random, 0.1, PAIRS));
      if (odds >= ENOUGH_ODDS) winners += 1;
    }
    assert.ok(winners <= RUNS * 0.05, `${winners} false winners of ${RUNS}`);
  });

  it("finds 10 % against 13 % by 2,500 scans of each, in half of the splits", () => {
    const RUNS = 200;
    const random = randomFrom(7);
    let found = 0;
    for (let i = 0; i < RUNS; i++) {
      const { odds } = compareOutcomes(outcomes(random, 0.1, 2_500), outcomes(random, 0.13, 2_500));
      if (odds >= ENOUGH_ODDS) found += 1;
    }
    assert.ok(found >= RUNS / 2, `${found} of ${RUNS}`);
  });
});
