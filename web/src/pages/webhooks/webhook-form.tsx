import { Alert, Button, Checkbox, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { call } from "../../api/call.ts";
import type { NewWebhook, Webhook } from "../../api/types.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { CopyWide } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { tell } from "../../parts/notices.tsx";
import { useRefreshWebhooks } from "./queries.ts";
import { words } from "./words.ts";

const ALL_EVENTS = Object.keys(words.events) as Webhook["events"];

interface FormProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  close: () => void;
  /** Called with the secret of a new webhook. */
  made: (secret: string) => void;
}

type Body = Pick<Webhook, "url" | "events">;

/** Only changed fields: others may have been changed elsewhere. */
const changesOf = (before: Body, { url, events }: Body): Partial<Body> => ({
  ...(url === before.url ? {} : { url }),
  ...(events.join() === before.events.join() ? {} : { events }),
});

export function WebhookForm({ webhook, close, made }: FormProps) {
  const refresh = useRefreshWebhooks();
  const initialValues = { url: webhook?.url ?? "", events: webhook?.events ?? ALL_EVENTS };
  const someEvent = (events: string[]) => (events.length === 0 ? words.noEvent : null);
  const form = useCallForm(
    { initialValues, validate: { url: required(words.noUrl), events: someEvent } },
    async (values) => {
      const body = { url: values.url.trim(), events: ALL_EVENTS.filter((event) => values.events.includes(event)) };
      if (webhook) {
        await call.patch(`/webhooks/${webhook.id}`, changesOf(webhook, body));
        tell(words.saved);
      } else made((await call.post<NewWebhook>("/webhooks", body)).secret);
      void refresh();
      close();
    },
  );
  return (
    <Modal opened onClose={close} size="lg" title={webhook ? words.editTitle : words.newTitle}>
      <form {...form.props}>
        <Stack>
          <TextInput
            label={words.url}
            description={words.urlHelp}
            placeholder={words.urlPlaceholder}
            type="url"
            maxLength={2000}
            data-autofocus
            {...form.getInputProps("url")}
          />
          <Checkbox.Group label={words.eventsLabel} {...form.getInputProps("events")}>
            <Stack gap="xs" mt="xs">
              {ALL_EVENTS.map((event) => (
                <Checkbox key={event} value={event} label={words.events[event]} description={event} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={form.submitting}>
              {webhook ? words.save : words.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Shows a secret once. A lost one can be replaced, so closing needs no confirmation. */
export function Secret({ secret, close }: { secret: string; close: () => void }) {
  return (
    <Modal opened onClose={close} size="lg" title={words.secretTitle} closeOnClickOutside={false}>
      <Stack>
        <Alert variant="light" color="amber" icon={<Icon name="alert" />}>
          <Text size="sm">{words.secretText}</Text>
        </Alert>
        <Code block data-secret style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <Group justify="space-between">
          <CopyWide value={secret} label={words.copySecret} />
          <Button variant="default" onClick={close}>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
