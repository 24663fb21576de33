import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { inWords } from "../../parts/formats.ts";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { words } from "./words.ts";

interface Session {
  id: string;
  /** Null for sessions of commands and tests. */
  device: string | null;
  createdAt: string;
  isCurrent: boolean;
}

export const SESSIONS_KEY = ["sessions"];
export const useSessions = () =>
  useQuery({ queryKey: SESSIONS_KEY, queryFn: () => call.get<{ sessions: Session[] }>("/sessions") });

/** The devices on which the user is signed in, each with the way to sign out there. */
export function SignedInDevices() {
  const cache = useQueryClient();
  const list = useSessions();
  const refresh = () => cache.invalidateQueries({ queryKey: SESSIONS_KEY });
  const endOthers = useMutation({
    mutationFn: () => call.post("/sessions/end-others"),
    onSuccess: () => {
      tell(words.othersEnded);
      return refresh();
    },
    onError: tellError,
  });
  const end = useMutation({
    mutationFn: (id: string) => call.remove(`/sessions/${id}`),
    onSuccess: refresh,
    onError: tellError,
  });
  const sessions = list.data?.sessions ?? [];
  return (
    <Card component="section" aria-label={words.sessions} flex={1}>
      <Title order={2} size="h5" mb="xs">
        {words.sessions}
      </Title>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      {!list.isError && (
        <Text size="sm" c="dimmed" role="status">
          {list.data ? words.signedInOn(sessions.length) : words.sessionsLoading}
        </Text>
      )}
      <Stack gap="xs" component="ul" m={0} mt="sm" p={0} style={{ listStyle: "none" }}>
        {sessions.map(({ id, device, createdAt, isCurrent }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap">
            <Text size="sm">
              {device ?? words.unknownDevice}
              <Text span c="dimmed" inherit>
                {" "}
                {words.since(inWords.dateTime(createdAt))}
              </Text>
            </Text>
            {isCurrent ? (
              <Badge variant="light" color="gray" flex="none">
                {words.thisDevice}
              </Badge>
            ) : (
              <Button variant="subtle" size="xs" flex="none" onClick={() => end.mutate(id)}>
                {words.signOut}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {sessions.length > 1 && (
        <Group mt="md">
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {words.endOthers}
          </Button>
        </Group>
      )}
    </Card>
  );
}
