/** Periods and days. Days are text: 2026-11-16. Also used by the dashboard. */

export const PRESETS = ["today", "yesterday", "7d", "28d", "30d", "90d", "month", "year", "12mo", "all"] as const;
export type Preset = (typeof PRESETS)[number];

/** Both days inclusive. */
export interface Range {
  from: string;
  to: string;
}
export type Period = Preset | Range;

const DAY_MS = 86_400_000;

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOfMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayOfMs(msOf(day) + days * DAY_MS);
/** From the first day to the second. */
export const daysBetween = (from: string, to: string): number => Math.round((msOf(to) - msOf(from)) / DAY_MS);
const lengthOf = ({ from, to }: Range): number => daysBetween(from, to) + 1;
export const addMonths = (month: string, count: number): string => {
  const [year, at] = month.split("-").map(Number) as [number, number];
  return dayOfMs(Date.UTC(year, at - 1 + count, 1));
};
/** 29 February becomes 1 March, as on the server. */
export const yearBefore = (day: string): string => {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return dayOfMs(Date.UTC(year - 1, month - 1, date));
};
const lastOfMonth = (day: string): string => addDays(addMonths(day, 1), -1);

export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(msOf(text)) && dayOfMs(msOf(text)) === text;

const partsIn = new Map<string, Intl.DateTimeFormat>();
/** The day at a moment in a time zone. */
export function dayIn(zone: string, at: number): string {
  let format = partsIn.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
    partsIn.set(zone, format);
  }
  return format.format(at);
}

/** The days of a period, as the server counts them; null for all time. */
export function daysOf(period: Period, today: string): Range | null {
  if (typeof period !== "string") return period;
  const yearBefore = addMonths(today, -12);
  const sameDay = `${yearBefore.slice(0, 8)}${today.slice(8)}`;
  const first: Record<Preset, string | null> = {
    today,
    yesterday: addDays(today, -1),
    "7d": addDays(today, -6),
    "28d": addDays(today, -27),
    "30d": addDays(today, -29),
    "90d": addDays(today, -89),
    month: addMonths(today, 0),
    year: `${today.slice(0, 4)}-01-01`,
    "12mo": addDays(isDay(sameDay) ? sameDay : lastOfMonth(yearBefore), 1),
    all: null,
  };
  const from = first[period];
  return from === null ? null : { from, to: period === "yesterday" ? from : today };
}

/** The preset with the same days, so that the arrows lead back to it. */
function presetOf(range: Range, today: string): Period {
  const { from, to } = range;
  if (from === to && from === addDays(today, -1)) return "yesterday";
  if (to !== today) return range;
  if (from === to) return "today";
  const days = PRESETS.find((preset) => preset === `${lengthOf(range)}d`);
  if (days) return days;
  if (from === addMonths(today, 0)) return "month";
  return from === `${today.slice(0, 4)}-01-01` ? "year" : range;
}

/** The step of the arrows. Ranges that are a month or a year move by one. */
function stepOf(period: Period, { from, to }: Range): "days" | "month" | "year" {
  if (typeof period === "string") return period === "month" || period === "year" ? period : "days";
  if (from.endsWith("-01-01") && to === `${from.slice(0, 4)}-12-31`) return "year";
  return from.endsWith("-01") && to === lastOfMonth(from) ? "month" : "days";
}

/** The period before or after; null if there is none. */
export function shifted(period: Period, by: -1 | 1, today: string): Period | null {
  const range = daysOf(period, today);
  if (range === null || (by === 1 && range.to >= today)) return null;
  const step = stepOf(period, range);
  if (step === "days") {
    const length = lengthOf(range);
    const to = addDays(range.to, by * length);
    const end = to > today ? today : to;
    return presetOf({ from: addDays(end, 1 - length), to: end }, today);
  }
  const months = step === "year" ? 12 : 1;
  const from = addMonths(range.from, by * months);
  const to = addDays(addMonths(from, months), -1);
  return presetOf({ from, to: to > today ? today : to }, today);
}

/** As many days after a change as before it, up to four weeks: the comparison with the period before shows its effect. */
export function sinceChange(day: string, today: string): Period {
  const end = addDays(day, 27);
  return presetOf({ from: day, to: end < today ? end : today }, today);
}
