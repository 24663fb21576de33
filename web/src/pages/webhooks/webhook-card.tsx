import { ActionIcon, Alert, Badge, Button, Card, Collapse, Group, Menu, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { call } from "../../api/call.ts";
import type { NewWebhook, Webhook, WebhookNotice } from "../../api/types.ts";
import { useMayEdit } from "../../api/workspace.ts";
import { Editors } from "../../parts/editors.tsx";
import { inWords, sentence } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { Maker } from "../../parts/maker.tsx";
import { ask, tellError } from "../../parts/notices.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { useWebhookActions } from "./queries.ts";
import { words } from "./words.ts";

interface CardProps {
  webhook: Webhook;
  notice: WebhookNotice | undefined;
  /** The id of the user who created it. */
  madeBy: string | null | undefined;
  edit: () => void;
  showSecret: (secret: string) => void;
}

export function WebhookCard({ webhook, notice, madeBy, edit, showSecret }: CardProps) {
  const [opened, { toggle }] = useDisclosure();
  const { change, test } = useWebhookActions(webhook);
  const mayEdit = useMayEdit();
  return (
    <Card component="li" data-webhook>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text fw={500} style={{ overflowWrap: "anywhere" }}>
            {webhook.url}
          </Text>
          <Text size="sm" c="dimmed">
            {words.created(inWords.day(webhook.createdAt))}
          </Text>
          <Maker madeBy={madeBy} former={words.former} />
        </div>
        <Editors>
          <WebhookMenu webhook={webhook} edit={edit} showSecret={showSecret} />
        </Editors>
      </Group>
      {notice && <Notice notice={notice} />}
      <Group gap={6} mt="sm">
        {webhook.events.map((event) => (
          <Badge key={event} variant="light" color="gray">
            {event}
          </Badge>
        ))}
      </Group>
      <Group mt="md" gap="sm">
        <Switch
          label={!webhook.isActive ? words.off : notice ? words.failing : words.on}
          aria-label={words.toggle(webhook.url)}
          checked={webhook.isActive}
          disabled={change.isPending || !mayEdit}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        <Editors>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {words.test}
          </Button>
        </Editors>
        <Button variant="subtle" color="gray" onClick={toggle} aria-expanded={opened}>
          {opened ? words.hideDeliveries : words.showDeliveries}
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
      <Alert {...alert} title={words.switchedOff(since ? inWords.ago(since) : "")}>
        <Text size="sm">{words.switchedOffText(problem)}</Text>
      </Alert>
    );
  }
  return (
    <Alert {...alert} title={words.failingSince(since ? inWords.dateTime(since) : words.lastAttempt)}>
      <Text size="sm">
        {problem && `${sentence(problem)} `}
        {waiting > 0 && words.waiting(inWords.times(waiting, words.delivery, words.deliveries))}
        {nextTryAt && words.nextTry(inWords.ago(nextTryAt))}
      </Text>
    </Alert>
  );
}

function WebhookMenu({ webhook, edit, showSecret }: Omit<CardProps, "notice" | "madeBy">) {
  const { remove } = useWebhookActions(webhook);
  const rotate = () =>
    ask({
      title: words.rotateTitle,
      words: words.rotateText,
      confirm: words.rotateConfirm,
      isGrave: false,
      act: () =>
        call.post<NewWebhook>(`/webhooks/${webhook.id}/rotate`).then(({ secret }) => showSecret(secret), tellError),
    });
  const askToRemove = () =>
    ask({
      title: words.removeTitle,
      words: words.removeText(webhook.url),
      confirm: words.removeConfirm,
      act: () => remove.mutate(),
    });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.more(webhook.url)}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={edit}>
          {words.edit}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="renew" />} onClick={rotate}>
          {words.rotate}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" />} color="red" onClick={askToRemove}>
          {words.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
