import type { ComparedSpans } from "../scans/filter.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import type { Store } from "../store/store.ts";
import type { CodeFilter, PageSort } from "./code.ts";

/** Orders of so many codes or more are kept a while, so that the next pages do not count again. */
const MANY = 5_000;
/** As a multiple of the time that counting took. */
const KEPT_TIMES = 20;
const LONGEST_KEPT_MS = 30_000;
/** Numbers in all orders that are kept: 16 MB. */
const MAX_NUMBERS = 2_000_000;

interface Order {
  /** Numbers of codes. */
  nums: Float64Array;
  more: boolean;
}

/** Codes in an order for which all scans of a period are counted. */
export function createRanks(store: Pick<Store, "ranks">) {
  const kept = createBoundedMap<{ order: Order; until: number }>(MAX_NUMBERS, ({ order }) => order.nums.length);

  /** Null if the order needs no counting, because an index has it. */
  return async function ranked(
    workspaceId: string,
    filter: CodeFilter,
    now: number,
    sort: PageSort,
    spans: ComparedSpans | null,
  ): Promise<Order | null> {
    const order = orderOf(filter, sort, spans);
    if (order === null || spans === null) return null;
    // The period before ends at this time of its day: with each call a bit later.
    const { span, previous } = spans;
    const key = JSON.stringify([workspaceId, filter, order, span.from, span.to, previous?.from]);
    const known = kept.get(key);
    if (known && performance.now() < known.until) return known.order;
    const begun = performance.now();
    const found = await store.ranks({ workspaceId, filter, now, order, ...spans });
    const ended = performance.now();
    if (found.nums.length >= MANY) {
      kept.set(key, { order: found, until: ended + Math.min(KEPT_TIMES * (ended - begun), LONGEST_KEPT_MS) });
    }
    return found;
  };
}

function orderOf({ state }: CodeFilter, sort: PageSort, spans: ComparedSpans | null) {
  // In the bin nobody compares.
  if (spans === null || state === "deleted") return null;
  if (sort === "scans") return sort;
  return (sort === "rising" || sort === "falling") && spans.previous !== null ? sort : null;
}
