import { ActionIcon, Badge, Card, Group, Progress, Stack, Table, Text, Tooltip } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { ApiKey, KeyList } from "../../api/types.ts";
import { Editors } from "../../parts/editors.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { Maker } from "../../parts/maker.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { ask, tell, tellError } from "../../parts/notices.tsx";
import { words } from "./words.ts";

interface KeysProps {
  list: KeyList;
  revoke: (key: ApiKey) => void;
}

/** A table on a wide screen, otherwise cards. */
export function Keys({ list }: { list: KeyList }) {
  const revoke = useRevoke();
  const isNarrow = useIsNarrow("tablet");
  return isNarrow ? <KeyCards list={list} revoke={revoke} /> : <KeyTable list={list} revoke={revoke} />;
}

function useRevoke() {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => call.remove(`/keys/${key.prefix}`),
    onSuccess: (_nothing, key) => {
      tell(key.isEnded ? words.removed(key.name) : words.revoked(key.name));
      return client.invalidateQueries({ queryKey: ["keys"] });
    },
    onError: tellError,
  });
  return (key: ApiKey) => {
    // An expired key is already rejected, so no confirmation is needed.
    if (key.isEnded) return revoke.mutate(key);
    ask({
      title: words.revokeTitle(key.name),
      words: words.revokeText,
      confirm: words.revokeConfirm,
      act: () => revoke.mutate(key),
    });
  };
}

const ONE_LINE = { whiteSpace: "nowrap" } as const;

const shown = (key: ApiKey): string => `tsr_${key.prefix}_…${key.lastFour}`;
const lastUsed = (key: ApiKey): string => (key.lastUsedAt ? inWords.ago(key.lastUsedAt) : words.never);

/** Read-only, and the expiry date. */
function Limits({ of: key }: { of: ApiKey }) {
  if (key.scope === "full" && key.endsAt === null) return null;
  return (
    <Group gap={6} mt={4}>
      {key.scope === "read-only" && (
        <Badge variant="light" color="gray">
          {words.readOnly}
        </Badge>
      )}
      {key.endsAt && (
        <Badge variant="light" color={key.isEnded ? "amber" : "gray"}>
          {key.isEnded ? words.expired(inWords.day(key.endsAt)) : words.expires(inWords.day(key.endsAt))}
        </Badge>
      )}
    </Group>
  );
}

function KeyTable({ list, revoke }: KeysProps) {
  return (
    <Card padding={0}>
      <Table verticalSpacing="sm" horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            {words.columns.map((head) => (
              <Table.Th key={head} style={ONE_LINE}>
                {head}
              </Table.Th>
            ))}
            <Table.Td w={1} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.keys.map((key) => (
            <Table.Tr key={key.prefix}>
              <Table.Td fw={500} style={{ overflowWrap: "anywhere" }}>
                {key.name}
                <Maker madeBy={key.madeBy} />
                <Limits of={key} />
              </Table.Td>
              <Table.Td>
                <Text size="sm" ff="monospace" style={ONE_LINE}>
                  {shown(key)}
                </Text>
              </Table.Td>
              <Table.Td style={ONE_LINE}>{inWords.day(key.createdAt)}</Table.Td>
              <Table.Td style={ONE_LINE}>{lastUsed(key)}</Table.Td>
              <Table.Td miw={150}>
                <Usage used={key.used} limit={list.limit} freesAt={key.freesAt} />
              </Table.Td>
              <Table.Td>
                <Revoke of={key} act={() => revoke(key)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function KeyCards({ list, revoke }: KeysProps) {
  return (
    <Stack gap="sm" component="ul" m={0} p={0} aria-label={words.list} style={{ listStyle: "none" }}>
      {list.keys.map((key) => (
        <Card component="li" key={key.prefix} padding="md">
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
            <div style={{ minWidth: 0 }}>
              <Text fw={500} style={{ overflowWrap: "anywhere" }}>
                {key.name}
              </Text>
              <Maker madeBy={key.madeBy} />
              <Text size="sm" ff="monospace" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {shown(key)}
              </Text>
              <Limits of={key} />
            </div>
            <Revoke of={key} act={() => revoke(key)} />
          </Group>
          <Text size="sm" c="dimmed" mt="xs" mb="sm">
            {words.history(inWords.day(key.createdAt), lastUsed(key))}
          </Text>
          <Usage used={key.used} limit={list.limit} freesAt={key.freesAt} after={words.lastHour} />
        </Card>
      ))}
    </Stack>
  );
}

function Revoke({ of: key, act }: { of: ApiKey; act: () => void }) {
  const word = key.isEnded ? words.remove : words.revoke;
  return (
    <Editors>
      <Tooltip label={word}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`${word} ${key.name}`} onClick={act}>
          <Icon name="trash" />
        </ActionIcon>
      </Tooltip>
    </Editors>
  );
}

interface UsageProps {
  used: number;
  limit: number;
  freesAt: string | null;
  /** Shown after the number where there is no heading. */
  after?: string;
}

function Usage({ used, limit, freesAt, after = "" }: UsageProps) {
  const full = used >= limit;
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">
          {words.used(inWords.number(used), inWords.number(limit))}
          {after}
        </Text>
        {full && freesAt && (
          <Text size="xs" c="dimmed">
            {words.free(inWords.ago(freesAt))}
          </Text>
        )}
      </Group>
      <Progress value={(100 * used) / limit} color={full ? "red" : "var(--chart)"} size="sm" aria-label={words.usage} />
    </div>
  );
}
