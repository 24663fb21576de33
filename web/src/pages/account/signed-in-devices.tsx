import { Button, Card, Group, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { words } from "./words.ts";

const KEY = ["sessions"];

/** On how many devices the user is signed in, and the way to sign out of all but this one. */
export function SignedInDevices() {
  const cache = useQueryClient();
  const sessions = useQuery({ queryKey: KEY, queryFn: () => call.get<{ count: number }>("/sessions") });
  const end = useMutation({
    mutationFn: () => call.post("/sessions/end-others"),
    onSuccess: () => {
      tell(words.othersEnded);
      return cache.invalidateQueries({ queryKey: KEY });
    },
    onError: tellError,
  });
  return (
    <Card component="section" aria-label={words.sessions} flex={1}>
      <Title order={2} size="h5" mb="xs">
        {words.sessions}
      </Title>
      {sessions.isError && <Failure error={sessions.error} retry={() => void sessions.refetch()} />}
      {!sessions.isError && (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {sessions.data ? words.signedInOn(sessions.data.count) : words.sessionsLoading}
          </Text>
          {sessions.data && sessions.data.count > 1 && (
            <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
              {words.endOthers}
            </Button>
          )}
        </Group>
      )}
    </Card>
  );
}
