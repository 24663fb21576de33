import { Anchor, Badge, Button, Code, Group, Modal, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { type InsightLink, useChangeLinks, useInsightLinks } from "../api/overview.ts";
import { useMayEdit } from "../api/workspace.ts";
import { CopyIcon } from "./copy.tsx";
import { inWords } from "./formats.ts";
import { Icon } from "./icon.tsx";
import { Maker } from "./maker.tsx";
import { useIsNarrow } from "./narrow.ts";
import { ask, Failure, tellError } from "./notices.tsx";
import { shareNumbers as words } from "./words.ts";

const DAY_MS = 86_400_000;

interface ShareNumbersProps {
  /** Null: all codes. */
  codeId: string | null;
}

/** Opens the links to a public page with the numbers. */
export function ShareNumbers({ codeId }: ShareNumbersProps) {
  const mayEdit = useMayEdit();
  const [isOpen, { open, close }] = useDisclosure();
  const isNarrow = useIsNarrow("small");
  // Others could only read that there are links.
  if (!mayEdit) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        px={8}
        leftSection={!isNarrow && <Icon name="link" size={16} />}
        onClick={open}
      >
        {words.button}
      </Button>
      <Modal opened={isOpen} onClose={close} title={words.title} size="lg">
        {isOpen && <Links codeId={codeId} />}
      </Modal>
    </>
  );
}

function Links({ codeId }: { codeId: string | null }) {
  const links = useInsightLinks(codeId);
  const { create, revoke } = useChangeLinks();
  const [days, setDays] = useState("");
  const make = () =>
    create.mutate(
      {
        ...(codeId === null ? {} : { codeId }),
        endsAt: days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      },
      { onError: tellError },
    );
  const end = ({ id }: InsightLink) =>
    ask({
      title: words.revokeTitle,
      words: words.revokeText,
      confirm: words.revoke,
      act: () => revoke.mutate(id, { onError: tellError }),
    });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {codeId === null ? words.leadAll : words.lead}
      </Text>
      {links.isPending && <Skeleton h={60} role="status" aria-label={words.loading} />}
      {links.isError && <Failure error={links.error} retry={() => links.refetch()} />}
      {links.data?.map((link) => (
        <Stack key={link.id} gap={4} data-link={link.id}>
          <Group gap="xs" wrap="nowrap">
            <Anchor href={link.url} target="_blank" rel="noreferrer" truncate flex={1} size="sm">
              {link.url}
            </Anchor>
            {link.isEnded && <Badge color="gray">{words.ended}</Badge>}
            <CopyIcon value={link.url} label={words.copy} />
            <Button variant="default" size="compact-md" onClick={() => end(link)}>
              {words.revoke}
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            {words.since(inWords.day(link.createdAt), link.endsAt === null ? null : inWords.dateTime(link.endsAt))}
          </Text>
          <Maker madeBy={link.madeBy} size="xs" />
          <Text size="xs" c="dimmed">
            {words.embed}{" "}
            <Code
              style={{ overflowWrap: "anywhere" }}
            >{`<iframe src="${link.url}/chart" title="${words.alt}" width="720" height="480" style="border:0"></iframe>`}</Code>
          </Text>
        </Stack>
      ))}
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={words.until}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          data={Object.entries(words.ends).map(([value, label]) => ({ value, label }))}
        />
        <Button onClick={make} loading={create.isPending}>
          {words.create}
        </Button>
      </Group>
    </Stack>
  );
}
