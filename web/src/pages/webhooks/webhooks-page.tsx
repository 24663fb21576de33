import { Anchor, Button, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { basePath } from "../../api/call.ts";
import { useWebhookNotices } from "../../api/queries.ts";
import type { Webhook } from "../../api/types.ts";
import { toSettings } from "../../frame/settings-tabs.tsx";
import { Editors } from "../../parts/editors.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Sample } from "../../parts/sample.tsx";
import { useMakers, useWebhooks } from "./queries.ts";
import { WebhookCard } from "./webhook-card.tsx";
import { Secret, WebhookForm } from "./webhook-form.tsx";
import { words } from "./words.ts";

export default function WebhooksPage() {
  /** The webhook being edited, or "new". */
  const [editing, setEditing] = useState<Webhook | "new" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useWebhooks();
  const notices = useWebhookNotices();
  const makers = useMakers();
  const create = (
    <Button onClick={() => setEditing("new")} leftSection={<Icon name="plus" />}>
      {words.new}
    </Button>
  );
  // Not filled: a page has one main button.
  const createHere = (
    <Button variant="default" onClick={() => setEditing("new")}>
      {words.new}
    </Button>
  );
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
        </>
      }
    >
      {list.isPending && <Skeleton h={220} radius="lg" role="status" aria-label={words.loading} />}
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {list.data?.length === 0 && (
        <Empty title={words.empty} action={<Editors>{createHere}</Editors>} below={<SampleDelivery />}>
          {words.emptyText}
        </Empty>
      )}
      <Stack component="ul" m={0} p={0} aria-label={words.title} style={{ listStyle: "none" }}>
        {list.data?.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            notice={notices.data?.find(({ id }) => id === webhook.id)}
            madeBy={makers.data?.[webhook.id]}
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

const SAMPLE = {
  type: "qrcode.scanned",
  timestamp: "2026-11-17T12:00:02.000Z",
  data: { qrCodeId: "019b76da-…", scans: [{ id: "019b7c01-…", device: "mobile", country: "DE", city: "Berlin" }] },
};

function SampleDelivery() {
  return <Sample label={words.sample}>{JSON.stringify(SAMPLE, null, 2)}</Sample>;
}
