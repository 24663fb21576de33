import type { Code } from "../codes/code.ts";
import { chartOf } from "../scans/chart-days.ts";
import type { ComparedSpans } from "../scans/filter.ts";
import { FIRST_DAY, type PeriodChoice, resolvePeriod } from "../scans/periods.ts";
import type { Clock } from "../shared/clock.ts";
import { DAY_MS, dateOfDay } from "../shared/days.ts";
import type { Store } from "../store/store.ts";

/** A chart of fewer days says nothing, so it begins earlier. */
const FEWEST_DAYS = 7;
const USUAL_DAYS = 30;

export type CountedPeriod = Omit<PeriodChoice, "timezone" | "interval" | "compare"> &
  Partial<Pick<PeriodChoice, "compare">>;

interface ResolvedPeriod {
  /** Null: all scans of a code, which are not compared. */
  spans: ComparedSpans | null;
  chart: ReturnType<typeof chartOf>;
}

export interface Figures {
  /** Null if a part of them cannot be read. */
  scans: number | null;
  /** Null if nothing is compared, or the code is younger than the period before. */
  previousScans: number | null;
  sparkline: number[];
}

/** The scans of single codes in a period, as insights count them. */
export function createListFigures({ store, clock }: { store: Store; clock: Clock }) {
  return {
    async periodOf(workspaceId: string, { compare = "previous", ...choice }: CountedPeriod): Promise<ResolvedPeriod> {
      const timezone = (await store.workspaces.find(workspaceId))?.zone ?? "UTC";
      const now = clock.now();
      const resolve = (some: Omit<PeriodChoice, "timezone">) => resolvePeriod({ ...some, timezone }, now, null);
      const isAll = choice.from === undefined && choice.to === undefined && (choice.period ?? "all") === "all";
      if (isAll) return { spans: null, chart: chartOf(resolve({ period: "30d", compare: "none" })) };
      const period = resolve({ ...choice, compare });
      const { span, previous } = period;
      const days = (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1;
      const usual = dateOfDay(Date.parse(period.to) / DAY_MS - USUAL_DAYS + 1);
      const from = usual < FIRST_DAY ? FIRST_DAY : usual;
      return {
        spans: {
          span,
          previous: previous?.span ?? null,
          comparedBefore: previous ? dayAfter(previous.from, timezone) : 0,
        },
        chart: chartOf(days >= FEWEST_DAYS ? period : resolve({ from, to: period.to, compare: "none" })),
      };
    },

    /** Those of codes whose scans cannot be read are null, so that lists work. */
    async read(codes: readonly Code[], { spans, chart }: ResolvedPeriod) {
      const nums = codes.map(({ num }) => num);
      const wanted = spans ? [spans.span, ...(spans.previous ? [spans.previous] : [])] : [];
      const [days, { of, damaged }] = await Promise.all([
        store.scans.daily(nums, chart.span, true),
        store.scans.counts(nums, wanted),
      ]);
      const ofCode = Map.groupBy(days, ({ codeNum }) => codeNum);
      const [now, before] = of;
      const isCompared = ({ num, createdAt }: Code) =>
        before?.isExact && createdAt < spans!.comparedBefore && !damaged.has(num);
      return {
        chart: { from: chart.from, to: chart.to },
        of: (code: Code): Figures => ({
          scans: now === undefined ? code.scanCount : damaged.has(code.num) ? null : (now.counts.get(code.num) ?? 0),
          previousScans: isCompared(code) ? (before!.counts.get(code.num) ?? 0) : null,
          sparkline: chart.lineOf(ofCode.get(code.num)),
        }),
      };
    },
  };
}

const dayAfter = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
