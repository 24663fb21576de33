import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedState, useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { Me, Person } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failure } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Pages } from "../../parts/pages.tsx";
import { inWords } from "../../parts/words.ts";
import { AddPerson } from "./add-person.tsx";
import { PersonRow } from "./person-row.tsx";

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
      {list.isSuccess && (
        <Stack gap="xs" component="ul" m={0} p={0} aria-label="People">
          {list.data.people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              plans={list.data.plans}
              isMe={person.id === me.id}
            />
          ))}
        </Stack>
      )}
      <Group justify="space-between" mt="lg">
        <Text size="sm" c="dimmed" role="status">
          {list.isSuccess && inWords.times(list.data.total, "account")}
        </Text>
        {list.isSuccess && <Pages total={pages} page={page} onChange={setPage} />}
      </Group>
      <AddPerson opened={opened} close={close} plans={list.data?.plans ?? ["free"]} />
    </Page>
  );
}
