import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "./call.ts";

/** A copy of a code with its own link. */
export interface Placement {
  id: string;
  /** Null: a blank copy, which has no place yet. */
  name: string | null;
  token: string;
  shareUrl: string;
  scanCount: number;
  isPaused: boolean;
  createdAt: string;
}

export type ListedPlacement = Placement & { sparkline: number[] };

export interface PlacementList {
  total: number;
  placements: ListedPlacement[];
}

export const PLACEMENT_SORTS = ["name", "scans", "newest"] as const;
export type PlacementSort = (typeof PLACEMENT_SORTS)[number];

interface PlacementQuery {
  page: number;
  limit: number;
  q: string;
  sort: PlacementSort;
}

/** Its key starts with that of the code, so that live scans refetch it. */
export const usePlacements = (codeId: string, { page, limit, q, sort }: PlacementQuery) => {
  const search = new URLSearchParams({ page: String(page), limit: String(limit), sort, ...(q === "" ? {} : { q }) });
  return useQuery({
    queryKey: ["code", codeId, "placements", search.toString()],
    queryFn: () => call.get<PlacementList>(`/codes/${codeId}/placements?${search}`),
    placeholderData: keepPreviousData,
  });
};

/** How many there are. */
export const usePlacementCount = (codeId: string): number =>
  usePlacements(codeId, { page: 1, limit: 1, q: "", sort: "newest" }).data?.total ?? 0;

/** Renames a placement, or moves it to another code. */
export function useChangePlacement(codeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string; name?: string; codeId?: string }) =>
      call.patch<Placement & { scansStayed?: number }>(`/qrcodes/${codeId}/placements/${id}`, change),
    onSettled: () => client.invalidateQueries({ queryKey: ["code"] }),
  });
}

/** Pauses, activates or deletes placements. The result is how many there were. */
export function useManyPlacements(codeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, ...body }: { ids: readonly string[] } & PlacementAct) =>
      (await call.post<{ changed: number }>(`/codes/${codeId}/placements/${act}`, body)).changed,
    onSettled: () => client.invalidateQueries({ queryKey: ["code"] }),
  });
}

export type PlacementAct = { act: "pause"; isPaused: boolean } | { act: "remove" };
