/** UTC calendar days, counted from 1970-01-01. */
export const DAY_MS = 86_400_000;

export const HOUR_MS = 3_600_000;
export const QUARTER_MS = 900_000;
export const QUARTERS_PER_DAY = 96;

/** Quarters of an hour since 1970-01-01T00:00Z. */
export const quarterOf = (ms: number): number => Math.floor(ms / QUARTER_MS);

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** From one UTC day to another, as a span with offsets. */
export const utcDays = (fromDay: number, toDay: number) => {
  const from = fromDay * DAY_MS;
  return { from, to: (toDay + 1) * DAY_MS, offsets: [{ from: quarterOf(from), quarters: 0 }] };
};

/** The day of a moment in a time zone, as quarters of an hour since 1970. */
export function localDay(zone: string, ms: number): { from: number; quarters: number } {
  const begin = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).startOfDay();
  const end = begin.add({ days: 1 }).startOfDay();
  const from = quarterOf(begin.epochMilliseconds);
  return { from, quarters: quarterOf(end.epochMilliseconds) - from };
}

/** Months since January of the year 0. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export const firstDayOf = (month: number): number => dayOf(Date.UTC(Math.floor(month / 12), month % 12));

export const timestamp = (ms: number): string => new Date(ms).toISOString();

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** From then on a year has five digits, which a timestamp cannot hold. */
export const END_OF_TIMES = Date.UTC(10_000, 0);

/** Unix ms, or NaN. Date.parse alone would read 30 February as 2 March. */
export function readTime(text: string): number {
  const day = text.slice(0, 10);
  const exists = ISO_TIME.test(text) && new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(8));
  const ms = exists ? Date.parse(text) : Number.NaN;
  return isTime(ms) ? ms : Number.NaN;
}

/** Whether Unix ms can be written as a timestamp with a four-digit year. */
export const isTime = (ms: number): boolean => ms >= 0 && ms < END_OF_TIMES;
