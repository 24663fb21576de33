import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallError, call } from "./call.ts";
import { watchReach } from "./reach.ts";
import { session } from "./session.ts";
import type { Me } from "./types.ts";

const isOffline = (error: Error): boolean =>
  error instanceof CallError && error.error === "offline";

/** What was read stays on the page while the service is away; the bar says of when it is. */
function keepWhatWasRead(error: Error, query: Query<unknown, unknown>): void {
  if (isOffline(error) && query.state.data !== undefined) {
    query.setState({ status: "success", error: null });
  }
}

export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: keepWhatWasRead }),
  defaultOptions: {
    // Nothing waits in silence for a network: it fails, says so, and is asked again later.
    queries: {
      networkMode: "always",
      staleTime: 10_000,
      retry: (count, error) =>
        count < 2 && !(error instanceof CallError && error.status >= 400 && error.status < 500),
    },
    mutations: { networkMode: "always" },
  },
});

watchReach(
  () => void call.get("/sign-in").catch(() => {}),
  () => void client.invalidateQueries(),
);

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
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}
