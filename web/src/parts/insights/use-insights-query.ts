import { useSearchParams } from "react-router";
import { type Dimension, type InsightsQuery, readQuery, toggled, writeQuery } from "./period.ts";

/** The period and filters in the address, so that they can be bookmarked and shared. */
export function useInsightsQuery() {
  const [params, setParams] = useSearchParams();
  /** Starts from the address, not from the last render: two changes may come before the next one. */
  function change(next: (query: InsightsQuery) => Partial<InsightsQuery>): void {
    const current = new URLSearchParams(window.location.search);
    setParams(writeQuery(current, next(readQuery(current))), { preventScrollReset: true });
  }
  return {
    query: readQuery(params),
    change: (next: Partial<InsightsQuery>) => change(() => next),
    toggle: (dimension: Dimension, ...values: string[]) =>
      change(({ filters }) => ({ filters: toggled(filters, dimension, values) })),
    clear: (dimension: Dimension) => change(({ filters }) => ({ filters: { ...filters, [dimension]: [] } })),
  };
}
