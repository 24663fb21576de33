/** Counts of a code as a bundle holds them. */
import { timestamp } from "../shared/days.ts";
import type { BundledCode, BundledCount, BundledHistory } from "../store/bundle-store.ts";
import { msOf } from "./records.ts";

/** In the order of their numbers in the store. */
export const DIMENSIONS = ["total", "device", "browser", "os", "country", "city", "pair"];

/** A count by day or month: dimension, day or month, value (or agent and place), count. */
type CountRecord = [dimension: string, at: number, value: unknown, count: number];

export interface HistoryRecord {
  codeId: string;
  daily: CountRecord[];
  monthly: CountRecord[];
  cities: [city: string, lastDay: number][];
  uncounted: [day: number, reason: string, count: number][];
  imported: { source: string; total: number; importedAt: string }[];
}

const countRecord = ({ dimension, at, value, count, pair }: BundledCount): CountRecord => [
  DIMENSIONS[dimension]!,
  at,
  pair ? [pair.agent, pair.place] : value,
  count,
];

function countOf([name, at, value, count]: CountRecord): Omit<BundledCount, "codeNum"> {
  const dimension = DIMENSIONS.indexOf(name);
  if (dimension < 0) throw new Error(`"${name}" is not a dimension.`);
  if (typeof value === "string") return { dimension, at, value, count };
  const [agent, place] = value as [
    NonNullable<BundledCount["pair"]>["agent"],
    NonNullable<BundledCount["pair"]>["place"],
  ];
  return { dimension, at, value: "", count, pair: { agent, place } };
}

/** Counts by day that are too many to stand in one record with the rest. */
export const dailyRecord = (codeId: string, daily: readonly BundledCount[]): HistoryRecord => ({
  codeId,
  daily: daily.map(countRecord),
  monthly: [],
  cities: [],
  uncounted: [],
  imported: [],
});

/** What `history` says of each of its codes. */
export function createHistoryRecords(history: BundledHistory) {
  const byCode = <T extends { codeNum: number }>(rows: readonly T[]) => {
    const grouped = Map.groupBy(rows, ({ codeNum }) => codeNum);
    return (num: number): readonly T[] => grouped.get(num) ?? [];
  };
  const [daily, monthly] = [byCode(history.daily), byCode(history.monthly)];
  const [cities, uncounted] = [byCode(history.cities), byCode(history.uncounted)];
  const imported = byCode(history.imported);
  return ({ num, id }: Pick<BundledCode, "num" | "id">): HistoryRecord => ({
    codeId: id,
    daily: daily(num).map(countRecord),
    monthly: monthly(num).map(countRecord),
    cities: cities(num).map(({ city, lastDay }) => [city, lastDay]),
    uncounted: uncounted(num).map(({ day, reason, count }) => [day, reason, count]),
    imported: imported(num).map(({ source, total, importedAt }) => ({
      source,
      total,
      importedAt: timestamp(importedAt),
    })),
  });
}

export const historyOf = (record: HistoryRecord) => ({
  daily: record.daily.map(countOf),
  monthly: record.monthly.map(countOf),
  cities: record.cities.map(([city, lastDay]) => ({ city, lastDay })),
  uncounted: record.uncounted.map(([day, reason, count]) => ({ day, reason, count })),
  imported: record.imported.map(({ source, total, importedAt }) => ({ source, total, importedAt: msOf(importedAt) })),
});
