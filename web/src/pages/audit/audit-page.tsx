import { Anchor, Box, Button, Card, Group, Select, Skeleton, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { AuditKind } from "../../../../src/shared/audit.ts";
import type { ShownEntry } from "../../../../src/workspaces/audit.ts";
import { address, call } from "../../api/call.ts";
import { toSettings } from "../../frame/settings-tabs.tsx";
import { DayField } from "../../parts/day-field.tsx";
import { inWords, shownZone } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import classes from "./audit.module.css";
import { actorOf, addressOf, detailOf, doneOf, linkedOf } from "./sentences.ts";
import { words } from "./words.ts";

interface Filter {
  kind: AuditKind | "";
  from: string;
  to: string;
}

const NO_FILTER: Filter = { kind: "", from: "", to: "" };
const KINDS = Object.entries(words.kinds).map(([value, label]) => ({ value, label }));

/** Only what is set. */
const queryOf = (filter: Filter, more: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams(
    Object.entries({ ...filter, timezone: shownZone(), ...more }).filter(([, value]) => value !== ""),
  );

/** What was done in the workspace, for its owners. */
export default function AuditPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const list = useInfiniteQuery({
    queryKey: ["audit", filter, shownZone()],
    queryFn: ({ pageParam }) =>
      call.get<{ data: ShownEntry[]; nextCursor: string | null }>(`/audit?${queryOf(filter, { cursor: pageParam })}`),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const set = (change: Partial<Filter>) => setFilter({ ...filter, ...change });
  return (
    <Page
      title={words.title}
      back={toSettings}
      lead={words.lead}
      actions={
        <Button
          component="a"
          href={address(`/audit.csv?${queryOf(filter)}`)}
          download
          variant="default"
          leftSection={<Icon name="download" size={16} />}
        >
          {words.csv}
        </Button>
      }
    >
      <Group gap="sm" mb="md" align="flex-end">
        <Select
          label={words.kind}
          placeholder={words.allKinds}
          data={KINDS}
          value={filter.kind || null}
          clearable
          w={160}
          onChange={(kind) => set({ kind: (kind ?? "") as Filter["kind"] })}
        />
        {(["from", "to"] as const).map((field) => (
          <DayField
            key={field}
            label={words[field]}
            w={160}
            value={filter[field]}
            onChange={(day) => set({ [field]: day })}
          />
        ))}
      </Group>
      {list.isPending && <Skeleton h={220} radius="lg" role="status" aria-label={words.loading} />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && entries.length === 0 && <Empty title={words.empty}>{words.emptyText}</Empty>}
      {entries.length > 0 && <Entries entries={entries} />}
      {list.hasNextPage && (
        <Button mt="md" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.older}
        </Button>
      )}
    </Page>
  );
}

function Entries({ entries }: { entries: ShownEntry[] }) {
  return (
    <Card padding={0}>
      <Box style={{ overflowX: "auto" }} tabIndex={0} role="region" aria-label={words.title}>
        <Table verticalSpacing="xs" horizontalSpacing="md" className={classes.entries}>
          <Table.Thead>
            <Table.Tr>
              {words.columns.map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <Table.Tr key={entry.id}>
                <Table.Td style={{ whiteSpace: "nowrap" }}>{inWords.dateTime(entry.at)}</Table.Td>
                <Table.Td style={{ overflowWrap: "anywhere" }} title={addressOf(entry) ?? undefined}>
                  {actorOf(entry)}
                </Table.Td>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  <Done entry={entry} />
                  {detailOf(entry) && (
                    <Text size="xs" c="dimmed">
                      {detailOf(entry)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{entry.device ?? (entry.actor?.kind === "command" ? null : words.unknown)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </Card>
  );
}

/** The name of a code that still is there leads to it. */
function Done({ entry }: { entry: ShownEntry }) {
  const linked = linkedOf(entry);
  if (linked === null) return doneOf(entry);
  return (
    <>
      {linked.before}
      <Anchor component={Link} to={`/codes/${entry.subject!.id}`} inherit>
        {linked.name}
      </Anchor>
      {linked.after}
    </>
  );
}
