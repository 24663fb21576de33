import { Anchor, Box, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMayEdit } from "../../api/workspace.ts";
import { ExamplesButton } from "../../parts/examples.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty } from "../../parts/notices.tsx";
import { words } from "./words.ts";

/** A small sample image; it is decorative. */
const EXAMPLE =
  "M2 2h7v7H2zM15 2h7v7h-7zM2 15h7v7H2zM4.500 4.500h2v2h-2zM17.500 4.500h2v2h-2zM4.500 17.500h2v2h-2zM12 3v4M12 10v3h3M3 12h5M18 12h4M12 17v5M16 16h2v2M21 16v3M16 21h5";

/** The empty state: a sample row. */
export function FirstCode({ action }: { action: ReactNode }) {
  const { first } = words;
  if (!useMayEdit()) return <Empty title={first.none}>{first.noneText}</Empty>;
  return (
    <Card py={40}>
      <Stack align="center" gap="md" w="100%" maw={460} mx="auto" ta="center">
        <Card w="100%" maw={360} padding="sm" aria-hidden>
          <Group wrap="nowrap" gap="md">
            <Box c="glass" lh={0}>
              <svg aria-hidden="true" width="44" height="44" viewBox="0 0 24 24" fill="none" stroke="currentColor">
                <path d={EXAMPLE} strokeWidth="1.6" />
              </svg>
            </Box>
            <Box ta="left" style={{ flex: 1, minWidth: 0 }}>
              <Text fw={500}>{first.sampleName}</Text>
              <Group gap={6} wrap="nowrap" c="dimmed">
                <Icon name="url" size={14} />
                <Text size="sm" truncate>
                  {first.sampleLink}
                </Text>
              </Group>
            </Box>
            <Box ta="right">
              <Text fw={500}>{inWords.number(first.sampleScans)}</Text>
              <Text size="xs" c="dimmed">
                {words.scans(first.sampleScans)}
              </Text>
            </Box>
          </Group>
        </Card>
        <Title order={2} size="h4">
          {first.title}
        </Title>
        <Text c="dimmed" size="sm">
          {first.text}
        </Text>
        <Group justify="center" gap="sm">
          {action}
          <ExamplesButton />
        </Group>
      </Stack>
    </Card>
  );
}

export function EmptyBin({ showAll }: { showAll: () => void }) {
  return (
    <Empty
      icon="trash"
      title={words.emptyBin.title}
      action={
        <Button variant="default" onClick={showAll}>
          {words.emptyBin.action}
        </Button>
      }
    >
      {words.emptyBin.text}
    </Empty>
  );
}

interface NoMatchProps {
  search: string | null;
  /** A similar search that has results, and its address. */
  suggestion: { search: string; to: string } | null;
  isBin: boolean;
  /** Only the newest codes were searched. */
  stopped: boolean;
  /** The search is too short for the index, so not all codes were searched. */
  isShort: boolean;
  showAll: () => void;
  /** The code may have been deleted. */
  toBin: ReactNode;
}

export function NoMatch({ search, suggestion, isBin, stopped, isShort, showAll, toBin }: NoMatchProps) {
  const { noMatch } = words;
  const unhelped = search ? noMatch.text : noMatch.noneLeft;
  return (
    <Empty
      icon="search"
      title={noMatch.title(search, isBin)}
      action={
        <Button variant="default" onClick={showAll}>
          {isBin ? noMatch.showBin : noMatch.showAll}
        </Button>
      }
      below={toBin}
    >
      {suggestion ? (
        <>
          {noMatch.didYouMean}
          <Anchor component={Link} to={suggestion.to} inherit underline="always">
            “{suggestion.search}”
          </Anchor>
          ?
        </>
      ) : stopped ? (
        isShort ? (
          noMatch.tooShort
        ) : (
          noMatch.onlyNewest
        )
      ) : (
        unhelped
      )}
    </Empty>
  );
}

/** A saved view or a bookmark with a tag that was deleted since. */
export const LostTag = ({ drop }: { drop: () => void }) => (
  <Empty
    icon="tag"
    title={words.noMatch.lostTag}
    action={
      <Button variant="default" onClick={drop}>
        {words.noMatch.dropTag}
      </Button>
    }
  >
    {words.noMatch.lostTagText}
  </Empty>
);

/** For when no list was loaded before. */
export function Offline({ retry }: { retry: () => void }) {
  return (
    <Empty
      icon="alert"
      title={words.offline.title}
      action={
        <Button variant="default" leftSection={<Icon name="renew" size={16} />} onClick={retry}>
          {words.offline.action}
        </Button>
      }
    >
      {words.offline.text}
    </Empty>
  );
}
