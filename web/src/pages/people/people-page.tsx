import {
  ActionIcon,
  Badge,
  Button,
  Card,
  Group,
  Menu,
  Pagination,
  ScrollArea,
  Select,
  Skeleton,
  Table,
  Text,
  TextInput,
} from "@mantine/core";
import { useDebouncedState, useDisclosure } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { Me, Person } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { capital, inWords } from "../../parts/words.ts";
import { AddPerson, LinkShown } from "./add-person.tsx";

const PER_PAGE = 50;

interface PeopleList {
  plans: string[];
  total: number;
  people: Person[];
}

export default function PeoplePage({ me }: { me: Me }) {
  const [opened, { open, close }] = useDisclosure();
  const [page, setPage] = useState(1);
  const [email, setEmail] = useState("");
  const [words, setWords] = useDebouncedState("", 250);
  const query = new URLSearchParams({ q: words, page: String(page), limit: String(PER_PAGE) });
  const list = useQuery({
    queryKey: ["people", query.toString()],
    queryFn: () => call.get<PeopleList>(`/people?${query}`),
    placeholderData: keepPreviousData,
  });
  const pages = Math.ceil((list.data?.total ?? 0) / PER_PAGE);
  return (
    <Page
      title="People"
      lead="Everyone with an account here."
      actions={
        <Button onClick={open} leftSection={<Icon name="plus" />}>
          Add a person
        </Button>
      }
    >
      <TextInput
        mb="md"
        maw={360}
        aria-label="Search e-mail addresses"
        placeholder="Search e-mail addresses"
        leftSection={<Icon name="search" />}
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setWords(event.currentTarget.value);
          setPage(1);
        }}
      />
      {list.isPending && <Skeleton h={220} radius="lg" role="status" aria-label="Loading" />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {list.data && <PeopleTable list={list.data} me={me} />}
      <Group justify="space-between" mt="lg">
        <Text size="sm" c="dimmed" role="status">
          {list.data && inWords.times(list.data.total, "account")}
        </Text>
        {pages > 1 && (
          <Pagination
            total={pages}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ "aria-label": `${control} page` })}
            getItemProps={(item) => ({ "aria-label": `Page ${item}` })}
            size="sm"
          />
        )}
      </Group>
      <AddPerson opened={opened} close={close} plans={list.data?.plans ?? ["free"]} />
    </Page>
  );
}

function PeopleTable({ list, me }: { list: PeopleList; me: Me }) {
  return (
    <Card padding={0}>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, "aria-label": "Table of people" }}>
        <Table miw={680} verticalSpacing="sm" horizontalSpacing="lg">
          <Table.Thead>
            <Table.Tr>
              {["E-mail address", "Since", "Plan", "State", ""].map((head) => (
                <Table.Th key={head}>
                  {head || <span style={{ position: "absolute", left: -9999 }}>More</span>}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                plans={list.plans}
                isMe={person.id === me.id}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Card>
  );
}

function usePersonActions(person: Person) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (what: { plan?: string; suspended?: boolean; role?: string }) =>
      call.patch(`/people/${person.id}`, what),
    onSuccess: () => client.invalidateQueries({ queryKey: ["people"] }),
    onError: tellError,
  });
  const link = useMutation({
    mutationFn: () => call.post<{ link: string; hours: number }>(`/people/${person.id}/reset-link`),
    onSuccess: ({ link: made, hours }) =>
      modals.open({
        title: `A new password for ${person.email}`,
        size: "lg",
        children: <LinkShown link={made} hours={hours} />,
      }),
    onError: tellError,
  });
  const suspend = () =>
    modals.openConfirmModal({
      title: `Suspend ${person.email}?`,
      children: (
        <Text size="sm">
          They are signed out, and their keys are refused from the next request on. Their codes rest
          as paused ones do. You can undo it at any time.
        </Text>
      ),
      labels: { confirm: "Suspend", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => change.mutate({ suspended: true }),
    });
  const removal = useMutation({
    mutationFn: () => call.remove(`/people/${person.id}`),
    onSuccess: () => {
      tell(`${person.email} is removed.`);
      return client.invalidateQueries({ queryKey: ["people"] });
    },
    onError: tellError,
  });
  const remove = () =>
    modals.openConfirmModal({
      title: `Remove ${person.email}?`,
      children: (
        <Text size="sm">
          The account ends, their codes are deleted and their keys revoked. This cannot be undone
          here: suspend them if they may come back.
        </Text>
      ),
      labels: { confirm: "Remove", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => removal.mutate(),
    });
  return { change, link, suspend, remove };
}

function PersonRow({ person, plans, isMe }: { person: Person; plans: string[]; isMe: boolean }) {
  const { change, link, suspend, remove } = usePersonActions(person);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {person.email}
          </Text>
          {person.role === "admin" && (
            <Badge
              variant="default"
              size="sm"
              styles={{ label: { color: "var(--mantine-color-text)" } }}
            >
              {isMe ? "You, administrator" : "Administrator"}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>{inWords.day(person.createdAt)}</Table.Td>
      <Table.Td>
        <Select
          size="xs"
          w={110}
          aria-label={`Plan of ${person.email}`}
          data={plans.map((value) => ({ value, label: capital(value) }))}
          value={person.plan}
          allowDeselect={false}
          onChange={(plan) =>
            plan &&
            change.mutate(
              { plan },
              { onSuccess: () => tell(`${person.email} is on plan ${capital(plan)} now.`) },
            )
          }
        />
      </Table.Td>
      <Table.Td>{person.suspended ? "Suspended" : "Active"}</Table.Td>
      <Table.Td>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`More for ${person.email}`}>
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="link" size={16} />} onClick={() => link.mutate()}>
              Link for a new password
            </Menu.Item>
            <RoleItem person={person} change={(role) => change.mutate({ role })} />
            {!isMe &&
              (person.suspended ? (
                <Menu.Item
                  leftSection={<Icon name="play" size={16} />}
                  onClick={() => change.mutate({ suspended: false })}
                >
                  Let in again
                </Menu.Item>
              ) : (
                <Menu.Item
                  color="red"
                  leftSection={<Icon name="pause" size={16} />}
                  onClick={suspend}
                >
                  Suspend…
                </Menu.Item>
              ))}
            {!isMe && (
              <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={remove}>
                Remove…
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}

function RoleItem({ person, change }: { person: Person; change: (role: string) => void }) {
  const isAdmin = person.role === "admin";
  return (
    <Menu.Item
      leftSection={<Icon name="people" size={16} />}
      onClick={() => change(isAdmin ? "member" : "admin")}
    >
      {isAdmin ? "Make a member" : "Make an administrator"}
    </Menu.Item>
  );
}
