import type { Code } from "../api/types.ts";
import { inWords } from "./formats.ts";
import { expiry as words } from "./words.ts";

/** Until when a code works: a day the owner chose, or as long as it is scanned. */
export interface Expiry {
  fixed: boolean;
  /** YYYY-MM-DD where the owner is; the day counts whole. */
  until: string;
}

export const NO_EXPIRY: Expiry = { fixed: false, until: "" };

/** The day of a moment where the owner is, as a date field writes it. */
export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

export const expiryOf = ({ expiresFixed, expiresAt }: Code): Expiry =>
  expiresFixed ? { fixed: true, until: dayOf(new Date(expiresAt)) } : NO_EXPIRY;

export const isSameExpiry = (a: Expiry, b: Expiry): boolean => a.fixed === b.fixed && (!a.fixed || a.until === b.until);

/** Where the owner is. */
export const endOf = (day: string): Date => new Date(`${day}T23:59:59.999`);

export function expiryProblem({ fixed, until }: Expiry, now = Date.now()): string | null {
  if (!fixed) return null;
  const end = endOf(until).getTime();
  if (Number.isNaN(end)) return words.noDay;
  return end < now ? words.over : null;
}

/** What the server is told. Nothing when it stays: naming a moment would fix it, and null renew it. */
export function expiryChange(wanted: Expiry, saved: Expiry): { expiresAt?: string | null } {
  if (isSameExpiry(wanted, saved)) return {};
  return { expiresAt: wanted.fixed ? endOf(wanted.until).toISOString() : null };
}

/** Until when a code works, in one short line. */
export function expiryText(code: Code): string {
  const day = inWords.day(code.expiresAt);
  if (code.state === "expired") return words.expired(day);
  const until = code.expiresFixed ? words.until(day) : words.extended(day);
  if (code.state === "active") return words.works(until);
  const isOver = Date.parse(code.expiresAt) <= Date.now();
  return isOver ? words.pausedExpired(day) : words.pausedUntil(until);
}
