import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { CallError, call } from "../../api/call.ts";
import { session } from "../../api/session.ts";
import type { MemberRole } from "../../api/types.ts";
import { openWorkspace } from "../../frame/commands.ts";
import { ownZone } from "../../parts/formats.ts";
import { Failure, Waiting } from "../../parts/notices.tsx";
import { SignInForm } from "../sign-in/form.tsx";
import { Frame } from "../sign-in/frame.tsx";
import { ToSignIn, useToken } from "../sign-in/link.tsx";
import { OidcButton, useWays } from "../sign-in/pages.tsx";
import { WORDS } from "../sign-in/words.ts";
import { words } from "./words.ts";

interface Target {
  workspaceId: string;
  name: string;
  role: MemberRole;
  /** Where the invitation was sent; null if it was passed on as a link. */
  email: string | null;
}

/**
 * Opened by the link of an invitation without being signed in: creates an account in the workspace. The invitation is
 * kept, so that it is not lost on another way to sign in.
 */
export default function JoinAsGuest() {
  const token = useToken();
  const ways = useWays();
  const target = useQuery({
    queryKey: ["join", token],
    queryFn: () => call.post<Target>("/join/check", { token }),
    retry: false,
  });
  const workspace = target.data?.workspaceId;
  useEffect(() => {
    if (workspace !== undefined) session.keepInvitation({ token, workspaceId: workspace });
  }, [token, workspace]);
  if (target.isPending) return <Waiting />;
  if (target.isError) {
    const isVoid = target.error instanceof CallError && target.error.fields.token !== undefined;
    return (
      <Frame
        title={isVoid ? WORDS.linkVoid : WORDS.linkUnknown}
        lead={isVoid ? target.error.message : WORDS.linkUnknownLead}
      >
        {isVoid ? <ToSignIn /> : <Failure error={target.error} retry={() => target.refetch()} />}
      </Frame>
    );
  }
  const { workspaceId, name, role, email } = target.data;
  const provider = ways.data?.oidc;
  return (
    <Frame title={words.join} lead={words.joinLead(name, role)}>
      <SignInForm
        fresh
        withName
        suggested={email ?? ""}
        button={words.joinAsNew}
        send={async (account) => {
          await call.post("/join/sign-up", { token, ...account, zone: ownZone() });
          await call.post("/sign-in", { email: account.email, password: account.password });
          session.forgetInvitation();
          openWorkspace(workspaceId);
        }}
      />
      {provider && <OidcButton provider={provider} invitation={token} />}
      <Text size="sm" c="dimmed" mt="md">
        {words.haveAccount}{" "}
        <Anchor component={Link} to={`/join/sign-in#${token}`} inherit underline="always">
          {words.signIn}
        </Anchor>
      </Text>
    </Frame>
  );
}
