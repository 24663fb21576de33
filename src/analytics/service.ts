import type { Clock } from "../shared/clock.ts";
import { dateOfDay, dayOf } from "../shared/days.ts";
import { invalid } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Code } from "../store/code-store.ts";
import type { ScanChoice } from "../store/insight-store.ts";
import type { Counted, ScanRow } from "../store/scan-store.ts";
import type { Store } from "../store/store.ts";

export interface AnalyticsOptions {
  store: Store;
  clock: Clock;
  /** Resolves when every scan acknowledged by this node is counted. */
  scansSettled: () => Promise<void>;
  /** The same for visits that are not counted as scans, which are summed before they are journalled. */
  visitsSettled: () => Promise<void>;
}

export type Analytics = ReturnType<typeof createAnalytics>;

/** Reasons why a visit was not counted as a scan. */
export const TRAFFIC_REASONS = ["head", "prefetch", "preview", "crawler", "paused", "expired"] as const;

type UncountedSums = Record<(typeof TRAFFIC_REASONS)[number], number>;

const noneUncounted = (): UncountedSums =>
  Object.fromEntries(TRAFFIC_REASONS.map((reason) => [reason, 0])) as UncountedSums;

/** Scans per page when reading all of them. */
const PAGE = 500;

const eachDay = <T>(fromDay: number, days: number, make: (day: number) => T): T[] =>
  Array.from({ length: days }, (_, i) => make(fromDay + i));

/** Reads rollups, not raw rows; raw rows are returned in pages. */
export function createAnalytics({ store, clock, scansSettled, visitsSettled }: AnalyticsOptions) {
  /** Whole UTC days ending today. Computed once per answer, because midnight may pass. */
  const period = (days: number) => {
    const toDay = dayOf(clock.now());
    return { fromDay: toDay - days + 1, toDay };
  };

  /** Counted and uncounted visits, per day and in total. */
  async function visits(codeNum: number, fromDay: number, toDay: number) {
    await visitsSettled();
    const [uncountedRows, countedRows] = await Promise.all([
      store.scans.traffic(codeNum, fromDay, toDay),
      store.scans.daily([codeNum], fromDay),
    ]);
    const counted = new Map(countedRows.map(({ day, count }) => [day, count]));
    const byDay = new Map<number, UncountedSums>();
    const sum = noneUncounted();
    for (const { day, reason, count } of uncountedRows) {
      const known = reason as keyof UncountedSums;
      const ofDay = byDay.get(day) ?? noneUncounted();
      ofDay[known] += count;
      sum[known] += count;
      byDay.set(day, ofDay);
    }
    const timeline = eachDay(fromDay, toDay - fromDay + 1, (day) => ({
      date: dateOfDay(day),
      counted: counted.get(day) ?? 0,
      missed: byDay.get(day) ?? noneUncounted(),
    }));
    return { counted: timeline.reduce((total, day) => total + day.counted, 0), missed: sum, timeline };
  }

  return {
    /** Counts imported from other products, which are in none of our figures. */
    imported: (code: Pick<Code, "num">) => store.scans.imported(code.num),

    async summary(code: Pick<Code, "num" | "foldedBefore">, days: number) {
      await scansSettled();
      const { fromDay, toDay } = period(days);
      const rollup = await store.scans.rollup(code.num, fromDay, toDay, code.foldedBefore);
      const perDay = new Map(rollup.days.map(({ day, count }) => [day, count]));
      const timeline = eachDay(fromDay, days, (day) => ({ date: dateOfDay(day), scans: perDay.get(day) ?? 0 }));
      return {
        totalScans: timeline.reduce((sum, { scans }) => sum + scans, 0),
        uniqueCountries: rollup.country.filter(({ value }) => value !== "Unknown").length,
        uniqueCities: rollup.cities,
        byDevice: ranked(rollup.device).map(({ value, count }) => ({ device: value, count })),
        byBrowser: ranked(rollup.browser).map(({ value, count }) => ({ browser: value, count })),
        byOs: ranked(rollup.os).map(({ value, count }) => ({ os: value, count })),
        byCountry: ranked(rollup.country).map(({ value, count }) => ({ country: value, count })),
        timeline,
      };
    },

    /** Visits of the last UTC days. */
    traffic(codeNum: number, days: number) {
      const { fromDay, toDay } = period(days);
      return visits(codeNum, fromDay, toDay);
    },

    /** Visits of some UTC days. */
    async visits(codeNum: number, fromDay: number, toDay: number) {
      const { counted, missed } = await visits(codeNum, fromDay, toDay);
      return { counted, missed };
    },

    /** Newest first. The cursor is the id of the last scan on the previous page. With `choice` only some. */
    async scans(codeNum: number, limit: number, cursor?: string, choice?: ScanChoice) {
      await scansSettled();
      if (cursor !== undefined && !(isUuid(cursor) && (await store.scans.has(codeNum, cursor)))) {
        throw invalid([{ field: "cursor", message: "must be the id of a scan of this code" }]);
      }
      const found = await store.scans.page(codeNum, limit + 1, cursor, choice);
      const data = found.slice(0, limit);
      return { data, nextCursor: found.length > limit ? data.at(-1)!.id : null };
    },

    /** Every scan that exists now, newest first, in pages. With `choice` only some. */
    async *everyScan(codeNum: number, choice?: ScanChoice): AsyncGenerator<ScanRow[]> {
      await scansSettled();
      let last: ScanRow | undefined;
      for (;;) {
        const page = await store.scans.page(codeNum, PAGE, last?.id, choice);
        if (page.length > 0) yield page;
        if (page.length < PAGE) return;
        last = page.at(-1);
      }
    },

    /** Changes whenever the set of scans changes: new scans raise the count, and retention removes the oldest. */
    async scansState({ id, num, scanCount }: Pick<Code, "id" | "num" | "scanCount">) {
      const oldest = await store.scans.oldest(num);
      return `${id} ${scanCount} ${oldest}`;
    },

    /** When each code was last scanned, as far back as raw scans are kept. */
    async lastScans(codeNums: readonly number[]): Promise<Map<number, number>> {
      const found = await store.scans.last(codeNums);
      return new Map(found.map(({ codeNum, at }) => [codeNum, at]));
    },

    /** Scans per day for each code, oldest day first. */
    async sparklines(codeNums: readonly number[], days: number): Promise<Map<number, number[]>> {
      const { fromDay } = period(days);
      const lines = new Map(codeNums.map((num) => [num, new Array<number>(days).fill(0)]));
      for (const { codeNum, day, count } of await store.scans.daily(codeNums, fromDay)) {
        const line = lines.get(codeNum);
        if (line && day - fromDay < days) line[day - fromDay] = count;
      }
      return lines;
    },
  };
}

export const ranked = (rows: readonly Counted[]): Counted[] =>
  rows.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
