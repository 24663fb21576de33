/**
 * A code's day with few distinct visitors is stored in scan_daily as pairs: one row per agent and place, from which
 * all dimensions are derived. A fuller day is stored by dimension. Readers sum both, so a day may be stored in either
 * form or in both.
 */
import { type DailyCount, DIMENSION } from "./dimensions.ts";
import type { ScanLine } from "./scan-lines.ts";
import type { CodeDay, Visits } from "./settlement.ts";

/** A higher limit would save space on days with more visitors but make a year of them slow to read. */
export const PAIRS_A_DAY = 10;

export const pairValue = (agentId: number, placeId: number): string => `${agentId}.${placeId}`;

const DIGITS = "'0123456789'";

/** The two parts of a pair's value as text, in SQL for both engines. */
export const agentText = (value: string): string => `rtrim(rtrim(${value}, ${DIGITS}), '.')`;
export const placeText = (value: string): string => `substr(ltrim(${value}, ${DIGITS}), 2)`;

/** A damaged value matches nobody and does not make the statement fail. */
export const idOf = (text: string): string =>
  `CASE WHEN ${text} <> '' AND length(${text}) < 10 AND ltrim(${text}, ${DIGITS}) = '' THEN CAST(${text} AS integer) END`;

/** The ids in a pair, for a row of scan_daily called d. */
export const PAIR_AGENT_ID = idOf(agentText("d.value"));
export const PAIR_PLACE_ID = idOf(placeText("d.value"));

/** What scan_daily has for a code's day before new scans are added. */
export interface HeldDay {
  isByDimension: boolean;
  pairs: readonly string[];
}

export interface SplitDays {
  /** Additions to pairs. */
  pairs: DailyCount[];
  byDimension: CodeDay[];
  /** Days whose pairs are now converted to dimensions. */
  outgrown: ReadonlySet<CodeDay>;
}

/** A pair with the values of its agent and place. */
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
