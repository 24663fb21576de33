import { Badge, Button, Card, Group, PasswordInput, Stack, Text, Title } from "@mantine/core";
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
        <ChangePassword />
      </Stack>
    </Page>
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
