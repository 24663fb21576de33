/** Weekdays and times of day in time zones, by arithmetic: Temporal is asked once for each offset of a zone. */
import { DAY_MS } from "../shared/days.ts";

const MINUTE_MS = 60_000;

export interface LocalTime {
  /** From 1, Monday, to 7, Sunday. */
  weekday: number;
  /** Since midnight by the clock on the wall. */
  minute: number;
}

/** A time in which a zone keeps one offset. */
interface Stretch {
  from: number;
  until: number;
  offset: number;
}

/** Zones come from stored rules, which name a few of some 600. */
const stretches = new Map<string, Stretch>();

/** The stretch around `at`. */
export function stretchOf(zone: string, at: number): Stretch {
  const known = stretches.get(zone);
  if (known && at >= known.from && at < known.until) return known;
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  // "previous" is the one before a moment, which may be this very moment.
  const from = time.add({ nanoseconds: 1 }).getTimeZoneTransition("previous")?.epochMilliseconds;
  const stretch = {
    from: from ?? Number.NEGATIVE_INFINITY,
    until: time.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: time.offsetNanoseconds / 1e6,
  };
  stretches.set(zone, stretch);
  return stretch;
}

export function localTime(zone: string, at: number): LocalTime {
  const local = at + stretchOf(zone, at).offset;
  const day = Math.floor(local / DAY_MS);
  // 1 January 1970 was a Thursday.
  return { weekday: ((((day + 3) % 7) + 7) % 7) + 1, minute: Math.floor((local - day * DAY_MS) / MINUTE_MS) };
}
