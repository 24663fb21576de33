import { Alert, Button, Card, Code, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { address, call } from "../../api/call.ts";
import { Icon } from "../../parts/icon.tsx";
import { words } from "./words.ts";

const LOOK_MS = 1000;
const KEY = ["export"];

interface ExportState {
  progress: number | null;
  isReady: boolean;
  problem: string | null;
}

/** Reports an export that the service no longer knows, until the next one starts. */
function withLoss(before: ExportState | undefined, now: ExportState): ExportState {
  const { progress = null, problem = null } = before ?? {};
  const isNothing = now.progress === null && !now.isReady && now.problem === null;
  return isNothing && (progress !== null || problem === words.exportLost) ? { ...now, problem: words.exportLost } : now;
}

/** Exports the workspace as a ZIP file: prepared first, then downloaded. */
export function ExportEverything({ command }: { command: string }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => withLoss(client.getQueryData(KEY), await call.get<ExportState>("/export")),
    // A finished export is removed after its download.
    refetchInterval: ({ state: { data } }) => (data && (data.isReady || data.progress !== null) ? LOOK_MS : false),
  });
  const start = useMutation({
    mutationFn: () => call.post<ExportState>("/export", {}),
    onSuccess: (state) => client.setQueryData(KEY, state),
  });
  const progress = data?.progress ?? null;
  const problem = start.error?.message ?? data?.problem ?? null;
  return (
    <Card component="section" aria-label={words.exportTitle}>
      <Title order={2} size="h5" mb="xs">
        {words.exportTitle}
      </Title>
      <Stack>
        <Text size="sm" c="dimmed" maw={640}>
          {words.exportText} <Code>{words.exportCommand(command)}</Code>.
        </Text>
        {progress !== null && <Progress value={progress * 100} aria-label={words.exportProgress} animated striped />}
        {problem !== null && progress === null && <Alert color="red">{problem}</Alert>}
        <Group justify="flex-end">
          <Text size="sm" role="status" mr="auto">
            {data?.isReady && words.exportReady}
          </Text>
          {data?.isReady ? (
            <Button
              component="a"
              href={address("/export/bundle.zip")}
              download
              variant="default"
              leftSection={<Icon name="download" />}
            >
              {words.download}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<Icon name="download" />}
              loading={start.isPending}
              disabled={progress !== null}
              onClick={() => start.mutate()}
            >
              {progress === null ? words.exportTitle : words.exporting(Math.floor(progress * 100))}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
