import {
  Badge,
  Button,
  Card,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type CallError, call } from "../../api/call.ts";
import type { Me } from "../../api/types.ts";
import { tell, tellError } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { capital } from "../../parts/words.ts";

export default function AccountPage({ me }: { me: Me }) {
  return (
    <Page title="Account">
      <Stack maw={560}>
        <Card>
          <Group justify="space-between">
            <div>
              <Text size="xs" c="dimmed">
                Signed in as
              </Text>
              <Text fw={600}>{me.email}</Text>
            </div>
            <Group gap="xs">
              {me.role === "admin" && (
                <Badge variant="default" styles={{ label: { color: "var(--mantine-color-text)" } }}>
                  Administrator
                </Badge>
              )}
              <Badge variant="light" styles={{ label: { color: "var(--mantine-color-text)" } }}>
                Plan {capital(me.plan)}
              </Badge>
            </Group>
          </Group>
        </Card>
        <Contact held={me.contact} />
        <ChangePassword />
      </Stack>
    </Page>
  );
}

/** Whom visitors of an expired code may write to. */
function Contact({ held }: { held: string | null }) {
  const cache = useQueryClient();
  const [contact, setContact] = useState(held ?? "");
  const [failure, setFailure] = useState<CallError | null>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    try {
      const next = contact.trim() || null;
      await call.post("/contact", { contact: next });
      cache.setQueryData<Me>(["me"], (me) => me && { ...me, contact: next });
      tell(next ? "Visitors of expired codes are told to write there." : "No address is shown.");
    } catch (error) {
      setFailure(error as CallError);
    }
  }
  return (
    <Card component="section" aria-label="Contact">
      <Title order={2} size="h5" mb="md">
        Contact
      </Title>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="E-mail address for visitors"
            description="Shown when someone scans a code of yours that has expired, so that they can tell you. Leave it empty to show none."
            type="email"
            value={contact}
            onChange={(event) => setContact(event.currentTarget.value)}
            error={failure?.message}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default">
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function ChangePassword() {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await call.post("/password", { current, password });
      setCurrent("");
      setPassword("");
      tell("The password is changed. Your other devices are signed out.");
    } catch (error) {
      const { fields } = error as CallError;
      setFailure(error as CallError);
      if (!fields?.current && !fields?.password) tellError(error);
    } finally {
      setBusy(false);
    }
  }
  const show = { "aria-label": "Show or hide the password" };
  return (
    <Card component="section" aria-label="Change the password">
      <Title order={2} size="h5" mb="md">
        Change the password
      </Title>
      <form onSubmit={submit}>
        <Stack>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={failure?.fields.current}
            visibilityToggleButtonProps={show}
          />
          <PasswordInput
            label="New password"
            description="At least 8 characters. A short sentence is a good one."
            autoComplete="new-password"
            required
            minLength={8}
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={failure?.fields.password}
            visibilityToggleButtonProps={show}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              Change it
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
