import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { CallError, call } from "../../api/call.ts";
import { session } from "../../api/session.ts";
import type { Me, MemberRole, Workspace } from "../../api/types.ts";
import { openWorkspace } from "../../frame/commands.ts";
import { Failure, tellError, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { useToken } from "../sign-in/link.tsx";
import { WORDS } from "../sign-in/words.ts";
import { words } from "./words.ts";

/** Opened by the link of an invitation. Whoever opened it before signing in joins without being asked again. */
export default function JoinPage({ me }: { me: Me }) {
  const opened = useToken();
  const [kept] = useState(session.invitation);
  const token = opened || kept?.token || "";
  const wasOpened = kept?.token === token;
  const target = useQuery({
    queryKey: ["join", token],
    queryFn: () => call.post<{ workspaceId: string; name: string; role: MemberRole }>("/join/check", { token }),
    retry: false,
    enabled: !wasOpened,
  });
  const joining = useMutation({
    mutationFn: () => call.post<Workspace>("/join", { token }),
    onSuccess: ({ id }) => openWorkspace(id),
    onError: (error) => {
      if (!wasOpened) tellError(error);
    },
  });
  const join = joining.mutate;
  // Creating the account with an identity provider has used it up.
  const isMember = me.workspaces.some(({ id }) => id === kept?.workspaceId);
  useEffect(() => {
    session.forgetInvitation();
    if (!wasOpened) return;
    if (isMember) openWorkspace(kept!.workspaceId);
    else join();
  }, [kept, wasOpened, isMember, join]);
  const error = wasOpened ? joining.error : target.error;
  if (error instanceof CallError && error.fields.token !== undefined) {
    return (
      <Page title={WORDS.linkVoid} lead={error.message}>
        <Button component={Link} to="/" variant="default">
          {words.toOverview}
        </Button>
      </Page>
    );
  }
  if (error) {
    return (
      <Page title={words.join}>
        <Failure error={error} retry={() => (wasOpened ? join() : target.refetch())} />
      </Page>
    );
  }
  if (wasOpened || target.isPending) return <Waiting />;
  const { workspaceId, name, role } = target.data!;
  const joined = me.workspaces.find(({ id }) => id === workspaceId);
  if (joined) {
    return (
      <Page title={words.join} lead={words.alreadyIn(joined.name, joined.role)}>
        <Button onClick={() => openWorkspace(joined.id)}>{words.openWorkspace}</Button>
      </Page>
    );
  }
  return (
    <Page title={words.join} lead={words.joinLead(name, role)}>
      <Button loading={joining.isPending} onClick={() => join()}>
        {words.joinConfirm}
      </Button>
    </Page>
  );
}
