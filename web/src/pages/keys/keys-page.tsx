import { Anchor, Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { basePath, call } from "../../api/call.ts";
import type { KeyList } from "../../api/types.ts";
import { toSettings } from "../../frame/settings-tabs.tsx";
import { Editors } from "../../parts/editors.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Sample } from "../../parts/sample.tsx";
import { Keys } from "./key-list.tsx";
import { curlFor, NewKey } from "./new-key.tsx";
import { words } from "./words.ts";

export default function KeysPage() {
  const [opened, { open, close }] = useDisclosure();
  const list = useQuery({ queryKey: ["keys"], queryFn: () => call.get<KeyList>("/keys"), refetchInterval: 15_000 });
  const create = (
    <Button onClick={open} leftSection={<Icon name="plus" />}>
      {words.new}
    </Button>
  );
  // Not filled: a page has one main button.
  const createHere = (
    <Button variant="default" onClick={open}>
      {words.new}
    </Button>
  );
  const data = list.data;
  return (
    <Page
      title={words.title}
      back={toSettings}
      actions={<Editors>{create}</Editors>}
      lead={
        <>
          {words.lead}{" "}
          <Anchor href={`${basePath}/docs`} inherit underline="always">
            {words.reference}
          </Anchor>
          {data && ` · ${words.limit(data.limit)}`}
        </>
      }
    >
      {list.isPending && <Skeleton h={220} radius="lg" role="status" aria-label={words.loading} />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {data?.keys.length === 0 && (
        <Empty title={words.empty} action={<Editors>{createHere}</Editors>} below={<SampleRequest />}>
          {words.emptyText}
        </Empty>
      )}
      {data && data.keys.length > 0 && <Keys list={data} />}
      <NewKey opened={opened} close={close} />
    </Page>
  );
}

function SampleRequest() {
  return <Sample label={words.sample}>{curlFor("tsr_…", "full")}</Sample>;
}
