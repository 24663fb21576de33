import type { Clock } from "../shared/clock.ts";
import { QUARTER_MS } from "../shared/days.ts";
import { notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Code } from "../store/code-store.ts";
import type { CodeChoice, InsightRequest, Span, TimedCount, VisitFilter } from "../store/insight-store.ts";
import type { Store } from "../store/store.ts";
import { type PeriodChoice, resolvePeriod } from "./periods.ts";
import { ranked } from "./service.ts";

export interface InsightsOptions {
  store: Store;
  clock: Clock;
  /** Resolves when every scan acknowledged by this node is counted. */
  scansSettled: () => Promise<void>;
}

/** What to report; without a zone in that of the workspace. */
export interface InsightQuery extends Omit<PeriodChoice, "timezone"> {
  timezone?: string | undefined;
  filter: VisitFilter;
}

export type Insights = ReturnType<typeof createInsights>;

/** How often codes were scanned in a period, compared with another one. */
export function createInsights({ store, clock, scansSettled }: InsightsOptions) {
  /** The period in the workspace's zone, unless it names another. */
  async function periodOf(workspaceId: string, firstAt: number | null, { timezone, ...choice }: InsightQuery) {
    const workspace = await store.workspaces.find(workspaceId);
    if (!workspace) throw notFound();
    return resolvePeriod({ ...choice, timezone: timezone ?? workspace.zone }, clock.now(), firstAt);
  }

  async function report(
    workspaceId: string,
    codes: InsightRequest["codes"],
    firstAt: number | null,
    query: InsightQuery,
  ) {
    const period = await periodOf(workspaceId, firstAt, query);
    const { filter } = query;
    const { from, to, interval, span, previous, buckets } = period;
    const byQuarter = interval === "hour";
    const rows = await store.insights.read({ codes, filter, span, previous: previous?.span ?? null, byQuarter });
    const counts = sumsOf(rows.times, buckets);
    const before = previous && sumsOf(rows.previousTimes, previous.buckets);
    return {
      from,
      to,
      timezone: period.timezone,
      interval,
      scans: total(rows.times),
      visitors: null,
      countries: rows.country.filter(({ value }) => value !== "Unknown").length,
      cities: rows.cities,
      previous: previous && {
        from: previous.from,
        to: previous.to,
        scans: total(rows.previousTimes),
        visitors: null,
      },
      timeline: buckets.map(({ start }, i) => {
        return { start, scans: counts[i]!, visitors: null, previousScans: before && before[i]! };
      }),
      byCountry: ranked(rows.country).map(({ value, count }) => ({ country: value, scans: count })),
      byCity: rows.city.map(({ country, city, count }) => ({ country, city, scans: count })),
      byDevice: ranked(rows.device).map(({ value, count }) => ({ device: value, scans: count })),
      byBrowser: ranked(rows.browser).map(({ value, count }) => ({ browser: value, scans: count })),
      byOs: ranked(rows.os).map(({ value, count }) => ({ os: value, scans: count })),
      byPlacement: [],
      byRule: [],
      byVariant: [],
      byHour: weekOf(rows.hours),
      byCode: rows.codes.map(({ id, name, count, previous: earlier }) => {
        return { id, name, scans: count, previousScans: previous && earlier };
      }),
      exactFrom: null,
    };
  }

  return {
    /** Which scans the insights of a code are about. */
    async scansOf(code: Pick<Code, "workspaceId" | "createdAt">, query: InsightQuery) {
      const { span } = await periodOf(code.workspaceId, code.createdAt, query);
      return { span, filter: query.filter };
    },

    async ofCode(code: Pick<Code, "num" | "workspaceId" | "createdAt">, query: InsightQuery) {
      await scansSettled();
      const { byCode: _, ...found } = await report(code.workspaceId, { num: code.num }, code.createdAt, query);
      return found;
    },

    /** Of all codes of a workspace, or of some. Throws not_found if it has not all of the codes that are named. */
    async ofWorkspace(choice: CodeChoice, query: InsightQuery) {
      await scansSettled();
      const ids = choice.ids && [...new Set(choice.ids)];
      if (ids && !(ids.every(isUuid) && (await store.insights.hasAll(choice.workspaceId, ids)))) throw notFound();
      const codes = { ...choice, ids };
      return report(choice.workspaceId, codes, await store.insights.firstCode(codes), query);
    },
  };
}

const total = (rows: readonly TimedCount[]): number => rows.reduce((sum, { count }) => sum + count, 0);

/** The sum of each bucket. Both are in order. */
function sumsOf(rows: readonly TimedCount[], buckets: readonly Span[]): number[] {
  const sums = buckets.map(() => 0);
  let i = 0;
  for (const { quarter, count } of rows) {
    const at = quarter * QUARTER_MS;
    while (i < buckets.length && at >= buckets[i]!.to) i++;
    if (i < buckets.length && at >= buckets[i]!.from) sums[i]! += count;
  }
  return sums;
}

function weekOf(hours: readonly { hour: number; count: number }[]): number[] {
  const week = new Array<number>(168).fill(0);
  for (const { hour, count } of hours) week[hour]! += count;
  return week;
}
