import {
  ActionIcon,
  Anchor,
  Button,
  Card,
  Group,
  Progress,
  ScrollArea,
  Skeleton,
  Table,
  Text,
  Tooltip,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { ApiKey, KeyList } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure, tell, tellError } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { capital, inWords } from "../../parts/words.ts";
import { NewKey } from "./new-key.tsx";

export default function KeysPage() {
  const [opened, { open, close }] = useDisclosure();
  const list = useQuery({
    queryKey: ["keys"],
    queryFn: () => call.get<KeyList>("/keys"),
    refetchInterval: 15_000,
  });
  const create = (
    <Button onClick={open} leftSection={<Icon name="plus" />}>
      New key
    </Button>
  );
  const data = list.data;
  return (
    <Page
      title="API Keys"
      actions={create}
      lead={
        <>
          For programs that make and read codes.{" "}
          <Anchor href="/docs" inherit underline="always">
            API reference
          </Anchor>
          {data && ` · Plan ${capital(data.plan)}: ${data.limit} requests an hour for each key.`}
        </>
      }
    >
      {list.isPending && (
        <Skeleton h={220} radius="lg" role="status" aria-label="Loading the keys" />
      )}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {data?.keys.length === 0 && (
        <Empty icon="key" title="No key yet" action={create}>
          A key lets a program of yours use the API in your name. It is shown once, when it is made.
        </Empty>
      )}
      {data && data.keys.length > 0 && <KeyTable list={data} />}
      <NewKey opened={opened} close={close} />
    </Page>
  );
}

function KeyTable({ list }: { list: KeyList }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => call.remove(`/keys/${key.prefix}`),
    onSuccess: (_nothing, key) => {
      tell(`“${key.name}” is revoked. It is refused from now on.`);
      return client.invalidateQueries({ queryKey: ["keys"] });
    },
    onError: tellError,
  });
  const ask = (key: ApiKey) =>
    modals.openConfirmModal({
      title: `Revoke “${key.name}”?`,
      children: (
        <Text size="sm">
          Whatever uses it is refused from the next request on. This cannot be undone; a new key
          takes a minute.
        </Text>
      ),
      labels: { confirm: "Revoke it", cancel: "Keep it" },
      confirmProps: { color: "red" },
      onConfirm: () => revoke.mutate(key),
    });
  return (
    <Card padding={0}>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, "aria-label": "Table of keys" }}>
        <Table miw={820} verticalSpacing="sm" horizontalSpacing="lg">
          <Table.Thead>
            <Table.Tr>
              {["Name", "Key", "Created", "Last used", "Used this hour", ""].map((head) => (
                <Table.Th key={head}>
                  {head || <span style={{ position: "absolute", left: -9999 }}>Revoke</span>}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.keys.map((key) => (
              <Table.Tr key={key.prefix}>
                <Table.Td fw={600} style={{ overflowWrap: "anywhere" }}>
                  {key.name}
                </Table.Td>
                <Table.Td>
                  <Text size="sm" ff="monospace" style={{ whiteSpace: "nowrap" }}>
                    tsr_{key.prefix}_…{key.lastFour}
                  </Text>
                </Table.Td>
                <Table.Td>{inWords.day(key.createdAt)}</Table.Td>
                <Table.Td>{key.lastUsedAt ? inWords.ago(key.lastUsedAt) : "Never"}</Table.Td>
                <Table.Td miw={150}>
                  <Usage used={key.used} limit={list.limit} freesAt={key.freesAt} />
                </Table.Td>
                <Table.Td>
                  <Tooltip label="Revoke">
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      aria-label={`Revoke ${key.name}`}
                      onClick={() => ask(key)}
                    >
                      <Icon name="trash" />
                    </ActionIcon>
                  </Tooltip>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Card>
  );
}

function Usage({ used, limit, freesAt }: { used: number; limit: number; freesAt: string | null }) {
  const full = used >= limit;
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" className="numbers">
          {used} of {limit}
        </Text>
        {full && freesAt && (
          <Text size="xs" c="dimmed">
            free {inWords.ago(freesAt)}
          </Text>
        )}
      </Group>
      <Progress
        value={(100 * used) / limit}
        color={full ? "red" : "glass"}
        size="sm"
        aria-label="Requests used this hour"
      />
    </div>
  );
}
