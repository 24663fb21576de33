import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "./call.ts";
import { useRefreshCodes } from "./queries.ts";

type Count = { count: number };

/** How many example codes the user has. One that the user has changed is none. */
export const useExamples = () =>
  useQuery({ queryKey: ["examples"], queryFn: () => call.get<Count>("/examples"), staleTime: 60_000 });

/** Creates or removes all of them; returns how many. */
export function useChangeExamples() {
  const client = useQueryClient();
  const refresh = useRefreshCodes();
  return useMutation({
    mutationFn: (wanted: "make" | "remove") =>
      wanted === "make" ? call.post<Count>("/examples") : call.remove<Count>("/examples"),
    onSuccess: () => Promise.all([refresh(), client.invalidateQueries({ queryKey: ["overview"] })]),
  });
}
