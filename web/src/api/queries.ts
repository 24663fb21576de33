import { keepPreviousData, useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, isMissing, isStale } from "./call.ts";
import type { ChangeKind, Code, CodeList, ScanList, Visits, WebhookNotice } from "./types.ts";

/** Refetch for scans that another node received. */
const REFRESH_MS = 30_000;

export function useCodes(query: string) {
  return useQuery({
    queryKey: ["codes", query],
    queryFn: () => call.get<CodeList>(`/codes?${query}`),
    placeholderData: keepPreviousData,
    // Searches count towards the user's rate limit, so they are not repeated.
    refetchInterval: new URLSearchParams(query).get("q") ? false : REFRESH_MS,
    refetchOnReconnect: true,
  });
}

export const useCode = (id: string) =>
  useQuery({
    queryKey: ["code", id],
    queryFn: () => call.get<Code>(`/codes/${id}`),
    // As often as its numbers, which must not be larger than its count.
    refetchInterval: REFRESH_MS,
  });

function useOfCode<T>(id: string, what: string, path: string, read: (path: string) => Promise<T> = call.get) {
  return useQuery({
    queryKey: ["code", id, what],
    queryFn: () => read(path),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** A page of the scans of a period, filtered: `search` is the query string of both. */
export function useScans(id: string, search: string, cursor: string | undefined, limit: number) {
  const page = `${search}&limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`;
  return useOfCode<ScanList>(id, `scans ${page}`, `/qrcodes/${id}/scans?${page}`, async (path) => {
    const { value, headers } = await call.headed<Omit<ScanList, "isIncomplete">>(path);
    return { ...value, isIncomplete: headers.has("Scans-Incomplete") };
  });
}

/** When its look and state changed. With the key of the history: live scans do not refetch it. */
export const useOtherChanges = (id: string) =>
  useQuery({
    queryKey: ["history", id, "changes"],
    queryFn: () => call.get<{ at: string; kind: ChangeKind }[]>(`/codes/${id}/changes`),
  });

/** Counted and uncounted visits of some UTC days. */
export const useVisits = (id: string, from: string, to: string) =>
  useOfCode<Visits>(id, `visits ${from} ${to}`, `/codes/${id}/visits?from=${from}&to=${to}`);

export interface CodeChange {
  name?: string;
  content?: string;
  foregroundColor?: string;
  backgroundColor?: string;
  errorCorrection?: string;
  size?: number;
  externalId?: string | null;
  isPublic?: boolean;
  isFavorite?: boolean;
  expiresAt?: string | null;
}

/** Invalidates all queries about codes. */
export function useRefreshCodes() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ["codes", "code", "history", "tags", "examples"].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}

export function useChangeCode() {
  const refresh = useRefreshCodes();
  return useMutation({
    mutationFn: ({ id, change, was }: { id: string; change: CodeChange; was?: string | null }) =>
      call.change(`/qrcodes/${id}`, change, was),
    onSuccess: refresh,
    // Deleted or changed elsewhere: refetch.
    onError: (error) => (isMissing(error) || isStale(error) ? refresh() : undefined),
  });
}

/** Moves a code to the bin. */
export function useRemoveCode() {
  const client = useQueryClient();
  const refresh = useRefreshCodes();
  return useMutation({
    mutationFn: (id: string) => call.remove(`/qrcodes/${id}`),
    onSuccess: (_nothing, id) => {
      client.removeQueries({ queryKey: ["code", id] });
      return refresh();
    },
  });
}

/** Restores a code from the bin. Concurrent calls are sent once. */
export function useRestoreCode(id: string) {
  const client = useQueryClient();
  const refresh = useRefreshCodes();
  const mutationKey = ["restore", id];
  const restoring = useMutation({
    mutationKey,
    mutationFn: () => call.post(`/qrcodes/${id}/restore`),
    onSuccess: refresh,
  });
  return {
    isRestoring: useIsMutating({ mutationKey }) > 0,
    restore: async (then: () => void) => {
      if (client.isMutating({ mutationKey }) === 0) await restoring.mutateAsync().then(then);
    },
  };
}

/** Webhooks that fail or were disabled. */
export const useWebhookNotices = () =>
  useQuery({
    queryKey: ["webhooks", "notices"],
    queryFn: () => call.get<WebhookNotice[]>("/webhook-notices"),
    refetchInterval: 30_000,
  });
