import { Anchor, Box, Button, Card, Code, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../../parts/icon.tsx";
import { Empty } from "../../parts/notices.tsx";

/** A small picture of a code, for looks alone: it leads nowhere. */
const EXAMPLE =
  "M2 2h7v7H2zM15 2h7v7h-7zM2 15h7v7H2zM4.500 4.500h2v2h-2zM17.500 4.500h2v2h-2zM4.500 17.500h2v2h-2zM12 3v4M12 10v3h3M3 12h5M18 12h4M12 17v5M16 16h2v2M21 16v3M16 21h5";

/** Before the first code: what one will look like, and how to see many. */
export function FirstCode({ action }: { action: ReactNode }) {
  return (
    <Card py={40}>
      <Stack align="center" gap="md" maw={460} mx="auto" ta="center">
        <Card w="100%" maw={360} padding="sm" aria-hidden>
          <Group wrap="nowrap" gap="md">
            <Box c="glass" lh={0}>
              <svg aria-hidden="true" width="56" height="56" viewBox="0 0 24 24" fill="none" stroke="currentColor">
                <path d={EXAMPLE} strokeWidth="1.6" />
              </svg>
            </Box>
            <Box ta="left" style={{ flex: 1, minWidth: 0 }}>
              <Text fw={600}>Table menu</Text>
              <Group gap={6} wrap="nowrap" c="dimmed">
                <Icon name="leads" size={14} />
                <Text size="sm" truncate>
                  cafe.example/menu
                </Text>
              </Group>
            </Box>
            <Box ta="right">
              <Text fw={650} className="numbers" lh={1.2}>
                1,284
              </Text>
              <Text size="xs" c="dimmed">
                scans
              </Text>
            </Box>
          </Group>
        </Card>
        <Title order={2} size="h4">
          Make your first code
        </Title>
        <Text c="dimmed" size="sm">
          Give it a name and say where it leads. It is shared at once, you can print it, and every scan of it is counted
          here.
        </Text>
        {action}
        <Text c="dimmed" size="xs">
          To look around first, run <Code>tessera demo</Code> beside the service: it makes an account full of codes and
          scans.{" "}
          <Anchor component={Link} to="/?state=deleted" inherit underline="always">
            Look into the bin
          </Anchor>{" "}
          for what you deleted.
        </Text>
      </Stack>
    </Card>
  );
}

export function EmptyBin({ showAll }: { showAll: () => void }) {
  return (
    <Empty
      icon="trash"
      title="Nothing in the bin"
      action={
        <Button variant="default" onClick={showAll}>
          Show all codes
        </Button>
      }
    >
      What you delete stays here for 30 days.
    </Empty>
  );
}

interface NoMatchProps {
  isBin: boolean;
  /** Only the newest codes were looked at. */
  stopped: boolean;
  /** The search is too short to look at all. */
  isShort: boolean;
  showAll: () => void;
}

export function NoMatch({ isBin, stopped, isShort, showAll }: NoMatchProps) {
  const why = stopped
    ? `None of the newest codes matches${isShort ? ". Search for three letters or more to look at all of them." : "; older ones were not looked at. Search for other words, or take a filter away."}`
    : "Nothing matches the search and the filters together.";
  return (
    <Empty
      icon="search"
      title={isBin ? "No code in the bin is like that" : "No code is like that"}
      action={
        <Button variant="default" onClick={showAll}>
          {isBin ? "Show the whole bin" : "Show all codes"}
        </Button>
      }
    >
      {why}
    </Empty>
  );
}

/** With no list at hand. What was read before is still shown when there is one. */
export function Offline({ retry }: { retry: () => void }) {
  return (
    <Empty
      icon="alert"
      title="The codes cannot be read right now"
      action={
        <Button variant="default" leftSection={<Icon name="renew" size={16} />} onClick={retry}>
          Try again
        </Button>
      }
    >
      You are offline, or the service is away. The list comes by itself when it is back.
    </Empty>
  );
}
