import { Button, Checkbox, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { NewWebhook, Webhook } from "../../api/types.ts";
import { tell } from "../../parts/notices.tsx";
import { FILL_IN, useSmallForm, wrongOf } from "../../parts/small-form.ts";
import { capital } from "../../parts/words.ts";
import { ALL_EVENTS, EVENT_WORDS } from "./events.ts";
import { useRefreshWebhooks } from "./queries.ts";

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
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ALL_EVENTS);
  const { form, busy, wrong, failure } = useSmallForm({
    check: () =>
      wrongOf({ url: url.trim() === "" ? FILL_IN : null, events: events.length === 0 ? "Choose one at least." : null }),
    send: async () => {
      const body = { url: url.trim(), events: ALL_EVENTS.filter((event) => events.includes(event)) };
      if (webhook) {
        await call.patch(`/webhooks/${webhook.id}`, changesOf(webhook, body));
        tell("The webhook is saved.");
      } else made((await call.post<NewWebhook>("/webhooks", body)).secret);
      void refresh();
      close();
    },
  });
  const urlError = wrong.url ?? (wrong.events ? undefined : failure?.message);
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={webhook ? "Change the webhook" : "New webhook"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form {...form}>
        <Stack>
          <TextInput
            label="Address"
            description="Where your program listens."
            placeholder="https://example.com/hooks/tessera"
            type="url"
            maxLength={2000}
            data-autofocus
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={urlError && `${capital(urlError)}`}
          />
          <Checkbox.Group label="What is sent" value={events} onChange={setEvents} error={wrong.events}>
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
            <Button type="submit" loading={busy}>
              {webhook ? "Save it" : "Make the webhook"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
