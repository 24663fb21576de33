/**
 * The period of a report, from its parameters to exact moments. Days and hours are those of a time zone: a day has 23 to
 * 25 hours where the clock changes, and a few days or hours do not exist at all.
 */
import { DAY_MS, dateOfDay, QUARTER_MS } from "../shared/days.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { isZone } from "../shared/zones.ts";
import { dayStarts, nextMonday, nextMonth, numberOf, type PlainDate, yearBefore } from "./day-starts.ts";
import type { Span, ZonedSpan } from "./filter.ts";

export const PERIODS = ["today", "yesterday", "7d", "28d", "30d", "90d", "12mo", "month", "year", "all"] as const;
export const INTERVALS = ["hour", "day", "week", "month"] as const;
export const COMPARISONS = ["previous", "year", "none"] as const;

export type Interval = (typeof INTERVALS)[number];
type Comparison = (typeof COMPARISONS)[number];

export interface PeriodChoice {
  period?: (typeof PERIODS)[number] | undefined;
  /** First and last day, YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
  timezone: string;
  interval?: Interval | undefined;
  compare: Comparison;
}

export interface Bucket extends Span {
  /** A day, or an hour with its offset from UTC. */
  start: string;
}

export interface Period {
  from: string;
  to: string;
  timezone: string;
  interval: Interval;
  span: ZonedSpan;
  /** In order, without gaps, from the first code on. */
  buckets: Bucket[];
  /** The period it is compared with; `buckets` are those of the same places, some of them empty. */
  previous: { from: string; to: string; span: ZonedSpan; buckets: Span[] } | null;
}

/** No scan is older. Since 1972 every offset is a multiple of a quarter of an hour. */
export const FIRST_DAY = "2000-01-01";
const EARLIEST = Temporal.PlainDate.from(FIRST_DAY);
const MAX_DAYS_BY_HOUR = 31;
const MAX_DAYS_BY_DAY = 1830;

const refuse = (...problems: FieldProblem[]) => invalid(problems);

const startOf = (date: PlainDate, zone: string): number => date.toZonedDateTime(zone).epochMilliseconds;
const daysBetween = (from: PlainDate, to: PlainDate): number => from.until(to).days;
const isAfter = (one: PlainDate, other: PlainDate): boolean => Temporal.PlainDate.compare(one, other) > 0;
const earlier = (one: PlainDate, other: PlainDate): PlainDate => (isAfter(one, other) ? other : one);
const later = (one: PlainDate, other: PlainDate): PlainDate => (isAfter(one, other) ? one : other);

/** `firstAt`: when the first code was created; null if there is none. */
export function resolvePeriod(choice: PeriodChoice, now: number, firstAt: number | null): Period {
  if (!isZone(choice.timezone)) {
    throw refuse({ field: "timezone", message: "must be an IANA time zone such as Europe/Berlin" });
  }
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(choice.timezone);
  const { timeZoneId: zone } = local;
  const today = local.toPlainDate();
  const firstDay = dayAt(Math.min(firstAt ?? now, now), zone);
  const { from, to } = daysOf(choice, today, firstDay);
  const interval = intervalOf(choice.interval, from, to);
  const end = startOf(to.add({ days: 1 }), zone);
  const begin = earlier(later(from, firstDay), to);
  const starts = (interval === "hour" ? hoursOf : datesOf)(begin, to, interval, local);
  const buckets = starts
    .map((start, i) => ({ ...start, to: starts[i + 1]?.from ?? end }))
    .filter((bucket) => bucket.to > bucket.from && firstAt !== null && bucket.to > firstAt);
  const span = { from: startOf(from, zone), to: end };
  const period = { from: from.toString(), to: to.toString(), timezone: zone, interval };
  const previous = previousOf({ choice, from, to, buckets }, local);
  return { ...period, span: zoned(span, zone), buckets, previous };
}

const dayAt = (ms: number, zone: string): PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();

function daysOf({ period, from, to }: PeriodChoice, today: PlainDate, firstDay: PlainDate) {
  if (from === undefined && to === undefined)
    return { from: startOfPeriod(period, today, firstDay), to: endOf(period, today) };
  if (period !== undefined) throw refuse({ field: "period", message: "must be left out if from and to are given" });
  if (from === undefined) throw refuse({ field: "from", message: "is required with to" });
  const first = readDay("from", from);
  const last = to === undefined ? today : readDay("to", to);
  if (isAfter(first, today)) throw refuse({ field: "from", message: `must not be after today, ${today}` });
  if (isAfter(first, last)) throw refuse({ field: "from", message: "must not be after to" });
  if (isAfter(EARLIEST, first)) throw refuse({ field: "from", message: `must be ${EARLIEST} or later` });
  return { from: first, to: earlier(last, today) };
}

function readDay(field: string, text: string): PlainDate {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return Temporal.PlainDate.from(text);
  } catch {
    // Such as 30 February.
  }
  throw refuse({ field, message: "must be a day as YYYY-MM-DD" });
}

function startOfPeriod(period: PeriodChoice["period"] = "28d", today: PlainDate, firstDay: PlainDate): PlainDate {
  switch (period) {
    case "today":
      return today;
    case "yesterday":
      return today.subtract({ days: 1 });
    case "12mo":
      return today.subtract({ months: 12 }).add({ days: 1 });
    case "month":
      return today.with({ day: 1 });
    case "year":
      return today.with({ month: 1, day: 1 });
    case "all":
      return later(firstDay, EARLIEST);
    default:
      return today.subtract({ days: Number.parseInt(period, 10) - 1 });
  }
}

const endOf = (period: PeriodChoice["period"], today: PlainDate): PlainDate =>
  period === "yesterday" ? today.subtract({ days: 1 }) : today;

/** Hours up to 2 days, days up to 92, weeks up to 2 years, then months. */
function intervalOf(wanted: Interval | undefined, from: PlainDate, to: PlainDate): Interval {
  const days = daysBetween(from, to) + 1;
  if (wanted === "hour" && days > MAX_DAYS_BY_HOUR) {
    throw refuse({ field: "interval", message: `must be day, week or month for more than ${MAX_DAYS_BY_HOUR} days` });
  }
  if (wanted === "day" && days > MAX_DAYS_BY_DAY) {
    throw refuse({ field: "interval", message: `must be week or month for more than ${MAX_DAYS_BY_DAY} days` });
  }
  if (wanted !== undefined) return wanted;
  if (days <= 2) return "hour";
  if (days <= 92) return "day";
  return isAfter(from.add({ years: 2 }), to) ? "week" : "month";
}

interface Start {
  start: string;
  from: number;
}

/** The first of `from`, of each Monday or of each month. */
function datesOf(from: PlainDate, to: PlainDate, interval: Interval, { timeZoneId }: Temporal.ZonedDateTime): Start[] {
  const starts: Start[] = [];
  const [first, last] = [numberOf(from), numberOf(to)];
  const startAt = dayStarts(first, last, timeZoneId);
  const next = { day: (day: number) => day + 1, week: nextMonday, month: nextMonth }[interval as "day"];
  for (let day = first; day <= last; day = next(day)) starts.push({ start: dateOfDay(day), from: startAt(day) });
  return starts;
}

/**
 * Up to the current hour. Where the clock changes, an hour may be missing, come twice, or last 30 or 90 minutes.
 */
function hoursOf(from: PlainDate, to: PlainDate, _: Interval, now: Temporal.ZonedDateTime): Start[] {
  const end = Math.min(startOf(to.add({ days: 1 }), now.timeZoneId), now.epochMilliseconds + 1);
  const starts: Start[] = [];
  for (let at = from.toZonedDateTime(now.timeZoneId); at.epochMilliseconds < end; at = nextHour(at)) {
    starts.push({ start: at.toString({ timeZoneName: "never" }), from: at.epochMilliseconds });
  }
  return starts;
}

function nextHour(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const next = at.add({ hours: 1 });
  if (next.minute === 0 && next.offsetNanoseconds === at.offsetNanoseconds) return next;
  let quarter = at.add({ minutes: 15 });
  while (quarter.minute !== 0 && quarter.hour === at.hour) quarter = quarter.add({ minutes: 15 });
  return quarter;
}

interface Compared {
  choice: PeriodChoice;
  from: PlainDate;
  to: PlainDate;
  buckets: readonly Bucket[];
}

/** The earlier period: the same days and times of day, a number of days or a year before. A running day is compared up to this time. */
function previousOf({ choice, from, to, buckets }: Compared, now: Temporal.ZonedDateTime): Period["previous"] {
  const { compare, period } = choice;
  // There is nothing before the first code.
  if (compare === "none" || period === "all") return null;
  const { timeZoneId: zone } = now;
  const days = daysBetween(from, to) + 1;
  const dayBefore = (day: number): number => (compare === "year" ? yearBefore(day) : day - days);
  const before = (date: PlainDate): PlainDate => Temporal.PlainDate.from(dateOfDay(dayBefore(numberOf(date))));
  const momentBefore = (at: Temporal.ZonedDateTime): number => {
    const date = before(at.toPlainDate());
    // 29 February does not exist a year before: it has no part of the next day.
    if (compare === "year" && date.day !== at.day) return startOf(date, zone);
    return date.toZonedDateTime({ timeZone: zone, plainTime: at.toPlainTime() }).epochMilliseconds;
  };
  const atMs = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const isRunning = to.equals(now.toPlainDate());
  const start = startOf(before(from), zone);
  const whole = startOf(before(to.add({ days: 1 })), zone);
  const end = isRunning ? Math.min(momentBefore(now), whole) : whole;
  const span = { from: start, to: Math.max(start, end) };
  const begin = startOf(from, zone);
  const startAt = dayStarts(dayBefore(numberOf(from)), numberOf(to), zone);
  // A day that begins after a gap at midnight still corresponds to the whole day before.
  const placeOf = ({ start, from }: Bucket): number => {
    if (from === begin) return span.from;
    return start.length === "YYYY-MM-DD".length
      ? startAt(dayBefore(Date.parse(start) / DAY_MS))
      : momentBefore(atMs(from));
  };
  let least = span.from;
  const edges = buckets.map((bucket) => {
    least = Math.min(Math.max(least, placeOf(bucket)), span.to);
    return least;
  });
  const shifted = edges.map((edge, i) => ({ from: edge, to: edges[i + 1] ?? span.to }));
  const last = later(before(to.add({ days: 1 })).subtract({ days: 1 }), before(from));
  return { from: before(from).toString(), to: last.toString(), span: zoned(span, zone), buckets: shifted };
}

function zoned(span: Span, zone: string): ZonedSpan {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(span.from).toZonedDateTimeISO(zone);
  const offsets: ZonedSpan["offsets"] = [];
  while (at !== null && at.epochMilliseconds < Math.max(span.to, span.from + 1)) {
    const from = Math.floor(at.epochMilliseconds / QUARTER_MS);
    offsets.push({ from, quarters: at.offsetNanoseconds / 1e6 / QUARTER_MS });
    at = at.getTimeZoneTransition("next");
  }
  return { ...span, offsets };
}
