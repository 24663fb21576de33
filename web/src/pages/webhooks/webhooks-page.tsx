import { Anchor, Button, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { basePath } from "../../api/call.ts";
import type { Webhook } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { useNotices, useWebhooks } from "./queries.ts";
import { WebhookCard } from "./webhook-card.tsx";
import { Secret, WebhookForm } from "./webhook-form.tsx";

export default function WebhooksPage() {
  /** The webhook that is being changed; "new" while one is made. */
  const [editing, setEditing] = useState<Webhook | "new" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useWebhooks();
  const notices = useNotices();
  const create = (
    <Button onClick={() => setEditing("new")} leftSection={<Icon name="plus" />}>
      New webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      actions={create}
      lead={
        <>
          Your programs hear of changes and scans as they happen.{" "}
          <Anchor href={`${basePath}/docs`} inherit underline="always">
            API reference
          </Anchor>
        </>
      }
    >
      {list.isPending && <Skeleton h={220} radius="lg" role="status" aria-label="Loading the webhooks" />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {list.data?.length === 0 && (
        <Empty icon="webhook" title="No webhook yet" action={create}>
          Name an address of yours, and what happens to your codes is sent to it, signed with a secret that only you and
          it know.
        </Empty>
      )}
      <Stack component="ul" m={0} p={0} aria-label="Webhooks" style={{ listStyle: "none" }}>
        {list.data?.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            notice={notices.data?.find(({ id }) => id === webhook.id)}
            edit={() => setEditing(webhook)}
            showSecret={setSecret}
          />
        ))}
      </Stack>
      {editing && (
        <WebhookForm webhook={editing === "new" ? null : editing} close={() => setEditing(null)} made={setSecret} />
      )}
      {secret && <Secret secret={secret} close={() => setSecret(null)} />}
    </Page>
  );
}
