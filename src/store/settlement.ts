import { dayOf, monthOf, QUARTERS_A_DAY, quarterOf } from "../shared/days.ts";
import { type DailyCount, DIMENSION, FOLDED_DIMENSIONS } from "./dimensions.ts";
import type { AgentColumns, ScanLine } from "./scan-lines.ts";
import type { QuarterCounts } from "./scan-store.ts";

/** What new scans add to the rollups. Sorted, so that two nodes cannot deadlock. */
export interface Settlement {
  days: CodeDay[];
  quarters: DayQuarters[];
  /** Scans through placements. */
  placements: DailyCount[];
  perPlacement: { num: number; codeNum: number; count: number }[];
  cities: { codeNum: number; city: string; lastDay: number }[];
  /** `firstOfLastDay`: the scan that moves the code's expiry, if any. */
  perCode: { codeNum: number; count: number; firstOfLastDay: number; lastQuarter: number }[];
}

export interface CodeDay<V = ScanLine> {
  codeNum: number;
  day: number;
  visits: readonly V[];
}

export interface DayQuarters {
  codeNum: number;
  day: number;
  counts: QuarterCounts;
}

/** A scan, or several with the same agent and place. */
export interface Visits {
  agent: { readonly parts: Readonly<AgentColumns> };
  place: { readonly parts: readonly [country: string, ...unknown[]]; readonly city: string | null };
  /** Default: 1. */
  count?: number;
}

export interface MonthlyCount {
  codeNum: number;
  dimension: number;
  month: number;
  value: string;
  count: number;
}

/** Counts that go into scan_monthly at once, because their month is already folded. */
export function monthlyOf(daily: readonly DailyCount[], foldedBefore: (codeNum: number) => number): MonthlyCount[] {
  const sums = new Map<string, MonthlyCount>();
  for (const { codeNum, dimension, day, value, count } of daily) {
    if (!FOLDED_DIMENSIONS.includes(dimension) || day >= foldedBefore(codeNum)) continue;
    const month = monthOf(day);
    const key = `${codeNum} ${dimension} ${month} ${value}`;
    const sum = sums.get(key);
    if (sum) sum.count += count;
    else sums.set(key, { codeNum, dimension, month, value, count });
  }
  return [...sums.values()].sort(
    (a, b) => a.codeNum - b.codeNum || a.dimension - b.dimension || a.month - b.month || (a.value < b.value ? -1 : 1),
  );
}

/** The months to fold when a code is scanned on `lastDay`, in a later month. */
export function monthsToFold(foldedBefore: number, lastDay: number): number[] {
  const first = monthOf(foldedBefore);
  return Array.from({ length: Math.max(0, monthOf(lastDay) - first) }, (_, i) => first + i);
}

export function settlementOf(scans: readonly ScanLine[]): Settlement {
  const settlement: Settlement = {
    days: [],
    quarters: [],
    placements: [],
    perPlacement: [],
    cities: [],
    perCode: [],
  };
  const byCode = Map.groupBy(scans, ({ codeNum }) => codeNum);
  for (const codeNum of [...byCode.keys()].sort((a, b) => a - b)) {
    settleCode(settlement, codeNum, byCode.get(codeNum)!);
  }
  return settlement;
}

function settleCode(settlement: Settlement, codeNum: number, scans: readonly ScanLine[]): void {
  const byDay = Map.groupBy(scans, ({ at }) => dayOf(at));
  const days = [...byDay.keys()].sort((a, b) => a - b);
  const lastDays = new Map<string, number>();
  for (const day of days) {
    const visits = byDay.get(day)!;
    settlement.days.push({ codeNum, day, visits });
    settlement.quarters.push({ codeNum, day, counts: quartersOf(day, visits) });
    for (const { place } of visits) if (place.city !== null) lastDays.set(place.city, day);
  }
  for (const city of sorted(lastDays)) {
    settlement.cities.push({ codeNum, city, lastDay: lastDays.get(city)! });
  }
  const ofLastDay = byDay.get(days.at(-1)!)!;
  const firstOfLastDay = ofLastDay.reduce((first, { at }) => Math.min(first, at), Infinity);
  const lastQuarter = quarterOf(ofLastDay.reduce((last, { at }) => Math.max(last, at), 0));
  if (scans.some(({ placementNum }) => placementNum !== null)) {
    const { daily, perPlacement } = placementsOf(codeNum, scans);
    settlement.placements.push(...daily);
    settlement.perPlacement.push(...perPlacement);
  }
  settlement.perCode.push({ codeNum, count: scans.length, firstOfLastDay, lastQuarter });
}

/** Sorted by number. */
function placementsOf(codeNum: number, scans: readonly ScanLine[]) {
  const daily = new Map<string, DailyCount>();
  const totals = new Map<number, number>();
  for (const { at, placement, placementNum } of scans) {
    if (placement === null || placementNum === null) continue;
    const day = dayOf(at);
    const sum = daily.get(`${day} ${placement}`);
    if (sum) sum.count += 1;
    else daily.set(`${day} ${placement}`, { codeNum, dimension: DIMENSION.placement, day, value: placement, count: 1 });
    totals.set(placementNum, (totals.get(placementNum) ?? 0) + 1);
  }
  const perPlacement = Array.from(totals, ([num, count]) => ({ num, codeNum, count })).sort((a, b) => a.num - b.num);
  return { daily: [...daily.values()], perPlacement };
}

function quartersOf(day: number, scans: readonly ScanLine[]): QuarterCounts {
  const counts = new Map<number, number>();
  for (const { at } of scans) {
    const quarter = quarterOf(at) - day * QUARTERS_A_DAY;
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
  }
  return counts.size === 1 ? [...counts] : [...counts].sort(([a], [b]) => a - b);
}

/** What visits add to each dimension of their days. */
export function dimensionsOf(days: readonly CodeDay<Visits>[]): DailyCount[] {
  const daily: DailyCount[] = [];
  for (const { codeNum, day, visits } of days) {
    for (const [dimension, read] of VALUES.entries()) {
      const counts = new Map<string, number>();
      for (const visit of visits) {
        const value = read(visit);
        if (value !== null) counts.set(value, (counts.get(value) ?? 0) + (visit.count ?? 1));
      }
      for (const [value, count] of counts) daily.push({ codeNum, dimension, day, value, count });
    }
  }
  return daily;
}

export const sortDaily = (daily: DailyCount[]): DailyCount[] =>
  daily.sort(
    (a, b) => a.codeNum - b.codeNum || a.dimension - b.dimension || a.day - b.day || (a.value < b.value ? -1 : 1),
  );

/** The value of a visit in each dimension, in the order of their numbers. */
const VALUES: readonly ((visit: Visits) => string | null)[] = [
  () => "",
  ({ agent }) => agent.parts[0],
  ({ agent }) => agent.parts[1],
  ({ agent }) => agent.parts[2],
  ({ place }) => place.parts[0],
  ({ place }) => place.city,
];

const sorted = (values: ReadonlyMap<string, number>): string[] =>
  values.size === 1 ? [...values.keys()] : [...values.keys()].sort();
