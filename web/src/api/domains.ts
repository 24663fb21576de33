import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DomainNotice as Notice } from "../../../src/domains/service.ts";
import { call } from "./call.ts";
import type { CodeType } from "./types.ts";

export interface Domain {
  id: string;
  host: string;
  isVerified: boolean;
  isDefault: boolean;
  record: { type: "TXT"; name: string; value: string };
}

export type DomainNotice = Omit<Notice, "since"> & { since: string };

const KEY = ["domains"];

export const useDomains = () =>
  useQuery({ queryKey: KEY, queryFn: async () => (await call.get<{ data: Domain[] }>("/domains")).data });

export const useDomainNotices = () =>
  useQuery({ queryKey: [...KEY, "notices"], queryFn: () => call.get<DomainNotice[]>("/domain-notices") });

/** The number of codes whose printed copies may have links with this domain. */
export const useDomainUse = (id: string) =>
  useQuery({ queryKey: [...KEY, id, "use"], queryFn: () => call.get<{ codes: number }>(`/domains/${id}/use`) });

/** A link of a code that was moved out of the workspace, which its domains go on serving. */
export interface MovedLink {
  token: string;
  movedAt: string;
  scanCount: number;
  state: "active" | "paused" | "expired" | "deleted";
  type: CodeType;
  /** Only of active codes that redirect. */
  leadsTo: string | null;
}

export const LINKS_PER_PAGE = 20;

export const useMovedLinks = (page: number, enabled: boolean) =>
  useQuery({
    queryKey: [...KEY, "moved-links", page],
    queryFn: () => call.get<{ total: number; links: MovedLink[] }>(`/moved-links?page=${page}`),
    placeholderData: keepPreviousData,
    enabled,
  });

export function useChangeDomains() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: KEY });
  // The links and images of all codes change.
  const everything = () => cache.invalidateQueries();
  return {
    add: useMutation({ mutationFn: (host: string) => call.post<Domain>("/domains", { host }), onSettled }),
    verify: useMutation({ mutationFn: (id: string) => call.post<Domain>(`/domains/${id}/verify`), onSettled }),
    setDefault: useMutation({
      mutationFn: ({ id, isDefault }: Pick<Domain, "id" | "isDefault">) =>
        call.patch<Domain>(`/domains/${id}`, { isDefault }),
      onSettled: everything,
    }),
    stopMovedLink: useMutation({ mutationFn: (token: string) => call.remove(`/moved-links/${token}`), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => call.remove(`/domains/${id}`), onSettled: everything }),
  };
}
