import { dayIn } from "../../../src/insights/chart/period.ts";
import type { Code } from "../api/types.ts";
import { inWords, shownZone } from "./formats.ts";
import { expiry as words } from "./words.ts";

const QUARTER_MS = 900_000;
const DAY_QUARTERS = 96;

/** When a code expires: on a fixed day, or some time after the last scan. */
export interface Expiry {
  fixed: boolean;
  /** YYYY-MM-DD in the workspace's zone, inclusive. */
  until: string;
}

export const NO_EXPIRY: Expiry = { fixed: false, until: "" };

/** The day of a moment in the workspace's zone, in the format of a date field. */
export const dayOf = (moment: Date): string => dayIn(shownZone(), moment.getTime());

export const expiryOf = ({ expiresFixed, expiresAt }: Code): Expiry =>
  expiresFixed ? { fixed: true, until: dayOf(new Date(expiresAt)) } : NO_EXPIRY;

export const isSameExpiry = (a: Expiry, b: Expiry): boolean => a.fixed === b.fixed && (!a.fixed || a.until === b.until);

/** The last moment that can be written with four digits of the year. */
export const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The last moment of a day in the workspace's zone. */
export function endOf(day: string): Date {
  // No zone is a day from UTC, and clocks change at quarters of an hour.
  let [low, high] = [0, 4 * DAY_QUARTERS];
  const begin = Date.parse(`${day}T00:00Z`) - DAY_QUARTERS * QUARTER_MS;
  if (Number.isNaN(begin)) return new Date(Number.NaN);
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = dayOf(new Date(begin + middle * QUARTER_MS));
    // Of the year 10000 it is longer.
    if (at.length > day.length || at > day) high = middle;
    else low = middle + 1;
  }
  return new Date(Math.min(begin + low * QUARTER_MS - 1, LAST_MS));
}

/** The moment at a time by the clock of the workspace's zone, such as 2030-12-31T18:00. */
export function momentOf(time: string): Date {
  const clock = Date.parse(`${time}Z`);
  const dayBefore = clock - aheadAt(clock - DAY_QUARTERS * QUARTER_MS);
  const dayAfter = clock - aheadAt(clock + DAY_QUARTERS * QUARTER_MS);
  const isRead = (moment: number) => moment + aheadAt(moment) === clock;
  // A time that a change of the clocks leaves out is later, and of one that comes twice it is the first.
  return new Date(isRead(dayAfter) && !isRead(dayBefore) ? dayAfter : dayBefore);
}

/** How many milliseconds the clock of the workspace's zone is ahead of UTC at a moment. */
function aheadAt(moment: number): number {
  if (Number.isNaN(moment)) return moment;
  const quarter = Math.floor(moment / QUARTER_MS) * QUARTER_MS;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: shownZone(), dateStyle: "short", timeStyle: "medium" });
  return Date.parse(`${format.format(quarter).replace(" ", "T")}Z`) - quarter;
}

export function expiryProblem({ fixed, until }: Expiry, now = Date.now()): string | null {
  if (!fixed) return null;
  const end = endOf(until).getTime();
  if (Number.isNaN(end)) return words.noDay;
  return end < now ? words.over : null;
}

/** The change to send. Empty if nothing changed: a date would fix the expiry, and null would renew it. */
export function expiryChange(wanted: Expiry, saved: Expiry): { expiresAt?: string | null } {
  if (isSameExpiry(wanted, saved)) return {};
  return { expiresAt: wanted.fixed ? endOf(wanted.until).toISOString() : null };
}

/** When a code expires, in one line. */
export function expiryText(code: Code): string {
  const day = inWords.day(code.expiresAt);
  if (Date.parse(code.expiresAt) <= Date.now()) return words.expired(day);
  if (code.state === "paused") return words.paused;
  return words.works(code.expiresFixed ? words.until(day) : words.extended(day));
}
