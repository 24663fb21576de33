import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { address, CallError, call, isJson, isMissing } from "./call.ts";
import { away, watchReach } from "./reach.ts";
import { session } from "./session.ts";
import type { Me } from "./types.ts";

/** The time-out of the probe. */
const PROBE_TIMEOUT_MS = 10_000;

const isOffline = (error: unknown): boolean => error instanceof CallError && error.error === "offline";

/** Failed refetches, kept until the probe shows whether the service is unavailable. */
const undecided = new Map<Query<unknown, unknown>, unknown>();

function handleError(error: Error, query: Query<unknown, unknown>): void {
  // Perhaps the user was removed from the workspace.
  if (isMissing(error)) void client.invalidateQueries({ queryKey: ["me"] });
  // Keeps showing stale data during an outage; the offline bar says how old it is.
  if (!isOffline(error) || query.state.data === undefined) return;
  undecided.set(query, error);
  query.setState({ status: "success", error: null });
}

const hasFailed = ({ state }: Pick<Query<unknown, unknown>, "state">): boolean =>
  state.errorUpdatedAt > state.dataUpdatedAt;

export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleError }),
  defaultOptions: {
    // Fail when offline instead of pausing silently; retry later.
    queries: {
      networkMode: "always",
      staleTime: 10_000,
      retry(count, error) {
        // Retry once in case a proxy failed. During a known outage, wait until it is over.
        if (isOffline(error)) return count < 1 && navigator.onLine && away.get() === null;
        return count < 2 && !(error instanceof CallError && error.status < 500);
      },
    },
    mutations: { networkMode: "always" },
  },
});

watchReach({
  async probe() {
    try {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      return isJson(await fetch(address("/sign-in"), { cache: "no-store", signal }));
    } catch {
      return false;
    }
  },
  found(wasAway) {
    if (wasAway) {
      void client.refetchQueries(
        { type: "active", predicate: (query: Query) => hasFailed(query) || query.isStale() },
        { cancelRefetch: false },
      );
    } else {
      // The service is available but these queries failed, so the offline bar does not report them.
      for (const [query, error] of undecided) {
        if (hasFailed(query)) query.setState({ status: "error", error });
      }
    }
    undecided.clear();
  },
});

/** Removes the data of the previous user, and reads who is signed in now. */
export function clearQueries(queries: QueryClient): void {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== "me" });
}

/** The signed-in user, or null. */
export async function findMe(): Promise<Me | null> {
  try {
    const me = await call.get<Me>("/me");
    if (session.enter(me)) clearQueries(client);
    return me;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 403) session.refuse(error.message);
    else if (error.status !== 401) throw error;
    return null;
  }
}
