import { dayOf } from "../shared/days.ts";
import type { Store } from "../store/store.ts";
import { type Period, resolvePeriod } from "./periods.ts";

/** A small chart has no more points: a day each, or whole weeks. */
const MOST_POINTS = 92;
const WEEK = 7;

/** The days of a small chart; of a long period several are one point. */
export function chartOf({ from, to, span }: Pick<Period, "from" | "to" | "span">) {
  const [first, last] = [from, to].map((date) => dayOf(Date.parse(date))) as [number, number];
  const days = last - first + 1;
  const daysAPoint = days <= MOST_POINTS ? 1 : WEEK * Math.ceil(days / (WEEK * MOST_POINTS));
  const points = Math.ceil(days / daysAPoint);
  return {
    from,
    to,
    span,
    /** Counts in the order of days, with days that have none. The first point may have fewer days. */
    lineOf(counts: readonly { day: number; count: number }[] = []): number[] {
      const line = new Array<number>(points).fill(0);
      for (const { day, count } of counts) line[points - 1 - Math.floor((last - day) / daysAPoint)]! += count;
      return line;
    },
  };
}

/** The days of the small charts of placements: the last 30 in the workspace's zone. */
export async function chartDays(store: Pick<Store, "workspaces">, workspaceId: string, now: number) {
  const timezone = (await store.workspaces.find(workspaceId))?.zone ?? "UTC";
  return chartOf(resolvePeriod({ period: "30d", timezone, compare: "none" }, now, null));
}
