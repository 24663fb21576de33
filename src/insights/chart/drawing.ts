import { type Course, type Point, ticksOf } from "./points.ts";

/** How days and times are written; `utc…` formats a day as text. */
export interface DayWords {
  time: (at: number) => string;
  utcDay: (day: string) => string;
  utcDayOfYear: (day: string) => string;
  utcShortWeekday: (day: string) => string;
  utcMonth: (day: string) => string;
  utcMonthOfYear: (day: string) => string;
}

export interface AxisLabel {
  /** Of its point. */
  i: number;
  /** Null for today, which is not over. */
  text: string | null;
}

/** The labels below the timeline, about `most` of them. */
export function labelsOf({ interval }: Course, points: Point[], most: number, words: DayWords): AxisLabel[] {
  const last = points.length - 1;
  const isToday = interval === "day" && points[last]?.isRunning === true;
  const ticks = ticksOf(points, interval, most);
  // Not below the word Today.
  const nearest = points.length / most;
  const shown = isToday ? [...ticks.filter((i) => last - i >= nearest), last] : ticks;
  const years = new Set(points.map(({ day }) => day.slice(0, 4)));
  const textOf = ({ start, day }: Point, before: Point | undefined): string => {
    const isNewYear = years.size > 1 && before?.day.slice(0, 4) !== day.slice(0, 4);
    if (interval === "hour") {
      const time = words.time(Date.parse(start));
      return before?.day === day ? time : points[0]!.day === points[last]!.day ? time : words.utcDay(day);
    }
    if (interval === "month") return isNewYear ? words.utcMonthOfYear(day) : words.utcMonth(day);
    if (isNewYear) return words.utcDayOfYear(day);
    return interval === "day" && most > 4 ? words.utcShortWeekday(day) : words.utcDay(day);
  };
  return shown.map((i, at) => ({
    i,
    text: isToday && i === last ? null : textOf(points[i]!, points[shown[at - 1] ?? -1]),
  }));
}

/** More points are drawn as a line; hours are always bars. */
const MAX_BARS = 31;

export const isDrawnAsLine = (interval: Course["interval"], points: readonly Point[]): boolean =>
  interval !== "hour" && points.length > MAX_BARS;

/** The middle of a point, in per cent of the plot. */
export const middleOf = (i: number, points: readonly Point[]): number => (100 * (i + 0.5)) / points.length;

/** The lines of a series as x in per cent and the value: one for each stretch without gaps. */
export function linesOf(points: readonly Point[], of: "value" | "previous"): [x: number, value: number][][] {
  const parts: [number, number][][] = [[]];
  for (const [i, point] of points.entries()) {
    const value = point[of];
    // Today is not finished, so the line ends before it.
    if (value === null || (of === "value" && point.isRunning)) parts.push([]);
    else parts.at(-1)!.push([middleOf(i, points), value]);
  }
  return parts.filter((part) => part.length > 0);
}
