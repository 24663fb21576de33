import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { call } from "../../api/call.ts";
import type { MemberRole } from "../../api/types.ts";
import { openWorkspace } from "../../frame/commands.ts";
import { Failure, Waiting } from "../../parts/notices.tsx";
import { SignInForm } from "../sign-in/form.tsx";
import { Frame } from "../sign-in/frame.tsx";
import { useToken } from "../sign-in/link.tsx";
import { OidcButton, useWays } from "../sign-in/pages.tsx";
import { words } from "./words.ts";

/** Opened by the link of an invitation without being signed in: creates an account in the workspace. */
export default function JoinAsGuest() {
  const token = useToken();
  const ways = useWays();
  const target = useQuery({
    queryKey: ["join", token],
    queryFn: () => call.post<{ workspaceId: string; name: string; role: MemberRole }>("/join/check", { token }),
    retry: false,
  });
  if (target.isPending) return <Waiting />;
  if (target.isError) {
    return (
      <Frame title={words.join} lead={words.joinFailed}>
        <Failure error={target.error} retry={() => target.refetch()} />
      </Frame>
    );
  }
  const { workspaceId, name, role } = target.data;
  const provider = ways.data?.oidc;
  return (
    <Frame title={words.join} lead={words.joinLead(name, role)}>
      <SignInForm
        fresh
        withName
        button={words.joinAsNew}
        send={async (account) => {
          await call.post("/join/sign-up", { token, ...account });
          await call.post("/sign-in", { email: account.email, password: account.password });
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
