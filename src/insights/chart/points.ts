/** What the timeline draws: each hour, day, week or month with its value, the one before, and its days. */
import type { Interval } from "../../scans/periods.ts";
import { addDays, addMonths, dayIn, daysBetween, type Range, yearBefore } from "./period.ts";

/** What insights say about the course of time. */
export interface Course {
  from: string;
  to: string;
  timezone: string;
  interval: Interval;
  previous: { from: string; to: string; scans: number; visitors: number | null } | null;
  timeline: { start: string; scans: number; visitors: number | null; previousScans: number | null }[];
}

export type Series = "scans" | "visitors";

export interface Point {
  /** An hour's start; the first day of the others. */
  start: string;
  day: string;
  /** Null if it was not counted. */
  value: number | null;
  previous: number | null;
  /** Began, but is not over. */
  isRunning: boolean;
  /** The days it covers, to show them alone; null if it is all that is shown. */
  range: Range | null;
}

const HOUR_MS = 3_600_000;

function lastDayOf(day: string, interval: Interval): string {
  if (interval === "month") return addDays(addMonths(day, 1), -1);
  if (interval === "week") return addDays(day, 6 - ((new Date(day).getUTCDay() + 6) % 7));
  return day;
}

/** The points of a series, in order. */
export function pointsOf(insights: Course, series: Series, now: number): Point[] {
  const { from, to, timezone: zone, interval, timeline } = insights;
  const today = dayIn(zone, now);
  return timeline.map((bucket) => {
    const { start } = bucket;
    // Of an hour too, which is in the zone.
    const day = start.slice(0, 10);
    const last = lastDayOf(day, interval);
    const range = { from: day < from ? from : day, to: last > to ? to : last };
    const isOver = interval === "hour" ? Date.parse(start) + HOUR_MS <= now : last < today;
    return {
      start,
      day,
      value: bucket[series],
      previous: series === "scans" ? bucket.previousScans : null,
      isRunning: !isOver,
      range: range.from === from && range.to === to ? null : range,
    };
  });
}

/** The day that the first day of a point is compared with; null without a comparison. */
export function previousDay({ from, interval, previous }: Course, day: string): string | null {
  if (previous === null) return null;
  // By the calendar: a 29 February in between moves no day.
  if (previous.from === yearBefore(from)) return yearBefore(day);
  if (interval !== "month") return addDays(previous.from, daysBetween(from, day));
  const months = (text: string): number => 12 * Number(text.slice(0, 4)) + Number(text.slice(5, 7));
  const first = addMonths(previous.from, months(day) - months(from));
  return first < previous.from ? previous.from : first;
}

/** Leaves out comparisons with days before anything existed: nothing is known about them. */
export function sinceCreation<T extends Course>(insights: T, created: string): T {
  const { previous, timeline } = insights;
  if (previous === null || previous.from >= created) return insights;
  return {
    ...insights,
    previous: previous.to < created ? null : previous,
    timeline: timeline.map((bucket) => {
      const day = previousDay(insights, bucket.start.slice(0, 10));
      return day !== null && day < created ? { ...bucket, previousScans: null } : bucket;
    }),
  };
}

/** Leaves out comparisons after the last day: nobody could scan any more. */
export const upTo = <T extends Course>(insights: T, last: string | null): T =>
  last === null
    ? insights
    : {
        ...insights,
        timeline: insights.timeline.map((bucket) =>
          bucket.start.slice(0, 10) > last ? { ...bucket, previousScans: null } : bucket,
        ),
      };

/** Days and their counterparts that are over, for the scatter of a trend. */
export const pairsOf = (insights: Course, now: number): [number, number][] =>
  pointsOf(insights, "scans", now).flatMap(({ value, previous, isRunning }): [number, number][] =>
    isRunning || value === null || previous === null ? [] : [[value, previous]],
  );

const HOUR_STEPS = [1, 2, 3, 6, 12];
const isMonday = ({ day }: Point): boolean => new Date(day).getUTCDay() === 1;
/** Which points have a label: Mondays among many days, evenly otherwise; at most `most`. */
export function ticksOf(points: Point[], interval: Interval, most: number): number[] {
  const all = [...points.keys()];
  const byWeek = interval === "day" && points.length > Math.max(most, 8);
  const fitting = byWeek ? all.filter((i) => isMonday(points[i]!)) : all;
  // Hours from midnight on, days back from the last one.
  if (interval === "hour") {
    const step = HOUR_STEPS.find((hours) => points.length / hours <= most) ?? HOUR_STEPS.at(-1)!;
    return fitting.filter((i) => i % step === 0);
  }
  const step = Math.max(1, Math.ceil(fitting.length / most));
  return fitting.filter((_, i) => (fitting.length - 1 - i) % step === 0);
}
