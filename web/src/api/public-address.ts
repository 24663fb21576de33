import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ReachState } from "../../../src/settings/reach-tests.ts";
import type { Reachability } from "../../../src/shared/local-address.ts";
import { call } from "./call.ts";
import { useRefreshCodes } from "./queries.ts";

export interface PublicAddress extends Reachability {
  baseUrl: string;
  /** Whether only the server's own computer can open it. */
  isLocal: boolean;
  /** Whether the environment sets it. */
  isFixed: boolean;
}

/** What has the public address in its links. */
export interface Links {
  codes: number;
  scanned: number;
  /** Whether there are more codes than were counted. */
  isMore: boolean;
  /** Workspaces whose links have a domain of their own. */
  domains: number;
}

const POLL_MS = 1500;

/** For administrators. */
export const usePublicAddress = () =>
  useQuery({
    queryKey: ["settings", "public-address"],
    queryFn: () => call.get<PublicAddress>("/settings/public-address"),
  });

/** Null: the default. */
export function useSetPublicAddress() {
  const client = useQueryClient();
  const refreshCodes = useRefreshCodes();
  return async (baseUrl: string | null): Promise<void> => {
    await call.patch("/settings", { baseUrl });
    const others = ["settings", "me"].map((key) => client.invalidateQueries({ queryKey: [key] }));
    await Promise.all([...others, refreshCodes()]);
  };
}

/** A link below an address, and whether a device has opened it. Another is made when it has ended. */
export function useReachTest(url: string) {
  const client = useQueryClient();
  const begun = useQuery({
    queryKey: ["reach-test", url],
    queryFn: () => call.post<{ secret: string }>("/settings/reach-tests"),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: url !== "",
  });
  const secret = begun.data?.secret;
  const found = useQuery({
    queryKey: ["reach-test-state", secret],
    queryFn: () => call.get<{ state: ReachState }>(`/settings/reach-tests/${secret}`),
    enabled: secret !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? POLL_MS : false),
  });
  const state = found.data?.state;
  useEffect(() => {
    if (state === "over") void client.resetQueries({ queryKey: ["reach-test", url] });
  }, [client, state, url]);
  return { link: secret === undefined ? "" : `${url}/reach/${secret}`, state: state ?? "waiting", error: begun.error };
}
