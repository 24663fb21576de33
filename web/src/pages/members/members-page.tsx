import {
  Badge,
  Box,
  Button,
  Checkbox,
  Code,
  Group,
  Modal,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { KeyList, Me, Member, MemberRole, Workspace } from "../../api/types.ts";
import { openOf } from "../../api/workspace.ts";
import { emailProblem, required, useCallForm } from "../../forms/call-form.ts";
import { openWorkspace } from "../../frame/commands.ts";
import { WorkspaceTabs } from "../../frame/workspace-tabs.tsx";
import { CopyWide } from "../../parts/copy.tsx";
import { FormButtons } from "../../parts/form-dialog.tsx";
import { inWords, ownZone } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { ask, Failure, tell, tellError } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import classes from "./members.module.css";
import { words } from "./words.ts";

interface Invitation {
  id: string;
  role: MemberRole;
  email: string | null;
  expiresAt: string;
}

interface Revoked {
  revokedKeys: { name: string }[];
}

const ROLES = Object.entries(words.roles).map(([value, label]) => ({ value, label }));

const tellWith = (said: string, { revokedKeys }: Revoked): void =>
  tell(revokedKeys.length === 0 ? said : `${said} ${words.revoked(revokedKeys)}`);

/** The members of the open workspace. Only owners see what others may not do. */
export default function MembersPage({ me }: { me: Me }) {
  const workspace = openOf(me);
  const isOwner = workspace.role === "owner";
  const [inviting, invite] = useDisclosure();
  const [creating, create] = useDisclosure();
  const list = useQuery({ queryKey: ["members"], queryFn: () => call.get<{ members: Member[] }>("/members") });
  const members = list.data?.members ?? [];
  const isAlone = members.length === 1;
  const isOnlyOwner = isOwner && members.filter(({ role }) => role === "owner").length === 1;
  return (
    <Page
      title={words.title}
      lead={isAlone ? words.alone : words.lead(workspace.name)}
      actions={
        // If both do not fit next to the title, both go to the next line.
        <Group gap="sm">
          <Button variant="default" onClick={create.open}>
            {words.create}
          </Button>
          {isOwner && (
            <Button onClick={invite.open} leftSection={<Icon name="plus" />}>
              {words.invite}
            </Button>
          )}
        </Group>
      }
    >
      <WorkspaceTabs me={me} />
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
      {members.length > 1 && !isOnlyOwner && <Leave workspace={workspace} userId={me.id} />}
      {members.length > 1 && isOnlyOwner && (
        <Text size="sm" c="dimmed" mt="xl">
          {words.onlyOwner}
        </Text>
      )}
      <Modal opened={inviting} onClose={invite.close} size="lg" title={words.inviteTitle}>
        <Invite byMail={me.service.mail} close={invite.close} />
      </Modal>
      <Modal opened={creating} onClose={create.close} title={words.createTitle}>
        <NewWorkspace close={create.close} />
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
  const { userId, email, role } = member;
  const name = member.name || email;
  const change = useMutation({
    mutationFn: (next: MemberRole) => call.patch<Revoked>(`/members/${userId}`, { role: next }),
    onSuccess: (answer, next) => {
      tellWith(words.changed(name, next), answer);
      return refresh();
    },
    onError: tellError,
  });
  /** Asks first if something is lost: keys, or one's own rights. */
  const choose = async (next: MemberRole) => {
    if (next === role) return;
    const keys = next === "viewer" ? keysOf(await client.fetchQuery(KEYS), userId) : [];
    const losesKeys = keys.length > 0;
    if (!isMe && !losesKeys) return change.mutate(next);
    const lost = [isMe && words.ownText, losesKeys && words.keysText(keys)].filter(Boolean).join(" ");
    ask({
      title: isMe ? words.ownTitle(next) : words.roleTitle(name, next),
      words: lost,
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
    </li>
  );
}

function useRefreshMembers() {
  const client = useQueryClient();
  return () => Promise.all(["members", "me", "keys"].map((key) => client.invalidateQueries({ queryKey: [key] })));
}

const KEYS = { queryKey: ["keys"], queryFn: () => call.get<KeyList>("/keys"), staleTime: 0 };

/** The valid keys that a member created. */
const keysOf = ({ keys }: KeyList, userId: string) =>
  keys.filter(({ madeBy, isEnded }) => madeBy === userId && !isEnded);

/** Undefined while they are loading. */
function useKeysOf(userId: string) {
  const list = useQuery(KEYS);
  return list.data && keysOf(list.data, userId);
}

interface RemoveMemberProps {
  userId: string;
  name: string;
  onClose: () => void;
}

/** Asks which of the member's keys are kept. */
function RemoveMember({ userId, name, onClose }: RemoveMemberProps) {
  const refresh = useRefreshMembers();
  const keys = useKeysOf(userId);
  const [keep, setKeep] = useState<string[]>([]);
  const removal = useMutation({
    mutationFn: () => call.remove<Revoked>(`/members/${userId}?keep=${keep.join(",")}`),
    onSuccess: (answer) => {
      onClose();
      tellWith(words.removed(name), answer);
      return refresh();
    },
    onError: tellError,
  });
  return (
    <Modal opened onClose={onClose} title={words.removeTitle(name)}>
      <Stack>
        <Text size="sm">{words.removeText}</Text>
        {keys && keys.length > 0 && (
          <Checkbox.Group label={words.keepLabel} description={words.keepHelp} value={keep} onChange={setKeep}>
            <Stack gap="xs" my="xs">
              {keys.map((key) => (
                <Checkbox key={key.prefix} value={key.prefix} label={key.name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button color="red" disabled={!keys} loading={removal.isPending} onClick={() => removal.mutate()}>
            {words.removeConfirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
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

function NewWorkspace({ close }: { close: () => void }) {
  const input = { initialValues: { name: "" }, validate: { name: required(words.noName) } };
  const form = useCallForm(input, async (values) =>
    openWorkspace((await call.post<Workspace>("/workspaces", { ...values, zone: ownZone() })).id),
  );
  return (
    <form {...form.props}>
      <Stack>
        <TextInput label={words.name} maxLength={100} data-autofocus {...form.getInputProps("name")} />
        <FormButtons form={form} action={words.createConfirm} cancel={words.cancel} onClose={close} />
      </Stack>
    </form>
  );
}

function Leave({ workspace, userId }: { workspace: Workspace; userId: string }) {
  const [asking, dialog] = useDisclosure();
  return (
    <>
      <Button variant="default" mt="xl" onClick={dialog.open}>
        {words.leave}
      </Button>
      {asking && <LeaveDialog workspace={workspace} userId={userId} onClose={dialog.close} />}
    </>
  );
}

interface LeaveDialogProps {
  workspace: Workspace;
  userId: string;
  onClose: () => void;
}

function LeaveDialog({ workspace, userId, onClose }: LeaveDialogProps) {
  const keys = useKeysOf(userId);
  const leaving = useMutation({
    mutationFn: () => call.post("/leave"),
    // The server opens the newest workspace for somebody who is no member of the named one.
    onSuccess: () => openWorkspace(workspace.id),
    onError: tellError,
  });
  return (
    <Modal opened onClose={onClose} title={words.leaveTitle(workspace.name)}>
      <Stack>
        <Text size="sm">{words.leaveText}</Text>
        {keys && keys.length > 0 && <Text size="sm">{words.losesKeys(keys)}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button color="red" disabled={!keys} loading={leaving.isPending} onClick={() => leaving.mutate()}>
            {words.leaveConfirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
