import type { Code } from "../codes/code.ts";
import type {
  CodeChoice,
  InsightRequest,
  InsightRows,
  QuarterRun,
  Span,
  VisitFilter,
  ZonedSpan,
} from "../scans/filter.ts";
import { type PeriodChoice, resolvePeriod } from "../scans/periods.ts";
import type { CountedDay } from "../scans/visitor-days.ts";
import type { Clock } from "../shared/clock.ts";
import { QUARTER_MS, quarterOf } from "../shared/days.ts";
import { notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { isSameZone } from "../shared/zones.ts";
import type { Store } from "../store/store.ts";
import { ranked } from "./service.ts";
import { visitorsIn } from "./visitors.ts";

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
  /** How many codes to list. */
  codes?: number | undefined;
}

const USUAL_CODES = 10;

const MAX_CITIES = 1000;
const MAX_PLACEMENTS = 1000;

export type Insights = ReturnType<typeof createInsights>;

/** How often codes were scanned in a period, compared with another one. */
export function createInsights({ store, clock, scansSettled }: InsightsOptions) {
  /** The period in the workspace's zone, unless it names another. */
  async function periodOf(workspaceId: string, firstAt: number | null, { timezone, ...choice }: InsightQuery) {
    const workspace = await store.workspaces.find(workspaceId);
    if (!workspace) throw notFound();
    const period = resolvePeriod({ ...choice, timezone: timezone ?? workspace.zone }, clock.now(), firstAt);
    return { ...period, isOwnZone: isSameZone(period.timezone, workspace.zone) };
  }

  /** When a code was created, or its first scan if a placement brought earlier ones along. */
  async function beginOf({ num, createdAt }: Pick<Code, "num" | "createdAt">): Promise<number> {
    const first = await store.insights.firstScan(num);
    return first ?? createdAt;
  }

  async function report(
    workspaceId: string,
    codes: InsightRequest["codes"],
    firstAt: number | null,
    query: InsightQuery,
  ) {
    const period = await periodOf(workspaceId, firstAt, query);
    const { filter } = query;
    const { from, to, interval, span, buckets } = period;
    // Visitors are counted by day of the workspace's zone, whatever they used and wherever they were.
    const visitors = period.isOwnZone && Object.values(filter).every((values) => values === undefined);
    const rows = await store.insights.read({ codes, filter, span, previous: period.previous?.span ?? null, visitors });
    const previous = rows.isPreviousExact ? period.previous : null;
    const counts = spread(rows.quarters, span, buckets);
    const before = previous && spread(rows.previousQuarters, previous.span, previous.buckets);
    const visitorsOf = (days: readonly CountedDay[], within: ZonedSpan, spans: readonly Span[], scans: number[]) =>
      visitors ? visitorsIn(days, within, spans, scans) : spans.map(() => null);
    const inAll = visitorsOf(rows.visitors, span, [span], [counts.scans])[0];
    const perStep = interval === "hour" ? [] : visitorsOf(rows.visitors, span, buckets, counts.buckets);
    return {
      from,
      to,
      timezone: period.timezone,
      interval,
      scans: counts.scans,
      visitors: inAll?.exact ?? null,
      knownVisitors: inAll?.known ?? null,
      countries: rows.country.filter(({ value }) => value !== "Unknown").length,
      cities: rows.city.length,
      previous: previous && {
        from: previous.from,
        to: previous.to,
        scans: before!.scans,
        visitors: visitorsOf(rows.previousVisitors, previous.span, [previous.span], [before!.scans])[0]?.exact ?? null,
      },
      timeline: buckets.map(({ start }, i) => {
        const previousScans = before && before.buckets[i]!;
        return { start, scans: counts.buckets[i]!, visitors: perStep[i]?.exact ?? null, previousScans };
      }),
      byCountry: ranked(rows.country).map(({ value, count }) => ({ country: value, scans: count })),
      byCity: rankedCities(rows.city),
      byDevice: ranked(rows.device).map(({ value, count }) => ({ device: value, scans: count })),
      byBrowser: ranked(rows.browser).map(({ value, count }) => ({ browser: value, scans: count })),
      byOs: ranked(rows.os).map(({ value, count }) => ({ os: value, scans: count })),
      byPlacement: rankedPlacements(rows.placements).map(({ id, name, createdAt, count, previous: earlier }) => {
        const isCompared = previous !== null && dayAt(createdAt, period.timezone) <= previous.from;
        return { placement: id, name, scans: count, previousScans: isCompared ? earlier : null };
      }),
      byRule: ranked(rows.rules).map(({ value, count }) => ({ rule: value, scans: count })),
      byVariant: ranked(rows.variants).map(({ value, count }) => ({ variant: value, scans: count })),
      byHour: counts.hours,
      byCode: rows.codes
        .slice(0, query.codes ?? USUAL_CODES)
        .map(({ id, name, createdAt, count, previous: earlier }) => {
          // No comparison for a code younger than the earlier period.
          const isCompared = previous !== null && dayAt(createdAt, period.timezone) <= previous.from;
          return { id, name, scans: count, previousScans: isCompared ? earlier : null };
        }),
      exactFrom: rows.exactFrom === null ? null : dayFrom(rows.exactFrom, period.timezone),
    };
  }

  return {
    /** Which scans the insights of a code are about. */
    async scansOf(code: Pick<Code, "num" | "workspaceId" | "createdAt">, query: InsightQuery) {
      const { span, from, to } = await periodOf(code.workspaceId, await beginOf(code), query);
      return { span, filter: query.filter, from, to };
    },

    async ofCode(code: Pick<Code, "num" | "workspaceId" | "createdAt">, query: InsightQuery) {
      await scansSettled();
      const { byCode: _, ...found } = await report(
        code.workspaceId,
        { num: code.num, workspaceId: code.workspaceId },
        await beginOf(code),
        query,
      );
      return found;
    },

    /** Of all codes of a workspace, or of some. Throws not_found if it has not all of the codes that are named. */
    async ofWorkspace(choice: CodeChoice, query: InsightQuery) {
      await scansSettled();
      const ids = choice.ids && [...new Set(choice.ids)];
      if (ids && !(ids.every(isUuid) && (await store.insights.hasAll(choice.workspaceId, ids)))) throw notFound();
      const codes = { ...choice, ids };
      const firstAt = await store.turns.reports(choice.workspaceId, () => store.insights.firstCode(codes));
      return report(choice.workspaceId, codes, firstAt, query);
    },
  };
}

/** Scans in the span, in each bucket, and in each hour of the week from Monday 00:00 on. All are in order. */
function spread(runs: readonly QuarterRun[], { from, to, offsets }: ZonedSpan, buckets: readonly Span[]) {
  const found = { scans: 0, buckets: buckets.map(() => 0), hours: new Array<number>(168).fill(0) };
  const [first, end] = [quarterOf(from), Math.ceil(to / QUARTER_MS)];
  let bucket = 0;
  let offset = 0;
  for (const { from: start, counts } of runs) {
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i]!;
      const quarter = start + i;
      if (count === 0 || quarter < first || quarter >= end) continue;
      const at = quarter * QUARTER_MS;
      while (bucket < buckets.length && at >= buckets[bucket]!.to) bucket++;
      while (offset + 1 < offsets.length && quarter >= offsets[offset + 1]!.from) offset++;
      found.scans += count;
      if (bucket < buckets.length && at >= buckets[bucket]!.from) found.buckets[bucket]! += count;
      found.hours[hourOfWeek(quarter + offsets[offset]!.quarters)]! += count;
    }
  }
  return found;
}

/** The first of January 1970 was a Thursday. */
const hourOfWeek = (quarter: number): number => (Math.floor(quarter / 4) + 3 * 24) % 168;

const dayAt = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString();

/** The first day in the zone that begins at this moment or later. */
function dayFrom(ms: number, zone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const day = at.toPlainDate();
  return (at.startOfDay().equals(at) ? day : day.add({ days: 1 })).toString();
}

/** Blank copies have no name and come last. */
function rankedPlacements(placements: InsightRows["placements"]) {
  const nameOf = (name: string | null) => name ?? "\u{10ffff}";
  const isBefore = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return placements
    .toSorted((a, b) => b.count - a.count || isBefore(nameOf(a.name), nameOf(b.name)) || isBefore(a.id, b.id))
    .slice(0, MAX_PLACEMENTS);
}

function rankedCities(cities: InsightRows["city"]) {
  const isBefore = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return cities
    .toSorted((a, b) => b.count - a.count || isBefore(a.city, b.city) || isBefore(a.country, b.country))
    .slice(0, MAX_CITIES)
    .map(({ country, city, count }) => ({ country, city, scans: count }));
}
