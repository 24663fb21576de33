import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { address, CallError, call, isJson } from "./call.ts";
import { away, watchReach } from "./reach.ts";
import { session } from "./session.ts";
import type { Me } from "./types.ts";

/** A service that takes longer to say anything is away. */
const PATIENCE_MS = 10_000;

const isOffline = (error: unknown): boolean => error instanceof CallError && error.error === "offline";

/** Queries that failed while something older is shown, until it is known whether the service is away. */
const undecided = new Map<Query<unknown, unknown>, unknown>();

/** What was read stays on the page while the service is away; the bar says of when it is. */
function keepWhatWasRead(error: Error, query: Query<unknown, unknown>): void {
  if (!isOffline(error) || query.state.data === undefined) return;
  undecided.set(query, error);
  query.setState({ status: "success", error: null });
}

const hasFailed = ({ state }: Pick<Query<unknown, unknown>, "state">): boolean =>
  state.errorUpdatedAt > state.dataUpdatedAt;

export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: keepWhatWasRead }),
  defaultOptions: {
    // Nothing waits in silence for a network: it fails, says so, and is asked again later.
    queries: {
      networkMode: "always",
      staleTime: 10_000,
      retry(count, error) {
        // A proxy may have stumbled; what is known to be away is asked again when it is back.
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
      const signal = AbortSignal.timeout(PATIENCE_MS);
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
      // The service is there, and this failed all the same: no bar says so.
      for (const [query, error] of undecided) {
        if (hasFailed(query)) query.setState({ status: "error", error });
      }
    }
    undecided.clear();
  },
});

/** When someone else comes: nothing of the last user's stays, but who is here is asked anew. */
export function clearQueries(queries: QueryClient): void {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== "me" });
}

/** Whoever is here now; null when nobody is signed in. */
export async function findMe(): Promise<Me | null> {
  try {
    const me = await call.get<Me>("/me");
    if (session.enter(me.id)) clearQueries(client);
    return me;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 403) session.refuse(error.message);
    else if (error.status !== 401) throw error;
    return null;
  }
}
