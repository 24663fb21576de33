import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { City, Summary, Traffic } from "../../api/types.ts";

/** All numbers of a period. They come and are shown together, under the days that they are of. */
export interface Period {
  days: number;
  summary: Summary;
  cities: City[];
  traffic: Traffic;
}

async function readPeriod(id: string, days: number): Promise<Period> {
  const [summary, cities, traffic] = await Promise.all([
    call.get<Summary>(`/qrcodes/${id}/analytics?days=${days}`),
    call.get<City[]>(`/codes/${id}/cities?days=${days}`),
    call.get<Traffic>(`/qrcodes/${id}/traffic?days=${days}`),
  ]);
  return { days, summary, cities, traffic };
}

/** While another period is read, the one before stays: see `days` of what is shown. */
export const usePeriod = (id: string, days: number) =>
  useQuery({
    queryKey: ["code", id, "period", days],
    queryFn: () => readPeriod(id, days),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    // For scans that another node took.
    refetchInterval: 30_000,
  });
