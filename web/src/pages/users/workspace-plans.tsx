import { Button, Group, Select, Skeleton, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { User, Workspace } from "../../api/types.ts";
import { capital } from "../../parts/formats.ts";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { words } from "./words.ts";

export const showWorkspacePlans = (user: User, plans: string[]) =>
  modals.open({
    title: words.workspacesOf(user.email),
    size: "lg",
    children: <WorkspacePlans user={user} plans={plans} />,
  });

type Listed = Pick<Workspace, "id" | "name" | "role" | "plan">;

/** The plan of one workspace, whatever the plan of the person. */
function WorkspacePlans({ user, plans }: { user: User; plans: string[] }) {
  const client = useQueryClient();
  const path = `/users/${user.id}/workspaces`;
  const queryKey = ["users", user.id, "workspaces"];
  const list = useQuery({ queryKey, queryFn: () => call.get<{ workspaces: Listed[] }>(path) });
  const change = useMutation({
    mutationFn: ({ id, plan }: Pick<Listed, "id" | "name" | "plan">) => call.patch(`${path}/${id}`, { plan }),
    onSuccess: (_nothing, { name, plan }) => {
      tell(words.workspacePlanChanged(name, capital(plan)));
      return client.invalidateQueries({ queryKey });
    },
    onError: tellError,
  });
  return (
    <Stack>
      <Text size="sm">{words.workspacesText}</Text>
      {list.isPending && <Skeleton h={80} radius="lg" role="status" aria-label={words.loading} />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {list.data?.workspaces.map(({ id, name, role, plan }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <div>
            <Text fw={500} style={{ overflowWrap: "anywhere" }}>
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {words.workspaceRoles[role]}
            </Text>
          </div>
          <Select
            size="xs"
            w={110}
            style={{ flexShrink: 0 }}
            aria-label={words.plan(name)}
            data={plans.map((value) => ({ value, label: capital(value) }))}
            value={plan}
            allowDeselect={false}
            disabled={change.isPending}
            onChange={(next) => next && change.mutate({ id, name, plan: next })}
          />
        </Group>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.closeAll()}>
          {words.done}
        </Button>
      </Group>
    </Stack>
  );
}
