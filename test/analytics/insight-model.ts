/** Insights added up scan by scan with Temporal, in the simplest way. */
import type { InsightQuery } from "../../src/insights/insights.ts";

export interface ModelScan {
  at: number;
  /** Number of its code. */
  code: number;
  agent: readonly [device: string, browser: string, os: string];
  place: readonly [country: string, city: string | null, lat: number | null, long: number | null];
  /** The id of its placement. */
  placement: string | null;
}

type Query = Omit<InsightQuery, "timezone"> & { timezone: string };

const localAt = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
const before = (one: Temporal.PlainDate, other: Temporal.PlainDate) => Temporal.PlainDate.compare(one, other) < 0;

function daysOf({ period = "28d", from, to }: Query, today: Temporal.PlainDate, first: Temporal.PlainDate) {
  if (from !== undefined) {
    const last = to === undefined ? today : Temporal.PlainDate.from(to);
    return { from: Temporal.PlainDate.from(from), to: before(today, last) ? today : last };
  }
  const yesterday = today.subtract({ days: 1 });
  if (period === "yesterday") return { from: yesterday, to: yesterday };
  const starts = {
    today,
    "7d": today.subtract({ days: 6 }),
    "28d": today.subtract({ days: 27 }),
    "30d": today.subtract({ days: 29 }),
    "90d": today.subtract({ days: 89 }),
    "12mo": today.subtract({ years: 1 }).add({ days: 1 }),
    month: today.with({ day: 1 }),
    year: today.with({ day: 1, month: 1 }),
    all: first,
  };
  return { from: starts[period], to: today };
}

function intervalOf({ interval }: Query, from: Temporal.PlainDate, to: Temporal.PlainDate) {
  const days = from.until(to).days + 1;
  return interval ?? (days <= 2 ? "hour" : days <= 92 ? "day" : before(to, from.add({ years: 2 })) ? "week" : "month");
}

/** The first moment of the hour with the same name and offset; of a shortened or prolonged hour where it begins. */
function hourOf(at: Temporal.ZonedDateTime): string {
  let start = at.with({ minute: Math.floor(at.minute / 15) * 15, second: 0, millisecond: 0 });
  for (;;) {
    const earlier = start.subtract({ minutes: 15 });
    if (start.minute === 0 || earlier.hour !== start.hour) return start.toString({ timeZoneName: "never" });
    start = earlier;
  }
}

function stepOf(at: Temporal.ZonedDateTime, interval: string, least: Temporal.PlainDate): string {
  if (interval === "hour") return hourOf(at);
  const date = at.toPlainDate();
  const step =
    interval === "day"
      ? date
      : interval === "week"
        ? date.subtract({ days: date.dayOfWeek - 1 })
        : date.with({ day: 1 });
  return (before(step, least) ? least : step).toString();
}

const matches = (values: readonly string[] | undefined, value: string | null) =>
  values === undefined || (value !== null && values.includes(value));

function isMatch({ at, agent, place, placement }: ModelScan, { filter, timezone }: Query): boolean {
  const { country, city, device, browser, os, hour } = filter;
  const wanted = [device, browser, os, country, city, filter.placement, hour?.map(String)];
  const hourOfScan = String(hourOfWeek(localAt(at, timezone)));
  return [...agent, place[0], place[1], placement ?? "none", hourOfScan].every((value, i) => matches(wanted[i], value));
}

const hourOfWeek = ({ dayOfWeek, hour }: Temporal.ZonedDateTime) => (dayOfWeek - 1) * 24 + hour;

/** A wall-clock time on another date: of two such times the later, and of none the time before the gap. */
function onDate(date: Temporal.PlainDate, at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const wall = date.toPlainDateTime(at.toPlainTime());
  const [one, other] = (["earlier", "later"] as const).map((disambiguation) =>
    wall.toZonedDateTime(at.timeZoneId, { disambiguation }),
  );
  return one!.toPlainDateTime().equals(wall) ? other! : one!;
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** By name of the field and value; every list in no order. */
export function modelOf(all: readonly ModelScan[], query: Query, now: number, firstAt: number) {
  const { timezone: zone, compare, period } = query;
  const current = localAt(now, zone);
  const today = current.toPlainDate();
  const { from, to } = daysOf(query, today, localAt(firstAt, zone).toPlainDate());
  const interval = intervalOf(query, from, to);
  const days = from.until(to).days + 1;
  const firstDay = localAt(firstAt, zone).toPlainDate();
  const least = before(from, firstDay) ? firstDay : from;
  const scans = all.filter((scan) => isMatch(scan, query));

  const steps = new Map<string, number>();
  const values = new Map<string, number>();
  const codes = new Map<string, number>();
  const hours = new Array<number>(168).fill(0);
  const dateAt = (at: Temporal.ZonedDateTime) => at.toPlainDate();
  for (const { at, agent, place, placement, code } of scans) {
    const local = localAt(at, zone);
    if (before(dateAt(local), from) || before(to, dateAt(local))) continue;
    // The clock of another node may be ahead: its scans go with the last step.
    add(steps, stepOf(at > now ? current : local, interval, least));
    add(codes, String(code));
    hours[hourOfWeek(local)]! += 1;
    for (const [i, name] of ["device", "browser", "os"].entries()) add(values, `${name} ${agent[i]}`);
    if (placement !== null) add(values, `placement ${placement}`);
    add(values, `country ${place[0]}`);
    if (place[1] !== null) add(values, `city ${place[0]} ${place[1]}`);
  }

  const previousSteps = new Map<string, number>();
  const previousCodes = new Map<string, number>();
  let previousScans = 0;
  const later = (date: Temporal.PlainDate) => (compare === "year" ? date.add({ years: 1 }) : date.add({ days }));
  for (const { at, code } of scans) {
    if (compare === "none" || period === "all") break;
    const local = localAt(at, zone);
    // 29 February goes with the day before it.
    const then = later(dateAt(local));
    if (before(then, from) || before(to, then)) continue;
    if (then.equals(today)) {
      const cut = dateAt(local).toZonedDateTime({ timeZone: zone, plainTime: current.toPlainTime() });
      if (at >= cut.epochMilliseconds) continue;
    }
    previousScans++;
    add(previousCodes, String(code));
    // By the hour, with the last one.
    const isLeap = compare === "year" && then.day !== local.day;
    const there = onDate(then, isLeap ? local.with({ hour: 23 }) : local);
    // Midnight may be missing on the first day: what it is compared with goes with the first step.
    const first = from.toZonedDateTime(zone);
    add(previousSteps, stepOf(Temporal.ZonedDateTime.compare(there, first) < 0 ? first : there, interval, least));
  }
  return {
    from: from.toString(),
    to: to.toString(),
    interval,
    scans: total(steps),
    previousScans,
    steps,
    previousSteps,
    hours,
    values,
    codes,
    previousCodes,
    isCompared: compare !== "none" && period !== "all",
  };
}
