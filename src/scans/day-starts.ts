/** When the days of a time zone begin: by arithmetic, as a Temporal object for each of thousands takes long. */
import { DAY_MS } from "../shared/days.ts";

export type PlainDate = Temporal.PlainDate;

/** Days since 1970, as in UTC. */
export const numberOf = ({ year, month, day }: PlainDate): number => Date.UTC(year, month - 1, day) / DAY_MS;

export const nextMonday = (day: number): number => day + 7 - ((day + 3) % 7);

export function nextMonth(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS;
}

/** 29 February becomes 1 March, so that the days before and after it keep their own. */
export function yearBefore(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()) / DAY_MS;
}

/**
 * Of the days from `first` to `last` the first moment in ms: that of midnight, the earlier one if there are two, or that
 * of the change of the clock which skips it, or the day.
 */
export function dayStarts(first: number, last: number, zone: string): (day: number) => number {
  // No zone is two days from UTC.
  const end = (last + 2) * DAY_MS;
  const parts: { from: number; offset: number }[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    (first - 2) * DAY_MS,
  ).toZonedDateTimeISO(zone);
  while (at !== null && at.epochMilliseconds < end) {
    parts.push({ from: at.epochMilliseconds, offset: at.offsetNanoseconds / 1e6 });
    at = at.getTimeZoneTransition("next");
  }
  let i = 0;
  return (day) => {
    const midnight = day * DAY_MS;
    const startIn = (part: number) => Math.max(parts[part]!.from, midnight - parts[part]!.offset);
    const endOf = (part: number) => parts[part + 1]?.from ?? Number.POSITIVE_INFINITY;
    // Mostly asked in order: the days before are rare.
    while (i > 0 && startIn(i - 1) < endOf(i - 1)) i--;
    while (startIn(i) >= endOf(i)) i++;
    return startIn(i);
  };
}
