import { dayOf, monthOf } from "../shared/days.ts";
import type { ScanLine } from "./scan-lines.ts";
import { DIMENSION, FOLDED_DIMENSIONS } from "./tables.ts";

/** What a number of new scans adds to the rollups. Sorted, so that no two nodes lock crosswise. */
export interface Settlement {
  daily: { codeNum: number; dimension: number; day: number; value: string; count: number }[];
  cities: { codeNum: number; city: string; lastDay: number }[];
  /** `firstOfLastDay`: the scan that moves the code's expiry, if any does. */
  perCode: { codeNum: number; count: number; firstOfLastDay: number }[];
}

export interface MonthlyCount {
  codeNum: number;
  dimension: number;
  month: number;
  value: string;
  count: number;
}

/** What belongs into scan_monthly at once, because its month is folded already. In the order of keys. */
export function monthlyOf(
  daily: Settlement["daily"],
  foldedBefore: (codeNum: number) => number,
): MonthlyCount[] {
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
    (a, b) =>
      a.codeNum - b.codeNum ||
      a.dimension - b.dimension ||
      a.month - b.month ||
      (a.value < b.value ? -1 : 1),
  );
}

/** The months to fold now that a code was scanned on `lastDay`, in a month after them. */
export function monthsToFold(foldedBefore: number, lastDay: number): number[] {
  const first = monthOf(foldedBefore);
  return Array.from({ length: Math.max(0, monthOf(lastDay) - first) }, (_, i) => first + i);
}

export function settlementOf(scans: readonly ScanLine[]): Settlement {
  const settlement: Settlement = { daily: [], cities: [], perCode: [] };
  const byCode = Map.groupBy(scans, ({ codeNum }) => codeNum);
  for (const codeNum of [...byCode.keys()].sort((a, b) => a - b)) {
    settleCode(settlement, codeNum, byCode.get(codeNum)!);
  }
  return settlement;
}

function settleCode(settlement: Settlement, codeNum: number, scans: readonly ScanLine[]): void {
  const { daily, cities, perCode } = settlement;
  const byDay = Map.groupBy(scans, ({ at }) => dayOf(at));
  const days = [...byDay.keys()].sort((a, b) => a - b);
  const lastDays = new Map<string, number>();
  for (const [dimension, read] of VALUES.entries()) {
    for (const day of days) {
      const counts = new Map<string, number>();
      for (const scan of byDay.get(day)!) {
        const value = read(scan);
        if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      for (const value of sorted(counts)) {
        daily.push({ codeNum, dimension, day, value, count: counts.get(value)! });
        if (dimension === DIMENSION.city) lastDays.set(value, day);
      }
    }
  }
  for (const city of sorted(lastDays)) {
    cities.push({ codeNum, city, lastDay: lastDays.get(city)! });
  }
  const ofLastDay = byDay.get(days.at(-1)!)!;
  const firstOfLastDay = ofLastDay.reduce((first, { at }) => Math.min(first, at), Infinity);
  perCode.push({ codeNum, count: scans.length, firstOfLastDay });
}

/** What a scan adds to in each dimension, in the order of their numbers. */
const VALUES: readonly ((scan: ScanLine) => string | null)[] = [
  () => "",
  ({ agent }) => agent.parts[0],
  ({ agent }) => agent.parts[1],
  ({ agent }) => agent.parts[2],
  ({ place }) => place.parts[0],
  ({ place }) => place.city,
];

const sorted = (values: ReadonlyMap<string, number>): string[] =>
  values.size === 1 ? [...values.keys()] : [...values.keys()].sort();
