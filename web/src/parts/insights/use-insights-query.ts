import { useSearchParams } from "react-router";
import { type Dimension, type InsightsQuery, readQuery, toggled, writeQuery } from "./period.ts";

/** The period and filters in the address, so that they can be bookmarked and shared. */
export function useInsightsQuery() {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  const change = (next: Partial<InsightsQuery>) =>
    setParams((current) => writeQuery(current, next), { preventScrollReset: true });
  return {
    query,
    change,
    toggle: (dimension: Dimension, value: string) => change({ filters: toggled(query.filters, dimension, value) }),
  };
}
