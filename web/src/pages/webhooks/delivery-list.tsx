import { Badge, Button, Code, Group, Skeleton, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { ListedDelivery, Webhook } from "../../api/types.ts";
import { Editors } from "../../parts/editors.tsx";
import { inWords, sentence } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { alikeOf } from "./alike.ts";
import { useDeliveries, useDelivery, useRefreshWebhooks } from "./queries.ts";
import { words } from "./words.ts";

const STATES = {
  delivered: { color: "gray", word: words.states.delivered },
  waiting: { color: "amber", word: words.states.waiting },
  failed: { color: "red", word: words.states.failed },
} as const;

const WRAP = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const [cursor, setCursor] = useState<string | null>(null);
  const page = useDeliveries(webhook.id, cursor);
  if (page.isPending) {
    return <Skeleton h={120} mt="md" role="status" aria-label={words.loadingDeliveries} />;
  }
  if (page.isError) {
    // If the cursor's delivery has been removed, show the newest.
    const isOld = cursor !== null;
    const retry = isOld ? () => setCursor(null) : () => page.refetch();
    return <Failure error={page.error} retry={retry} label={isOld ? words.newest : undefined} />;
  }
  const { data, nextCursor, dropped } = page.data;
  return (
    <Stack gap="xs" mt="md">
      {dropped > 0 && (
        <Text size="sm" c="red">
          {words.dropped(inWords.times(dropped, words.event, words.eventsWere))}
        </Text>
      )}
      {data.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.nothingSent}
        </Text>
      )}
      {alikeOf(data).map(([first, ...rest]) => (
        <div key={first!.id}>
          <DeliveryItem webhook={webhook} delivery={first!} />
          {rest.length > 0 && <Alike webhook={webhook} deliveries={rest} />}
        </div>
      ))}
      <Group justify="space-between">
        {cursor !== null && (
          <Button variant="default" onClick={() => setCursor(null)}>
            {words.newest}
          </Button>
        )}
        {nextCursor !== null && (
          <Button variant="default" onClick={() => setCursor(nextCursor)}>
            {words.older}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Alike({ webhook, deliveries }: { webhook: Webhook; deliveries: readonly ListedDelivery[] }) {
  const [opened, { toggle }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" size="compact-sm" mih={36} onClick={toggle} aria-expanded={opened}>
        {opened ? words.hideAlike : words.showAlike(inWords.number(deliveries.length))}
      </Button>
      {opened && deliveries.map((delivery) => <DeliveryItem key={delivery.id} webhook={webhook} delivery={delivery} />)}
    </>
  );
}

function DeliveryItem({ webhook, delivery }: { webhook: Webhook; delivery: ListedDelivery }) {
  const [opened, { toggle }] = useDisclosure();
  const { color, word } = STATES[delivery.state as keyof typeof STATES];
  return (
    <div data-delivery={delivery.type}>
      <UnstyledButton onClick={toggle} aria-expanded={opened} w="100%" mih={44}>
        <Group gap="xs" justify="space-between">
          <Group gap="xs">
            <Badge color={color} variant="light" tt="none">
              {word}
            </Badge>
            <Text size="sm" fw={500}>
              {delivery.type}
            </Text>
            {delivery.qrCodeName !== null && (
              <Text size="sm" dir="auto" style={WRAP}>
                {delivery.qrCodeName}
              </Text>
            )}
            {delivery.status !== null && (
              <Text size="sm" c="dimmed" aria-label={words.answered(delivery.status)}>
                {delivery.status}
              </Text>
            )}
          </Group>
          <Group gap={6} c="dimmed">
            <Text size="sm">{inWords.ago(delivery.createdAt)}</Text>
            <span style={{ display: "flex", rotate: opened ? "180deg" : "none" }}>
              <Icon name="down" size={16} />
            </span>
          </Group>
        </Group>
        {delivery.problem !== null && (
          <Text size="sm" c="dimmed">
            {sentence(delivery.problem)}
            {delivery.nextTryAt !== null && ` ${words.nextTry(inWords.ago(delivery.nextTryAt))}`}
          </Text>
        )}
      </UnstyledButton>
      {opened && <Details webhook={webhook} delivery={delivery} />}
    </div>
  );
}

function Details({ webhook, delivery }: { webhook: Webhook; delivery: ListedDelivery }) {
  const whole = useDelivery(webhook.id, delivery.id);
  const refresh = useRefreshWebhooks();
  const { status, answer, problem, tries, lastTryAt, nextTryAt } = delivery;
  const resend = () =>
    call
      .post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/resend`)
      .then(() => tell(words.resent), tellError)
      .finally(() => void refresh());
  const sent = lastTryAt === null ? words.notSent : words.lastSent(inWords.dateTime(lastTryAt));
  const next = nextTryAt === null || tries === 0 ? "" : words.next(inWords.ago(nextTryAt));
  return (
    <Stack gap="xs" pb="sm">
      <Text size="sm" c="dimmed">
        {sent} · {inWords.times(tries, "attempt")}
        {next}
      </Text>
      <Text size="sm" fw={500}>
        {words.request}
      </Text>
      {whole.isPending && <Skeleton h={120} role="status" aria-label={words.loadingRequest} />}
      {whole.isError && <Failure error={whole.error} retry={() => whole.refetch()} />}
      {whole.data && (
        <Code block bg="var(--page)" tabIndex={0} mah={260} style={{ ...WRAP, overflow: "auto" }}>
          {headerLines(whole.data.request.headers)}
          {`\n${words.signature}\n\n`}
          {pretty(whole.data.request.body)}
        </Code>
      )}
      <Text size="sm" fw={500}>
        {words.response(status)}
      </Text>
      {problem !== null && <Text size="sm">{sentence(problem)}</Text>}
      {answer && (
        <Code block bg="var(--page)" tabIndex={0} mah={180} style={{ ...WRAP, overflow: "auto" }}>
          {answer}
        </Code>
      )}
      <Editors>
        <Group>
          <Button variant="default" onClick={resend} disabled={!webhook.isActive}>
            {words.resend}
          </Button>
        </Group>
      </Editors>
    </Stack>
  );
}

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
