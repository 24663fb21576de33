import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedState, useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { Me, User } from "../../api/types.ts";
import { toServer } from "../../frame/settings-tabs.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure } from "../../parts/notices.tsx";
import { Page, Pages } from "../../parts/page.tsx";
import { AddUser, InviteInstead } from "./add-user.tsx";
import { UserRow } from "./user-row.tsx";
import { words } from "./words.ts";

const PER_PAGE = 50;

interface UserList {
  plans: string[];
  total: number;
  users: User[];
}

export default function AccountsPage({ me }: { me: Me }) {
  const [opened, { open, close }] = useDisclosure();
  const [page, setPage] = useState(1);
  const [email, setEmail] = useState("");
  const [query, setQuery] = useDebouncedState("", 250);
  const params = new URLSearchParams({ q: query, page: String(page), limit: String(PER_PAGE) });
  const list = useQuery({
    queryKey: ["users", params.toString()],
    queryFn: () => call.get<UserList>(`/users?${params}`),
    placeholderData: keepPreviousData,
  });
  const search = (text: string) => {
    setEmail(text);
    setQuery(text);
    setPage(1);
  };
  const pages = Math.ceil((list.data?.total ?? 0) / PER_PAGE);
  return (
    <Page
      title={words.title}
      back={toServer}
      lead={
        <>
          {words.lead} <InviteInstead />
        </>
      }
      actions={
        <Button onClick={open} leftSection={<Icon name="plus" />}>
          {words.add}
        </Button>
      }
    >
      <TextInput
        mb="md"
        maw={360}
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<Icon name="search" />}
        value={email}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {list.isPending && <Skeleton h={220} radius="lg" role="status" aria-label={words.loading} />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {list.data?.users.length === 0 && (
        <Empty
          icon="search"
          title={words.nobody(query)}
          action={
            <Button variant="default" onClick={() => search("")}>
              {words.showAll}
            </Button>
          }
        >
          {words.nobodyText}
        </Empty>
      )}
      {list.isSuccess && list.data.users.length > 0 && (
        <Stack gap="xs" component="ul" m={0} p={0} aria-label={words.title}>
          {list.data.users.map((user) => (
            <UserRow key={user.id} user={user} plans={list.data.plans} isMe={user.id === me.id} />
          ))}
        </Stack>
      )}
      <Group justify="space-between" mt="lg">
        <Text size="sm" c="dimmed" role="status">
          {list.isSuccess && inWords.times(list.data.total, words.account)}
        </Text>
        {list.isSuccess && <Pages total={pages} page={page} onChange={setPage} />}
      </Group>
      <AddUser opened={opened} close={close} plans={list.data?.plans ?? ["free"]} />
    </Page>
  );
}
