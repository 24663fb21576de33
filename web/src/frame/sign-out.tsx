import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { call } from "../api/call.ts";
import { clearQueries } from "../api/client.ts";
import { session } from "../api/session.ts";
import { ask, tellError, Waiting } from "../parts/notices.tsx";
import { forgetFilters } from "./arrival.tsx";
import { words } from "./words.ts";

/** Router state of the sign-in page: where the user came from, and whether to sign them out. */
interface SignOutState {
  from?: string;
  signsOut?: boolean;
}

/** Signs out by navigating to the sign-in page, so that unsaved changes are asked about, as are drafts before. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const state: SignOutState = { from: pathname + search, signsOut: true };
  const leave = () => void navigate("/sign-in", { replace: true, state });
  return () =>
    session.hasDrafts()
      ? ask({ title: words.signOutTitle, words: words.signOutText, confirm: words.signOut, act: leave })
      : leave();
}

/** The sign-in page of a signed-in user: signs out, or goes back. */
export function SignedIn() {
  const { from = "/", signsOut }: SignOutState = useLocation().state ?? {};
  return signsOut ? <SigningOut from={from} /> : <Navigate to={from} replace />;
}

function SigningOut({ from }: { from: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    async function signOut(): Promise<void> {
      try {
        await call.post("/sign-out");
      } catch (error) {
        tellError(error);
        return navigate(from, { replace: true });
      }
      session.leave();
      forgetFilters();
      clearQueries(client);
      client.setQueryData(["me"], null);
      // The same user returns to their page; another starts on the first page.
      await navigate("/sign-in", { replace: true, state: { from } satisfies SignOutState });
    }
    void signOut();
  }, []);
  return <Waiting />;
}
