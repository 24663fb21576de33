import { Alert, Button, Checkbox, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { call } from "../../api/call.ts";
import type { NewWebhook, Webhook } from "../../api/types.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { CopyWide } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { tell } from "../../parts/notices.tsx";
import { useRefreshWebhooks } from "./queries.ts";

/** What each event tells, in the order of the choice. */
const EVENT_WORDS: Record<Webhook["events"][number], string> = {
  "qrcode.created": "A code was made",
  "qrcode.updated": "A code was changed or restored",
  "qrcode.deleted": "A code was deleted",
  "qrcode.scanned": "Scans, gathered for up to 2 seconds",
  "qrcode.expiring": "A code expires in 14 days",
  "qrcode.expired": "A code has expired",
};

const ALL_EVENTS = Object.keys(EVENT_WORDS) as Webhook["events"];

interface FormProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  close: () => void;
  /** Hears the secret of a new one. */
  made: (secret: string) => void;
}

type Body = Pick<Webhook, "url" | "events">;

/** The rest may have been changed elsewhere meanwhile. */
const changesOf = (before: Body, { url, events }: Body): Partial<Body> => ({
  ...(url === before.url ? {} : { url }),
  ...(events.join() === before.events.join() ? {} : { events }),
});

export function WebhookForm({ webhook, close, made }: FormProps) {
  const refresh = useRefreshWebhooks();
  const initialValues = { url: webhook?.url ?? "", events: webhook?.events ?? ALL_EVENTS };
  const someEvent = (events: string[]) => (events.length === 0 ? "Choose one at least." : null);
  const form = useCallForm({ initialValues, validate: { url: required, events: someEvent } }, async (values) => {
    const body = { url: values.url.trim(), events: ALL_EVENTS.filter((event) => values.events.includes(event)) };
    if (webhook) {
      await call.patch(`/webhooks/${webhook.id}`, changesOf(webhook, body));
      tell("The webhook is saved.");
    } else made((await call.post<NewWebhook>("/webhooks", body)).secret);
    void refresh();
    close();
  });
  return (
    <Modal opened onClose={close} size="lg" title={webhook ? "Change the webhook" : "New webhook"}>
      <form {...form.props}>
        <Stack>
          <TextInput
            label="Address"
            description="Where your program listens."
            placeholder="https://example.com/hooks/tessera"
            type="url"
            maxLength={2000}
            data-autofocus
            {...form.getInputProps("url")}
          />
          <Checkbox.Group label="What is sent" {...form.getInputProps("events")}>
            <Stack gap="xs" mt="xs">
              {ALL_EVENTS.map((event) => (
                <Checkbox key={event} value={event} label={EVENT_WORDS[event]} description={event} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.submitting}>
              {webhook ? "Save it" : "Make the webhook"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Shows a secret this once. A lost one is replaced by a new one, so nothing more is asked. */
export function Secret({ secret, close }: { secret: string; close: () => void }) {
  return (
    <Modal opened onClose={close} size="lg" title="The webhook's secret" closeOnClickOutside={false}>
      <Stack>
        <Alert variant="light" color="amber" icon={<Icon name="alert" />}>
          <Text size="sm">
            Copy it now: it is not shown again. Your receiver checks with it that what arrives comes from here.
          </Text>
        </Alert>
        <Code block data-secret style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <Group justify="space-between">
          <CopyWide value={secret} label="Copy the secret" />
          <Button variant="default" onClick={close}>
            I have kept it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
