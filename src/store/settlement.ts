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
  const byCode = new Map<number, ScanLine[]>();
  for (const scan of scans) {
    const group = byCode.get(scan.codeNum);
    if (group) group.push(scan);
    else byCode.set(scan.codeNum, [scan]);
  }
  const settlement: Settlement = { daily: [], cities: [], perCode: [] };
  for (const codeNum of [...byCode.keys()].sort((a, b) => a - b)) {
    settleCode(settlement, codeNum, byCode.get(codeNum)!);
  }
  return settlement;
}

function settleCode(settlement: Settlement, codeNum: number, scans: readonly ScanLine[]): void {
  const counts = Array.from({ length: 6 }, () => new Map<number, Map<string, number>>());
  const lastDays = new Map<string, number>();
  let lastDay = -1;
  let firstOfLastDay = 0;
  const add = (dimension: number, day: number, value: string) => {
    const days = counts[dimension]!;
    let values = days.get(day);
    if (values === undefined) {
      values = new Map();
      days.set(day, values);
    }
    values.set(value, (values.get(value) ?? 0) + 1);
  };
  for (const scan of scans) {
    const day = dayOf(scan.at);
    const [device, browser, os] = scan.agent.parts;
    const [country, city] = scan.place.parts;
    add(DIMENSION.total, day, "");
    add(DIMENSION.device, day, device);
    add(DIMENSION.browser, day, browser);
    add(DIMENSION.os, day, os);
    add(DIMENSION.country, day, country);
    if (city !== null) {
      const value = `${country}/${city}`;
      add(DIMENSION.city, day, value);
      if (day > (lastDays.get(value) ?? -1)) lastDays.set(value, day);
    }
    if (day > lastDay || (day === lastDay && scan.at < firstOfLastDay)) {
      lastDay = day;
      firstOfLastDay = scan.at;
    }
  }
  counts.forEach((days, dimension) => {
    for (const day of [...days.keys()].sort((a, b) => a - b)) {
      const values = days.get(day)!;
      for (const value of [...values.keys()].sort()) {
        settlement.daily.push({ codeNum, dimension, day, value, count: values.get(value)! });
      }
    }
  });
  for (const city of [...lastDays.keys()].sort()) {
    settlement.cities.push({ codeNum, city, lastDay: lastDays.get(city)! });
  }
  settlement.perCode.push({ codeNum, count: scans.length, firstOfLastDay });
}
