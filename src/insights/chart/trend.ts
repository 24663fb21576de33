/** Whether a difference between two counts means anything: an exact interval for their ratio. */

/** Of the beta distribution: 5 % on each side. */
const TAIL = 0.05;
/** Fewer pairs say little about how much counts scatter. */
const MIN_PAIRS = 7;

/** Lanczos' approximation, accurate to 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
function logGamma(x: number): number {
  const t = x + 6.5;
  const sum = LANCZOS.reduce((total, factor, i) => total + (i === 0 ? factor : factor / (x - 1 + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Lentz' method for the continued fraction of the incomplete beta function. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny);
  let result = d;
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || tiny);
    c = 1 + even / c || tiny;
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || tiny);
    c = 1 + odd / c || tiny;
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return result;
}

/** The regularised incomplete beta function: the probability that a beta-distributed value is at most x. */
export function betaProbability(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaProbability(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return (front * betaFraction(x, a, b)) / a;
}

/** The x whose probability is p, by bisection. */
function betaQuantile(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (betaProbability(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Clopper and Pearson's interval of 90 % for the share of `part` in `part + rest`. */
export function shareInterval(part: number, rest: number): [low: number, high: number] {
  return [part === 0 ? 0 : betaQuantile(TAIL, part, rest + 1), rest === 0 ? 1 : betaQuantile(1 - TAIL, part + 1, rest)];
}

export type Pair = readonly [now: number, before: number];

/**
 * How many times more the pairs scatter than independent scans would; at least 1. Each day is compared with its own
 * counterpart, so that quiet Mondays in both periods are no scatter.
 */
export function dispersion(pairs: readonly Pair[]): number {
  const used = pairs.filter(([now, before]) => now + before > 0);
  const now = used.reduce((sum, pair) => sum + pair[0], 0);
  const all = used.reduce((sum, pair) => sum + pair[0] + pair[1], 0);
  if (used.length < MIN_PAIRS || now === 0 || now === all) return 1;
  const share = now / all;
  const scatter = used.reduce((sum, [a, b]) => sum + (a - share * (a + b)) ** 2 / ((a + b) * share * (1 - share)), 0);
  return Math.max(1, scatter / (used.length - 1));
}

export interface Trend {
  direction: "up" | "down" | "same";
  /** The change as a share of the count before; null if that was zero. */
  change: number | null;
  /** Of `change`, 90 %. */
  low: number;
  high: number;
  /** Whether the interval of the ratio leaves out 1. */
  isCertain: boolean;
}

/** Surely chance below, and surely none above, in standard deviations. */
const [CHANCE, NO_CHANCE] = [1.5, 4];

/** `isCertain` of a trend without pairs, far quicker: for sorting very many. */
export function isClear(now: number, before: number): boolean {
  const [more, less] = now > before ? [now, before] : [before, now];
  const deviations = (more - less) / Math.sqrt(more + less || 1);
  if (deviations < CHANCE || deviations > NO_CHANCE) return deviations > NO_CHANCE;
  return betaProbability(0.5, more, less + 1) < TAIL;
}

const oddsOf = (share: number): number => (share === 1 ? Number.POSITIVE_INFINITY : share / (1 - share));

/** A count against the one before, of equally long periods. The pairs, such as days, widen the interval if they scatter. */
export function trendOf(now: number, before: number, pairs: readonly Pair[] = []): Trend {
  const factor = dispersion(pairs);
  const [low, high] = now + before === 0 ? [0, 1] : shareInterval(now / factor, before / factor);
  return {
    direction: now > before ? "up" : now < before ? "down" : "same",
    change: before === 0 ? null : now / before - 1,
    low: oddsOf(low) - 1,
    high: oddsOf(high) - 1,
    isCertain: low > 0.5 || high < 0.5,
  };
}
