import { Button } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import type { LinkTarget } from "../../../../src/accounts/account-links.ts";
import { type CallError, call } from "../../api/call.ts";
import { Failure, Waiting } from "../../parts/notices.tsx";
import { Frame } from "./frame.tsx";
import { WORDS } from "./words.ts";

const tokenInAddress = (): string => window.location.hash.slice(1);
const hideToken = (): void => window.history.replaceState(null, "", window.location.pathname);

/** The token after the #. It is removed from the address bar, and kept only while the page is open. */
export function useToken(): string {
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    // Opening the link again on this page is only a change of the hash.
    function take(): void {
      if (tokenInAddress() === "") return;
      setToken(tokenInAddress());
      hideToken();
    }
    hideToken();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}

interface WithLinkProps {
  kind: "set-up" | "reset";
  children: (token: string, target: LinkTarget) => ReactNode;
}

/** Shows its children once the server has confirmed the link, else why it is invalid. */
export function WithLink(props: WithLinkProps) {
  const token = useToken();
  if (token !== "") return <Checked key={token} token={token} {...props} />;
  return (
    <Frame title={WORDS.openAgain} lead={WORDS.openAgainLead}>
      <ToSignIn />
    </Frame>
  );
}

function Checked({ kind, token, children }: WithLinkProps & { token: string }) {
  const [target, setTarget] = useState<LinkTarget | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const ask = useCallback(() => {
    setFailure(null);
    call.post<LinkTarget>("/link", { kind, token }).then(setTarget, setFailure);
  }, [kind, token]);
  useEffect(ask, [ask]);

  if (target) return children(token, target);
  if (!failure) return <Waiting />;
  if (failure.fields.token === undefined) {
    return (
      <Frame title={WORDS.linkUnknown} lead={WORDS.linkUnknownLead}>
        <Failure error={failure} retry={ask} />
      </Frame>
    );
  }
  return (
    <Frame title={WORDS.linkVoid} lead={failure.message}>
      <ToSignIn />
    </Frame>
  );
}

export const ToSignIn = () => (
  <Button component={Link} to="/sign-in" variant="default" fullWidth>
    {WORDS.toSignIn}
  </Button>
);
