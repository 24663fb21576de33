/**
 * A day on which few kinds of visitors came to a code is kept in scan_daily as pairs: a row for each
 * agent and place, from which every dimension is derived. A fuller day is kept by dimension. Readers
 * add up both, so a day may be in either way or in both.
 */
import { type DailyCount, DIMENSION } from "./dimensions.ts";
import type { ScanLine } from "./scan-lines.ts";
import type { CodeDay, Visits } from "./settlement.ts";

/** More would save bytes on days of ten visitors and more, and make a year of them long to read. */
export const PAIRS_A_DAY = 8;

export const pairValue = (agentId: number, placeId: number): string => `${agentId}.${placeId}`;

const DIGITS = "'0123456789'";

/** The two texts of a pair's value, and what they are as numbers, as both engines read them. */
export const agentText = (value: string): string => `rtrim(rtrim(${value}, ${DIGITS}), '.')`;
export const placeText = (value: string): string => `substr(ltrim(${value}, ${DIGITS}), 2)`;

/** A damaged text names nobody, and makes no statement fail. */
export const idOf = (text: string): string =>
  `CASE WHEN ${text} <> '' AND length(${text}) < 10 AND ltrim(${text}, ${DIGITS}) = '' THEN CAST(${text} AS integer) END`;

/** The ids in a pair, a row of scan_daily that is called d. */
export const PAIR_AGENT_ID = idOf(agentText("d.value"));
export const PAIR_PLACE_ID = idOf(placeText("d.value"));

/** What scan_daily holds of a code's day before new scans are added. */
export interface HeldDay {
  isByDimension: boolean;
  pairs: readonly string[];
}

export interface SplitDays {
  /** What is added to pairs. */
  pairs: DailyCount[];
  byDimension: CodeDay[];
  /** Those of them that have pairs, which go into the dimensions now. */
  outgrown: ReadonlySet<CodeDay>;
}

/** A pair with what its agent and place say. */
export interface PairRow {
  device: string;
  browser: string;
  os: string;
  country: string;
  city: string | null;
  count: number;
}

export const visitsOf = ({ device, browser, os, country, city, count }: PairRow): Visits => ({
  agent: { parts: [device, browser, os] },
  place: { parts: [country], city: city === null ? null : `${country}/${city}` },
  count: Number(count),
});

type PairOf = (scan: ScanLine) => string;

export function splitDays(days: readonly CodeDay[], pairOf: PairOf, held: (day: CodeDay) => HeldDay): SplitDays {
  const pairs: DailyCount[] = [];
  const byDimension: CodeDay[] = [];
  const outgrown = new Set<CodeDay>();
  for (const day of days) {
    const before = held(day);
    if (!before.isByDimension && fits(day, pairOf, before.pairs)) {
      pairs.push(...pairsOf(day, pairOf));
    } else {
      byDimension.push(day);
      if (before.pairs.length > 0) outgrown.add(day);
    }
  }
  return { pairs, byDimension, outgrown };
}

function fits({ visits }: CodeDay, pairOf: PairOf, held: readonly string[]): boolean {
  const pairs = new Set(held);
  for (const scan of visits) {
    pairs.add(pairOf(scan));
    if (pairs.size > PAIRS_A_DAY) return false;
  }
  return true;
}

function pairsOf({ codeNum, day, visits }: CodeDay, pairOf: PairOf): DailyCount[] {
  const counts = new Map<string, number>();
  for (const scan of visits) counts.set(pairOf(scan), (counts.get(pairOf(scan)) ?? 0) + 1);
  return Array.from(counts, ([value, count]) => {
    return { codeNum, dimension: DIMENSION.pair, day, value, count };
  });
}
