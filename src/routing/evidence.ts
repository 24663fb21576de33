/** How sure it is that one variant of a split converts better than another, whenever and however often one looks. */

/** In the order of scans: whether each led to a conversion. */
export type Outcomes = readonly boolean[];

export interface Evidence {
  /** How much likelier the outcomes are if the two differ, at the best look so far. From 1 on. */
  odds: number;
  /** Pairs of one scan of each that were looked at. */
  pairs: number;
}

/** At these odds a difference counts as found; without any, that happens in at most 5 of 100 splits. */
export const ENOUGH_ODDS = 20;

/** What is expected of a variant before its first scan: 1 conversion in 7. */
const PRIOR = { hits: 1, misses: 6 };

/** Of what can be had by the outcomes before; the test stays valid for any way to learn. */
function createRate() {
  let { hits, misses } = PRIOR;
  return {
    mean: () => hits / (hits + misses),
    learn(isHit: boolean): void {
      if (isHit) hits += 1;
      else misses += 1;
    },
  };
}

const chance = (rate: number, isHit: boolean): number => (isHit ? rate : 1 - rate);

/**
 * A test by betting (Turner, Ly and Grünwald, "Generic E-variables for exact sequential k-sample tests"): the odds are
 * multiplied by how much better the learned rates explain each pair than one rate for both, their mean. If the variants do not differ,
 * the odds ever reach 20 with a chance of at most 1 in 20.
 */
export function compareOutcomes(a: Outcomes, b: Outcomes): Evidence {
  const pairs = Math.min(a.length, b.length);
  const [rateA, rateB] = [createRate(), createRate()];
  let log = 0;
  let best = 0;
  for (let i = 0; i < pairs; i++) {
    const [meanA, meanB] = [rateA.mean(), rateB.mean()];
    const both = (meanA + meanB) / 2;
    log += Math.log((chance(meanA, a[i]!) * chance(meanB, b[i]!)) / (chance(both, a[i]!) * chance(both, b[i]!)));
    best = Math.max(best, log);
    rateA.learn(a[i]!);
    rateB.learn(b[i]!);
  }
  return { odds: Math.exp(best), pairs };
}

/** 90 %: Wilson's interval, which is right for few scans too. */
const Z = 1.6449;

export function rateInterval(conversions: number, scans: number): { low: number; high: number } | null {
  if (scans === 0) return null;
  const rate = conversions / scans;
  const centre = rate + Z ** 2 / (2 * scans);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / scans + Z ** 2 / (4 * scans ** 2));
  const whole = 1 + Z ** 2 / scans;
  return { low: Math.max(0, (centre - spread) / whole), high: Math.min(1, (centre + spread) / whole) };
}
