import { useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { clearQueries } from "../api/client.ts";
import { session } from "../api/session.ts";
import { tellError } from "../parts/notices.tsx";

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      await call.post("/sign-out");
      session.leave();
      clearQueries(client);
      client.setQueryData(["me"], null);
    } catch (error) {
      tellError(error);
    }
  };
}
