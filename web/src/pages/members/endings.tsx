/** Dialogs before a member is removed, becomes a viewer, or leaves: what they made ends unless an owner keeps it. */
import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { Workspace } from "../../api/types.ts";
import { openWorkspace } from "../../frame/commands.ts";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { type Belongings, words } from "./words.ts";

export interface Ended {
  revokedKeys: Belongings["keys"];
  deletedWebhooks: Belongings["webhooks"];
  endedLinks: Belongings["links"];
}

/** Prefixes of keys, and ids of the others. */
type Keep = Record<keyof Belongings, string[]>;

export const belongingsOf = (userId: string) => ({
  queryKey: ["belongings", userId],
  queryFn: () => call.get<Belongings>(`/belongings/${userId}`),
  staleTime: 0,
});

export const isNothing = ({ keys, webhooks, links }: Belongings): boolean =>
  keys.length + webhooks.length + links.length === 0;

/** Names what has ended. */
export const tellWith = (said: string, { revokedKeys, deletedWebhooks, endedLinks }: Ended): void =>
  tell([said, ...words.ended({ keys: revokedKeys, webhooks: deletedWebhooks, links: endedLinks })].join(" "));

export function useRefreshMembers() {
  const client = useQueryClient();
  const changed = ["members", "me", "keys", "webhooks", "webhook-notices", "insight-links", "belongings"];
  return () => Promise.all(changed.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

const keepQuery = ({ keys, webhooks, links }: Keep): string =>
  `keep=${keys.join(",")}&keepWebhooks=${webhooks.join(",")}&keepLinks=${links.join(",")}`;

interface EndingProps {
  title: string;
  text: string;
  /** What the member made, as a query. */
  query: { queryKey: string[]; queryFn: () => Promise<Belongings>; staleTime: number };
  mayKeep: boolean;
  confirm: string;
  isPending: boolean;
  act: (keep: Keep) => void;
  onClose: () => void;
}

function EndingDialog({ title, text, query, mayKeep, confirm, isPending, act, onClose }: EndingProps) {
  const found = useQuery(query);
  const [keep, setKeep] = useState<Keep>({ keys: [], webhooks: [], links: [] });
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Text size="sm">{text}</Text>
        {found.isError && <Failure error={found.error} retry={() => found.refetch()} />}
        {found.data && mayKeep && <Choice of={found.data} keep={keep} setKeep={setKeep} />}
        {found.data &&
          !mayKeep &&
          words.loses(found.data).map((line) => (
            <Text key={line} size="sm" style={{ overflowWrap: "anywhere" }}>
              {line}
            </Text>
          ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button color="red" disabled={!found.data} loading={isPending} onClick={() => act(keep)}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Choice({ of, keep, setKeep }: { of: Belongings; keep: Keep; setKeep: (keep: Keep) => void }) {
  if (isNothing(of)) return null;
  const choices = {
    keys: of.keys.map(({ prefix, name }) => ({ value: prefix, label: name })),
    webhooks: of.webhooks.map((webhook) => ({ value: webhook.id, label: words.webhookOf(webhook) })),
    links: of.links.map((link) => ({ value: link.id, label: words.numbersOf(link) })),
  };
  return (
    <>
      <Text size="sm">{words.keepHelp}</Text>
      {(["keys", "webhooks", "links"] as const)
        .filter((kind) => choices[kind].length > 0)
        .map((kind) => (
          <Checkbox.Group
            key={kind}
            label={words.keepLabels[kind]}
            value={keep[kind]}
            onChange={(chosen) => setKeep({ ...keep, [kind]: chosen })}
          >
            <Stack gap="xs" my="xs">
              {choices[kind].map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} style={{ overflowWrap: "anywhere" }} />
              ))}
            </Stack>
          </Checkbox.Group>
        ))}
    </>
  );
}

interface OfMemberProps {
  userId: string;
  name: string;
  onClose: () => void;
}

export function RemoveMember({ userId, name, onClose }: OfMemberProps) {
  const refresh = useRefreshMembers();
  const removal = useMutation({
    mutationFn: (keep: Keep) => call.remove<Ended>(`/members/${userId}?${keepQuery(keep)}`),
    onSuccess: (answer) => {
      onClose();
      tellWith(words.removed(name), answer);
      return refresh();
    },
    onError: tellError,
  });
  return (
    <EndingDialog
      title={words.removeTitle(name)}
      text={words.removeText}
      query={belongingsOf(userId)}
      mayKeep
      confirm={words.removeConfirm}
      isPending={removal.isPending}
      act={removal.mutate}
      onClose={onClose}
    />
  );
}

/** For a member who made something that viewers cannot make. */
export function MakeViewer({ userId, name, isMe, onClose }: OfMemberProps & { isMe: boolean }) {
  const refresh = useRefreshMembers();
  const change = useMutation({
    mutationFn: (keep: Keep) => call.patch<Ended>(`/members/${userId}?${keepQuery(keep)}`, { role: "viewer" }),
    onSuccess: (answer) => {
      onClose();
      tellWith(words.changed(name, "viewer"), answer);
      return refresh();
    },
    onError: tellError,
  });
  return (
    <EndingDialog
      title={isMe ? words.ownTitle("viewer") : words.roleTitle(name, "viewer")}
      text={isMe ? words.ownText : words.viewerText}
      query={belongingsOf(userId)}
      mayKeep={!isMe}
      confirm={words.roleConfirm}
      isPending={change.isPending}
      act={change.mutate}
      onClose={onClose}
    />
  );
}

export function LeaveDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const leaving = useMutation({
    mutationFn: () => call.post("/leave"),
    // The server opens the newest workspace for somebody who is no member of the named one.
    onSuccess: () => openWorkspace(workspace.id),
    onError: tellError,
  });
  return (
    <EndingDialog
      title={words.leaveTitle(workspace.name)}
      text={words.leaveText}
      query={{ queryKey: ["belongings"], queryFn: () => call.get<Belongings>("/leave"), staleTime: 0 }}
      mayKeep={false}
      confirm={words.leaveConfirm}
      isPending={leaving.isPending}
      act={() => leaving.mutate()}
      onClose={onClose}
    />
  );
}
