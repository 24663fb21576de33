import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { MemberRole, Workspace } from "../../api/types.ts";
import { openWorkspace } from "../../frame/commands.ts";
import { Failure, tellError, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { useToken } from "../sign-in/link.tsx";
import { words } from "./words.ts";

/** Opened by the link of an invitation. */
export default function JoinPage() {
  const token = useToken();
  const target = useQuery({
    queryKey: ["join", token],
    queryFn: () => call.post<{ name: string; role: MemberRole }>("/join/check", { token }),
    retry: false,
  });
  const joining = useMutation({
    mutationFn: () => call.post<Workspace>("/join", { token }),
    onSuccess: ({ id }) => openWorkspace(id),
    onError: tellError,
  });
  if (target.isPending) return <Waiting />;
  if (target.isError) {
    return (
      <Page title={words.join}>
        <Failure error={target.error} retry={() => target.refetch()} />
      </Page>
    );
  }
  return (
    <Page title={words.join} lead={words.joinLead(target.data.name, target.data.role)}>
      <Button loading={joining.isPending} onClick={() => joining.mutate()}>
        {words.joinConfirm}
      </Button>
    </Page>
  );
}
