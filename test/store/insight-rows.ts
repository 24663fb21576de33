import { QUARTER_MS } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { WORKSPACE } from "./support.ts";

/** What reports on a code read, from one quarter of an hour since 1970 to before another. */
export const rowsOf = (store: Store, num: number, from: number, to: number) => {
  const span = { from: from * QUARTER_MS, to: to * QUARTER_MS, offsets: [{ from: 0, quarters: 0 }] };
  const codes = { num, workspaceId: WORKSPACE };
  return store.insights.read({ codes, filter: {}, span, previous: null, visitors: true });
};

/** Scans per quarter of an hour, without empty ones. */
export async function quartersOf(store: Store, num: number, from: number, to: number) {
  const { quarters } = await rowsOf(store, num, from, to);
  return quarters
    .flatMap((run) => Array.from(run.counts, (count, i) => ({ quarter: run.from + i, count })))
    .filter(({ quarter, count }) => count > 0 && quarter >= from && quarter < to);
}
