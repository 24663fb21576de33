import { dayOf } from "../shared/days.ts";
import type { Store } from "../store/store.ts";
import { resolvePeriod } from "./periods.ts";

/** The days of the small charts in lists: the last 30 in the workspace's zone. */
export async function chartDays(store: Pick<Store, "workspaces">, workspaceId: string, now: number) {
  const timezone = (await store.workspaces.find(workspaceId))?.zone ?? "UTC";
  const { from, to, span } = resolvePeriod({ period: "30d", timezone, compare: "none" }, now, null);
  const [first, last] = [from, to].map((date) => dayOf(Date.parse(date))) as [number, number];
  return {
    span,
    /** Counts in the order of days, with days that have none. */
    lineOf(counts: readonly { day: number; count: number }[] = []): number[] {
      const line = new Array<number>(last - first + 1).fill(0);
      for (const { day, count } of counts) line[day - first] = count;
      return line;
    },
  };
}
