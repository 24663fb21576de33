import { AsyncLocalStorage } from "node:async_hooks";
import type { Code } from "../codes/code.ts";
import type { ScanChoice } from "../scans/filter.ts";
import type { Counted, ScanRow } from "../scans/scan.ts";
import { confirmRights } from "../shared/audit.ts";
import { callerNow } from "../shared/caller.ts";
import type { Clock } from "../shared/clock.ts";
import { dateOfDay, dayOf, QUARTERS_PER_DAY, utcDays } from "../shared/days.ts";
import { invalid, TooBusy } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";

export interface AnalyticsOptions {
  store: Store;
  clock: Clock;
  /** Resolves when every scan acknowledged by this node is counted. */
  scansSettled: () => Promise<void>;
  /** Resolves when visits that are not counted as scans are stored, which are summed before they are journalled. */
  visitsSettled: () => Promise<void>;
}

/** Reasons why a visit was not counted as a scan. */
export const TRAFFIC_REASONS = ["head", "prefetch", "preview", "crawler", "paused", "expired", "early"] as const;

type UncountedSums = Record<(typeof TRAFFIC_REASONS)[number], number>;

const noneUncounted = (): UncountedSums =>
  Object.fromEntries(TRAFFIC_REASONS.map((reason) => [reason, 0])) as UncountedSums;

/** Scans per page when reading all of them. */
const PAGE = 2_000;
/** Downloads of scans at once, per person. */
const MAX_DOWNLOADS = 2;
/** Statements per page. A page is shorter when few of the scans that they look at pass the filter. */
const MAX_STEPS = 20;

type Named = Pick<Code, "num" | "workspaceId">;

const eachDay = <T>(fromDay: number, days: number, make: (day: number) => T): T[] =>
  Array.from({ length: days }, (_, i) => make(fromDay + i));

/** Statistics of single codes, and scans one by one, in pages. */
export function createAnalytics({ store, clock, scansSettled, visitsSettled }: AnalyticsOptions) {
  /** Whole UTC days ending today. Computed once per answer, because midnight may pass. */
  const period = (days: number) => {
    const toDay = dayOf(clock.now());
    return { fromDay: toDay - days + 1, toDay };
  };

  const inTurn = store.turns.reports;
  const downloads = new Map<string, number>();

  async function countsOf(num: number, fromDay: number, toDay: number): Promise<Map<number, number>> {
    const rows = await store.scans.daily([num], utcDays(fromDay, toDay));
    return new Map(rows.map(({ day, count }) => [day, count]));
  }

  return {
    /** Counts imported from other products, which are in none of our figures. */
    imported: (code: Pick<Code, "num">) => store.scans.imported(code.num),

    async summary({ num, workspaceId }: Named, days: number) {
      await scansSettled();
      const { fromDay, toDay } = period(days);
      const span = utcDays(fromDay, toDay);
      const codes = { num, workspaceId };
      const found = await store.insights.read({ codes, filter: {}, span, previous: null, visitors: false });
      const perDay = new Map<number, number>();
      for (const { from, counts } of found.quarters) {
        for (const [i, count] of counts.entries()) {
          const day = Math.floor((from + i) / QUARTERS_PER_DAY);
          if (count > 0) perDay.set(day, (perDay.get(day) ?? 0) + count);
        }
      }
      const timeline = eachDay(fromDay, days, (day) => ({ date: dateOfDay(day), scans: perDay.get(day) ?? 0 }));
      return {
        totalScans: timeline.reduce((sum, { scans }) => sum + scans, 0),
        uniqueCountries: found.country.filter(({ value }) => value !== "Unknown").length,
        uniqueCities: found.city.length,
        byDevice: ranked(found.device).map(({ value, count }) => ({ device: value, count })),
        byBrowser: ranked(found.browser).map(({ value, count }) => ({ browser: value, count })),
        byOs: ranked(found.os).map(({ value, count }) => ({ os: value, count })),
        byCountry: ranked(found.country).map(({ value, count }) => ({ country: value, count })),
        timeline,
      };
    },

    /** Counted and uncounted visits of the last UTC days, per day and in total. */
    async traffic({ num, workspaceId }: Named, days: number) {
      const { fromDay, toDay } = period(days);
      await visitsSettled();
      const [uncountedRows, counted] = await Promise.all([
        inTurn(workspaceId, () => store.scans.traffic(num, fromDay, toDay)),
        countsOf(num, fromDay, toDay),
      ]);
      const byDay = new Map<number, UncountedSums>();
      const sum = noneUncounted();
      for (const { day, reason, count } of uncountedRows) {
        const known = reason as keyof UncountedSums;
        const ofDay = byDay.get(day) ?? noneUncounted();
        ofDay[known] += count;
        sum[known] += count;
        byDay.set(day, ofDay);
      }
      const timeline = eachDay(fromDay, days, (day) => ({
        date: dateOfDay(day),
        counted: counted.get(day) ?? 0,
        missed: byDay.get(day) ?? noneUncounted(),
      }));
      return { counted: timeline.reduce((total, day) => total + day.counted, 0), missed: sum, timeline };
    },

    /** The sums of any UTC days. */
    async visits({ num, workspaceId }: Named, fromDay: number, toDay: number) {
      await visitsSettled();
      const [uncounted, perDay] = await Promise.all([
        inTurn(workspaceId, () => store.scans.uncountedOf(num, fromDay, toDay)),
        countsOf(num, fromDay, toDay),
      ]);
      const missed = noneUncounted();
      for (const { reason, count } of uncounted) missed[reason as keyof UncountedSums] = count;
      return { counted: perDay.values().reduce((sum, count) => sum + count, 0), missed };
    },

    /**
     * Newest first. The cursor is the id of the last scan on the previous page. With `choice` only some: then a page may
     * have fewer than there are, and the cursor is the last scan that was looked at. `isDamaged`: some may be missing.
     */
    async scans(code: Named, limit: number, cursor?: string, choice?: ScanChoice) {
      await scansSettled();
      // The cursor of a choice may be between two scans.
      const isKnown = async (id: string) => choice !== undefined || store.scans.mayHave(code.num, id);
      if (cursor !== undefined && !(isUuid(cursor) && (await isKnown(cursor)))) {
        throw invalid([{ field: "cursor", message: "must be the id of a scan of this code" }]);
      }
      const found: ScanRow[] = [];
      let isDamaged = false;
      let at: string | null | undefined = cursor;
      for (let step = 0; step < MAX_STEPS && at !== null && found.length <= limit; step++) {
        if (step > 0) await confirmRights();
        const page = await store.scans.pageFrom(code.num, limit + 1 - found.length, at, choice);
        found.push(...page.rows);
        isDamaged ||= page.isDamaged;
        at = page.stoppedAt;
      }
      const data = found.slice(0, limit);
      return { data, nextCursor: found.length > limit ? data.at(-1)!.id : (at ?? null), isDamaged };
    },

    /** Every scan that exists now, newest first, in pages. With `choice` only some. */
    everyScan(code: Named, choice?: ScanChoice): AsyncGenerator<ScanRow[]> {
      // The stream of an answer may ask for pages outside of its request.
      const asCaller = AsyncLocalStorage.snapshot();
      async function* pages() {
        await scansSettled();
        for (let at: string | null | undefined; at !== null; ) {
          const { rows, stoppedAt } = await asCaller(store.scans.pageFrom, code.num, PAGE, at ?? undefined, choice);
          // Also an empty page: the reader may have left, or lost the right to the next one.
          yield rows;
          at = stoppedAt;
        }
      }
      return pages();
    },

    /** Call before a download of scans; the result is to be called at its end. */
    beginDownload(workspaceId: string): () => void {
      const { person } = callerNow(workspaceId);
      const running = downloads.get(person) ?? 0;
      if (running >= MAX_DOWNLOADS) {
        throw new TooBusy(`${MAX_DOWNLOADS} downloads of scans are running. Try again when one of them has finished.`);
      }
      downloads.set(person, running + 1);
      return () => {
        const left = downloads.get(person)! - 1;
        if (left > 0) downloads.set(person, left);
        else downloads.delete(person);
      };
    },

    /** Changes whenever the set of scans changes: new scans raise the count. */
    async scansState({ id, num, scanCount }: Pick<Code, "id" | "num" | "scanCount">) {
      return `${id} ${scanCount} ${await store.scans.changes(num)}`;
    },

    /** When each code was last scanned. */
    async lastScans(workspaceId: string, codeNums: readonly number[]): Promise<Map<number, number>> {
      const found = await store.turns.lists(workspaceId, () => store.scans.last(codeNums));
      return new Map(found.map(({ codeNum, at }) => [codeNum, at]));
    },
  };
}

export const ranked = (rows: readonly Counted[]): Counted[] =>
  rows.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
