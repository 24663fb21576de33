/** UTC calendar days, counted from 1970-01-01. */
export const DAY_MS = 86_400_000;

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const timestamp = (ms: number): string => new Date(ms).toISOString();
