import { Badge, Box, Button, Code, Group, Modal, Select, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { Me, Member, MemberRole, Workspace } from "../../api/types.ts";
import { openOf } from "../../api/workspace.ts";
import { emailProblem, useCallForm } from "../../forms/call-form.ts";
import { CopyWide } from "../../parts/copy.tsx";
import { FormButtons } from "../../parts/form-dialog.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { LocalInvitation } from "../../parts/local-warning.tsx";
import { ask, Failure, tellError } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import {
  belongingsOf,
  type Ended,
  isNothing,
  LeaveDialog,
  MakeViewer,
  RemoveMember,
  tellWith,
  useRefreshMembers,
} from "./endings.tsx";
import classes from "./members.module.css";
import { words } from "./words.ts";

interface Invitation {
  id: string;
  role: MemberRole;
  email: string | null;
  expiresAt: string;
}

const ROLES = Object.entries(words.roles).map(([value, label]) => ({ value, label }));

/** The members of the open workspace. Only owners see what others may not do. */
export default function PeoplePage({ me }: { me: Me }) {
  const workspace = openOf(me);
  const isOwner = workspace.role === "owner";
  const [inviting, invite] = useDisclosure();
  const list = useQuery({ queryKey: ["members"], queryFn: () => call.get<{ members: Member[] }>("/members") });
  const members = list.data?.members ?? [];
  const isAlone = members.length === 1;
  const isOnlyOwner = isOwner && members.filter(({ role }) => role === "owner").length === 1;
  return (
    <Page
      title={words.title}
      lead={isAlone ? words.alone : words.lead(workspace.name)}
      actions={
        isOwner && (
          <Button onClick={invite.open} leftSection={<Icon name="plus" />}>
            {words.invite}
          </Button>
        )
      }
    >
      {list.isPending && <Skeleton h={120} radius="lg" role="status" aria-label={words.loading} />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && (
        <Stack gap="xs" component="ul" m={0} p={0} aria-label={words.title}>
          {members.map((member) => {
            const isMe = member.userId === me.id;
            const mayChange = isOwner && !(isMe && isOnlyOwner);
            return <MemberRow key={member.userId} {...{ member, isMe, mayChange, isOwner }} />;
          })}
        </Stack>
      )}
      {isOwner && <Invitations />}
      {members.length > 1 && !isOnlyOwner && <Leave workspace={workspace} />}
      {members.length > 1 && isOnlyOwner && (
        <Text size="sm" c="dimmed" mt="xl">
          {words.onlyOwner}
        </Text>
      )}
      <Modal opened={inviting} onClose={invite.close} size="lg" title={words.inviteTitle}>
        <Invite byMail={me.service.mail} close={invite.close} />
      </Modal>
    </Page>
  );
}

interface MemberRowProps {
  member: Member;
  isMe: boolean;
  /** The role. */
  mayChange: boolean;
  /** Whether the user may remove others. */
  isOwner: boolean;
}

function MemberRow({ member, isMe, mayChange, isOwner }: MemberRowProps) {
  const refresh = useRefreshMembers();
  const client = useQueryClient();
  const [removing, removal] = useDisclosure();
  const [isLowering, lowering] = useDisclosure();
  const { userId, email, role } = member;
  const name = member.name || email;
  const change = useMutation({
    mutationFn: (next: MemberRole) => call.patch<Ended>(`/members/${userId}`, { role: next }),
    onSuccess: (answer, next) => {
      tellWith(words.changed(name, next), answer);
      return refresh();
    },
    onError: tellError,
  });
  /** Asks first if something is lost: what the member made, or one's own rights. */
  const choose = async (next: MemberRole) => {
    if (next === role) return;
    if (next === "viewer" && !isNothing(await client.fetchQuery(belongingsOf(userId)))) return lowering.open();
    if (!isMe) return change.mutate(next);
    ask({
      title: words.ownTitle(next),
      words: words.ownText,
      confirm: words.roleConfirm,
      cancel: words.cancel,
      act: () => change.mutate(next),
    });
  };
  return (
    <li className={classes.row}>
      <Box miw={0}>
        <Group gap="4px 8px">
          <Text fw={500} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          {isMe && (
            <Badge variant="light" color="gray">
              {words.you}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {email} · {words.joined(inWords.day(member.joinedAt))}
        </Text>
      </Box>
      {mayChange ? (
        <Select
          size="xs"
          w={110}
          aria-label={words.roleOf(name)}
          data={ROLES}
          value={role}
          allowDeselect={false}
          onChange={(next) => next && void choose(next as MemberRole).catch(tellError)}
        />
      ) : (
        <Text size="sm" className={classes.role}>
          {words.roles[role]}
        </Text>
      )}
      {isOwner && isMe && <Box w={84} visibleFrom="sm" />}
      {isOwner && !isMe && (
        <Button variant="subtle" color="red" size="xs" aria-label={words.removeLabel(name)} onClick={removal.open}>
          {words.remove}
        </Button>
      )}
      {removing && <RemoveMember userId={userId} name={name} onClose={removal.close} />}
      {isLowering && <MakeViewer userId={userId} name={name} isMe={isMe} onClose={lowering.close} />}
    </li>
  );
}

/** Unused invitations. */
function Invitations() {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ["invitations"],
    queryFn: () => call.get<{ invitations: Invitation[] }>("/invitations"),
  });
  const revocation = useMutation({
    mutationFn: (id: string) => call.remove(`/invitations/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ["invitations"] }),
    onError: tellError,
  });
  if (!list.data || list.data.invitations.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4" mt="xl" mb="xs">
        {words.invitations}
      </Title>
      <Stack gap="xs" component="ul" m={0} p={0}>
        {list.data.invitations.map(({ id, role, email, expiresAt }) => (
          <li key={id} className={classes.row}>
            <Box miw={0}>
              <Text fw={500} style={{ overflowWrap: "anywhere" }}>
                {email ?? words.byLink}
              </Text>
              <Text size="sm" c="dimmed">
                {words.invitation(role, inWords.dateTime(expiresAt))}
              </Text>
            </Box>
            <Button variant="subtle" color="red" size="xs" onClick={() => revocation.mutate(id)}>
              {words.revoke}
            </Button>
          </li>
        ))}
      </Stack>
    </>
  );
}

function Invite({ byMail, close }: { byMail: boolean; close: () => void }) {
  const client = useQueryClient();
  const [link, setLink] = useState("");
  const validate = { email: (email: string) => (email.trim() === "" ? null : emailProblem(email)) };
  const form = useCallForm({ initialValues: { role: "editor", email: "" }, validate }, async ({ role, email }) => {
    const body = email.trim() === "" ? { role } : { role, email };
    setLink((await call.post<{ link: string }>("/invitations", body)).link);
    void client.invalidateQueries({ queryKey: ["invitations"] });
  });
  if (link !== "") {
    return (
      <Stack>
        <Text size="sm">{form.values.email.trim() === "" ? words.linkText : words.mailedText(form.values.email)}</Text>
        <Code block data-link style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {link}
        </Code>
        <LocalInvitation />
        <Group>
          <CopyWide value={link} label={words.copyLink} />
        </Group>
      </Stack>
    );
  }
  return (
    <form {...form.props}>
      <Stack>
        <Select
          label={words.roleLabel}
          description={words.roleHelp}
          data={ROLES}
          allowDeselect={false}
          {...form.getInputProps("role")}
        />
        {byMail && (
          <TextInput
            label={words.emailLabel}
            description={words.emailHelp}
            type="email"
            {...form.getInputProps("email")}
          />
        )}
        <FormButtons
          form={form}
          action={form.values.email.trim() === "" ? words.createLink : words.sendInvitation}
          cancel={words.cancel}
          onClose={close}
        />
      </Stack>
    </form>
  );
}

function Leave({ workspace }: { workspace: Workspace }) {
  const [asking, dialog] = useDisclosure();
  return (
    <>
      <Button variant="default" mt="xl" onClick={dialog.open}>
        {words.leave}
      </Button>
      {asking && <LeaveDialog workspace={workspace} onClose={dialog.close} />}
    </>
  );
}
