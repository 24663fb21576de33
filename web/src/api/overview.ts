import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { WorkspaceInsights } from "../../../src/insights/insights.schema.routes.ts";
import { call } from "./call.ts";
import type { Scan } from "./types.ts";

export type Overview = Static<typeof WorkspaceInsights>;
export type LiveScan = Scan & { codeName: string };

/** What the server can answer about all codes beyond insights. */
interface CodesInAll {
  codes: { active: number; paused: number; expired: number; isMore: boolean };
  uncounted: { reason: string; count: number }[];
  /** Of the first of these codes. */
  firstCreatedAt: string | null;
}

interface Needs {
  expiring: { codes: { id: string; name: string; expiresAt: string }[]; count: number };
  hardToScan: { codes: { id: string; name: string }[]; count: number };
  quiet: number;
}

/** A link to the numbers of a code or of all codes. */
export interface InsightLink {
  id: string;
  url: string;
  createdAt: string;
  endsAt: string | null;
  isEnded: boolean;
  /** The id of the user who created it; null if an owner kept it when they left. */
  madeBy: string | null;
}

const REFRESH_MS = 60_000;

export const useCodesInAll = (search: string | null) =>
  useQuery({
    queryKey: ["overview", "codes", search],
    queryFn: () => call.get<CodesInAll>(`/overview?${search}`),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    enabled: search !== null,
  });

export const useNeeds = () =>
  useQuery({
    queryKey: ["codes", "needs"],
    queryFn: () => call.get<Needs>("/needs"),
    refetchInterval: REFRESH_MS,
  });

const linksPath = (codeId: string | null) => `/insight-links${codeId === null ? "" : `?codeId=${codeId}`}`;

/** Without a code: links to the numbers of all codes. */
export const useInsightLinks = (codeId: string | null) =>
  useQuery({ queryKey: ["insight-links", codeId], queryFn: () => call.get<InsightLink[]>(linksPath(codeId)) });

export function useChangeLinks() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ["insight-links"] });
  return {
    create: useMutation({
      mutationFn: (link: { codeId?: string; endsAt: string | null }) => call.post<InsightLink>("/insight-links", link),
      onSettled,
    }),
    revoke: useMutation({ mutationFn: (id: string) => call.remove(`/insight-links/${id}`), onSettled }),
  };
}
