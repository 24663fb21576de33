import { DAY_MS, dayOf } from "../shared/days.ts";
import type { ScanLine } from "./lines.ts";

/** What new scans add to the counters. Sorted, so that two nodes cannot deadlock. */
export interface Settlement {
  /** `firstOfLastDay`: the scan that moves the code's expiry, if any. */
  perCode: { codeNum: number; count: number; firstOfLastDay: number; last: number }[];
  perPlacement: { num: number; codeNum: number; count: number }[];
}

export function settlementOf(scans: readonly ScanLine[]): Settlement {
  const perCode = Map.groupBy(scans, ({ codeNum }) => codeNum);
  const perPlacement = Map.groupBy(
    scans.filter(({ placementNum }) => placementNum !== null),
    ({ placementNum }) => placementNum!,
  );
  return {
    perCode: Array.from(perCode, ([codeNum, some]) => {
      const last = some.reduce((latest, { at }) => Math.max(latest, at), 0);
      const lastDay = dayOf(last);
      const firstOfLastDay = some.reduce(
        (first, { at }) => (dayOf(at) === lastDay ? Math.min(first, at) : first),
        last,
      );
      return { codeNum, count: some.length, firstOfLastDay, last };
    }).sort((a, b) => a.codeNum - b.codeNum),
    perPlacement: Array.from(perPlacement, ([num, some]) => {
      return { num, codeNum: some[0]!.codeNum, count: some.length };
    }).sort((a, b) => a.num - b.num),
  };
}

/** Data read without a lock has changed. Nothing is settled, and the next attempt reads it again. */
export class SettleAgain extends Error {
  constructor(what: string) {
    super(`${what}; settle again.`);
  }
}

/**
 * What a settlement changes in counters, as SQL of both engines; `day` is that of `at`, in UTC. A lifetime shortened in
 * the settings never moves an expiry back.
 */
export function addedToCounters(
  { count, at, day, last }: Record<"count" | "at" | "day" | "last", string>,
  greatest: "max" | "greatest",
  lifetimeMs: number,
): string {
  const isNewDay = `expires_fixed = 0 AND ${day} > renewed_at / ${DAY_MS}`;
  const expiresAt = `${at} + ${lifetimeMs}`;
  return `scan_count = scan_count + ${count},
    expires_at = CASE WHEN ${isNewDay} THEN ${greatest}(expires_at, ${expiresAt}) ELSE expires_at END,
    expires_before = CASE WHEN ${isNewDay} AND ${expiresAt} > expires_at THEN expires_at ELSE expires_before END,
    renewed_at = CASE WHEN ${isNewDay} THEN ${at} ELSE renewed_at END,
    last_scan_at = ${greatest}(coalesce(last_scan_at, 0), ${last})`;
}
