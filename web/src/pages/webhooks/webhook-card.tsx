import { ActionIcon, Alert, Badge, Button, Card, Collapse, Group, Menu, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { call } from "../../api/call.ts";
import type { NewWebhook, Webhook, WebhookNotice } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { ask, tellError } from "../../parts/notices.tsx";
import { capital, inWords } from "../../parts/words.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { useWebhookActions } from "./queries.ts";

interface CardProps {
  webhook: Webhook;
  notice: WebhookNotice | undefined;
  edit: () => void;
  showSecret: (secret: string) => void;
}

export function WebhookCard({ webhook, notice, edit, showSecret }: CardProps) {
  const [opened, { toggle }] = useDisclosure();
  const { change, test } = useWebhookActions(webhook);
  return (
    <Card component="li" padding="md" data-webhook>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {webhook.url}
          </Text>
          <Text size="sm" c="dimmed">
            Made {inWords.day(webhook.createdAt)}
          </Text>
        </div>
        <WebhookMenu webhook={webhook} edit={edit} showSecret={showSecret} />
      </Group>
      {notice && <Notice notice={notice} />}
      <Group gap={6} mt="sm">
        {webhook.events.map((event) => (
          <Badge key={event} variant="default" tt="none" fw={500}>
            {event}
          </Badge>
        ))}
      </Group>
      <Group mt="md" gap="sm">
        <Switch
          label={!webhook.isActive ? "Off" : notice ? "On, but failing" : "On"}
          aria-label={`Send to ${webhook.url}`}
          checked={webhook.isActive}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button variant="subtle" onClick={toggle} aria-expanded={opened}>
          {opened ? "Hide deliveries" : "Deliveries"}
        </Button>
      </Group>
      <Collapse expanded={opened}>{opened && <DeliveryList webhook={webhook} />}</Collapse>
    </Card>
  );
}

function Notice({ notice }: { notice: WebhookNotice }) {
  const { state, since, problem, waiting, nextTryAt } = notice;
  const alert = { variant: "light", color: "red", mt: "sm", icon: <Icon name="alert" /> };
  if (state === "off") {
    return (
      <Alert {...alert} title={`Switched off ${since ? inWords.ago(since) : ""}`}>
        <Text size="sm">
          {problem} Mend the receiver, send a test, then switch it on. What could not be delivered stands in its
          deliveries, to be sent again; what happened since then is not sent.
        </Text>
      </Alert>
    );
  }
  return (
    <Alert {...alert} title={`Failing since ${since ? inWords.dateTime(since) : "the last try"}`}>
      <Text size="sm">
        {problem && `${capital(problem)}. `}
        {waiting > 0 && `${inWords.times(waiting, "delivery is", "deliveries are")} waiting. `}
        {nextTryAt && `Next try ${inWords.ago(nextTryAt)}.`}
      </Text>
    </Alert>
  );
}

function WebhookMenu({ webhook, edit, showSecret }: Omit<CardProps, "notice">) {
  const { remove } = useWebhookActions(webhook);
  const rotate = () =>
    ask({
      title: "Make a new secret?",
      words:
        "For 24 hours deliveries are signed with both, so that your receiver can change over. Then the present one is no longer used. The one before it, if it still signed, ends at once.",
      confirm: "Make a new one",
      isGrave: false,
      act: () =>
        call.post<NewWebhook>(`/webhooks/${webhook.id}/rotate`).then(({ secret }) => showSecret(secret), tellError),
    });
  const askToRemove = () =>
    ask({
      title: "Delete this webhook?",
      words: `Nothing more is sent to ${webhook.url}, and the list of its deliveries is gone.`,
      confirm: "Delete it",
      act: () => remove.mutate(),
    });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${webhook.url}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={edit}>
          Change address and events
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="renew" />} onClick={rotate}>
          New secret
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" />} color="red" onClick={askToRemove}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
