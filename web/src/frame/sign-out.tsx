import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { call } from "../api/call.ts";
import { clearQueries } from "../api/client.ts";
import { session } from "../api/session.ts";
import { tellError, Waiting } from "../parts/notices.tsx";
import { forgetFilters } from "./arrival.tsx";

/** How one comes to the sign-in page: where from, and whether to be signed out there. */
interface OnTheWay {
  from?: string;
  signsOut?: boolean;
}

/** Leads out by way of the sign-in page, as leaving a page is where unsaved work is asked about. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const state: OnTheWay = { from: pathname + search, signsOut: true };
  return () => void navigate("/sign-in", { replace: true, state });
}

/** The sign-in page for one who is signed in. */
export function SignedIn() {
  const { from = "/", signsOut }: OnTheWay = useLocation().state ?? {};
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
      // The same user comes back to where they were; anyone else is led to the first page.
      await navigate("/sign-in", { replace: true, state: { from } satisfies OnTheWay });
    }
    void signOut();
  }, []);
  return <Waiting />;
}
