import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallError } from "./call.ts";

/** A session that ended shows the sign-in page, wherever one is. */
function noticeEnd(error: Error): void {
  if (error instanceof CallError && error.error === "not_signed_in") {
    client.setQueryData(["me"], null);
  }
}

export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) =>
        count < 2 && !(error instanceof CallError && error.status >= 400 && error.status < 500),
    },
  },
});

/** When someone else comes: nothing of the last user's stays, but who is here is asked anew. */
export function clearQueries(queries: QueryClient): void {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== "me" });
}
