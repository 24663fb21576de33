import { Anchor, Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { basePath, call } from "../../api/call.ts";
import type { KeyList } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { capital } from "../../parts/words.ts";
import { Keys } from "./key-list.tsx";
import { NewKey } from "./new-key.tsx";

export default function KeysPage() {
  const [opened, { open, close }] = useDisclosure();
  const list = useQuery({ queryKey: ["keys"], queryFn: () => call.get<KeyList>("/keys"), refetchInterval: 15_000 });
  const create = (
    <Button onClick={open} leftSection={<Icon name="plus" />}>
      New key
    </Button>
  );
  const data = list.data;
  return (
    <Page
      title="API Keys"
      actions={create}
      lead={
        <>
          For programs that make and read codes.{" "}
          <Anchor href={`${basePath}/docs`} inherit underline="always">
            API reference
          </Anchor>
          {data && ` · Plan ${capital(data.plan)}: ${data.limit} requests an hour for each key.`}
        </>
      }
    >
      {list.isPending && <Skeleton h={220} radius="lg" role="status" aria-label="Loading the keys" />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {data?.keys.length === 0 && (
        <Empty icon="key" title="No key yet" action={create}>
          A key lets a program of yours use the API in your name. It is shown once, when it is made.
        </Empty>
      )}
      {data && data.keys.length > 0 && <Keys list={data} />}
      <NewKey opened={opened} close={close} />
    </Page>
  );
}
