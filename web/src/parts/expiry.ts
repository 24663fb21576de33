import type { Code } from "../api/types.ts";
import { inWords } from "./formats.ts";
import { expiry as words } from "./words.ts";

/** When a code expires: on a fixed day, or some time after the last scan. */
export interface Expiry {
  fixed: boolean;
  /** YYYY-MM-DD in the owner's time zone, inclusive. */
  until: string;
}

export const NO_EXPIRY: Expiry = { fixed: false, until: "" };

/** The local day of a moment, in the format of a date field. */
export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

export const expiryOf = ({ expiresFixed, expiresAt }: Code): Expiry =>
  expiresFixed ? { fixed: true, until: dayOf(new Date(expiresAt)) } : NO_EXPIRY;

export const isSameExpiry = (a: Expiry, b: Expiry): boolean => a.fixed === b.fixed && (!a.fixed || a.until === b.until);

/** In the owner's time zone. */
export const endOf = (day: string): Date => new Date(`${day}T23:59:59.999`);

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
