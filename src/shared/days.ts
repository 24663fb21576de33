/** UTC calendar days, counted from 1970-01-01. */
export const DAY_MS = 86_400_000;

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Months are counted from January of the year 0. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export const firstDayOf = (month: number): number => dayOf(Date.UTC(Math.floor(month / 12), month % 12));

export const timestamp = (ms: number): string => new Date(ms).toISOString();
