import { useQuery } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { CodeInsights } from "../../../src/http/api/insight-schemas.ts";
import { call } from "./call.ts";

export type Insights = Static<typeof CodeInsights>;
export type Interval = Insights["interval"];

/** Refetch for scans that another node received. */
const REFRESH_MS = 30_000;

/** The last answer stays visible while another is loaded. A key that starts with "code" is refetched by live scans. */
export const useInsights = (path: string, key: readonly string[], search: string, enabled = true) =>
  useQuery({
    queryKey: [...key, "insights", search],
    queryFn: () => call.get<Insights>(`${path}?${search}`),
    placeholderData: (before, query) => (key.every((part, i) => query?.queryKey[i] === part) ? before : undefined),
    refetchInterval: REFRESH_MS,
    enabled,
  });
