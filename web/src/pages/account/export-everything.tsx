import { Button, Card, Code, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { address, call } from "../../api/call.ts";
import { Icon } from "../../parts/icon.tsx";

const LOOK_MS = 1000;
/** A small one is over before it is seen, and another node's is never seen here. */
const BEGINS_WITHIN_MS = 15_000;

/** Everything as one archive that works without us; the browser saves it while it is made. */
export function ExportEverything() {
  const [begunAt, setBegunAt] = useState(Number.NEGATIVE_INFINITY);
  const { data } = useQuery({
    queryKey: ["export"],
    queryFn: () => call.get<{ progress: number | null }>("/export"),
    refetchInterval: ({ state }) => {
      // The first look may come before the download has begun.
      const mayBegin = performance.now() - begunAt < BEGINS_WITHIN_MS;
      return state.data?.progress != null || mayBegin ? LOOK_MS : false;
    },
  });
  const progress = data?.progress ?? null;
  const running = progress !== null;
  return (
    <Card component="section" aria-label="Export everything">
      <Title order={2} size="h5" mb="xs">
        Export everything
      </Title>
      <Stack>
        <Text size="sm">
          One archive with your codes, their scans and history as tables, your looks and logos, every picture, and plain
          files for nginx, Caddy or Netlify with which every printed code goes on working without this service.{" "}
          <Code>tessera import</Code> takes it all back, here or into another Tessera.
        </Text>
        {running && <Progress value={progress * 100} aria-label="How far the export is" animated striped />}
        <Group justify="flex-end">
          <Button
            component="a"
            href={running ? undefined : address("/export/bundle.zip")}
            download
            variant="default"
            leftSection={<Icon name="download" />}
            data-disabled={running || undefined}
            aria-disabled={running || undefined}
            onClick={() => setBegunAt(performance.now())}
          >
            {running ? `Being written, ${Math.floor(progress * 100)} %` : "Export everything"}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
