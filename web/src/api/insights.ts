import { useQuery } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { CodeInsights } from "../../../src/insights/insights.schema.routes.ts";
import { call } from "./call.ts";

export type Insights = Static<typeof CodeInsights>;
export type Interval = Insights["interval"];

/** Refetch for scans that another node received. */
const REFRESH_MS = 30_000;

/** Where insights come from: a code, or all codes. A key that starts with that of a code is refetched by live scans. */
export interface Source {
  path: string;
  key: readonly string[];
}

/** The last answer stays visible while another is loaded. */
export const useInsights = <T extends Insights>({ path, key }: Source, search: string) =>
  useQuery({
    queryKey: [...key, "insights", search],
    queryFn: () => call.get<T>(`${path}?${search}`),
    placeholderData: (before, query) => (key.every((part, i) => query?.queryKey[i] === part) ? before : undefined),
    refetchInterval: REFRESH_MS,
  });
