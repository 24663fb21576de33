import { Badge, Button, Card, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import type { Me } from "../../api/types.ts";
import { tell } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { emailProblem, FILL_IN, newPasswordProblem, useSmallForm, wrongOf } from "../../parts/small-form.ts";
import { capital } from "../../parts/words.ts";
import { ExportEverything } from "./export-everything.tsx";

export default function AccountPage({ me }: { me: Me }) {
  return (
    <Page title="Account">
      <Stack>
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
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Contact held={me.contact} />
          <ChangePassword />
        </SimpleGrid>
        <ExportEverything />
      </Stack>
    </Page>
  );
}

/** Whom visitors of an expired code may write to. */
function Contact({ held }: { held: string | null }) {
  const cache = useQueryClient();
  const [contact, setContact] = useState(held ?? "");
  const next = contact.trim() || null;
  const { form, busy, wrong, failure } = useSmallForm({
    check: () => wrongOf({ email: next && emailProblem(next) }),
    send: async () => {
      await call.post("/contact", { contact: next });
      cache.setQueryData<Me>(["me"], (me) => me && { ...me, contact: next });
      tell(next ? "Visitors of expired codes are told to write there." : "No address is shown.");
    },
  });
  return (
    <Card component="section" aria-label="Contact">
      <Title order={2} size="h5" mb="md">
        Contact
      </Title>
      <form {...form}>
        <Stack>
          <TextInput
            label="E-mail address for visitors"
            description="Shown when someone scans a code of yours that has expired, so that they can tell you. Leave it empty to show none."
            type="email"
            value={contact}
            onChange={(event) => setContact(event.currentTarget.value)}
            error={wrong.email ?? failure?.message}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={busy}>
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
  const { form, busy, wrong, failure } = useSmallForm({
    check: () => wrongOf({ current: current ? null : FILL_IN, password: newPasswordProblem(password) }),
    send: async () => {
      await call.post("/password", { current, password });
      setCurrent("");
      setPassword("");
      tell("The password is changed. Your other devices are signed out.");
    },
  });
  const elsewhere = wrong.current || wrong.password ? undefined : failure?.message;
  const show = { "aria-label": "Show or hide the password" };
  return (
    <Card component="section" aria-label="Change the password">
      <Title order={2} size="h5" mb="md">
        Change the password
      </Title>
      <form {...form}>
        <Stack>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={wrong.current ?? elsewhere}
            visibilityToggleButtonProps={show}
          />
          <PasswordInput
            label="New password"
            description="At least 8 characters. A short sentence is a good one."
            autoComplete="new-password"
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={wrong.password}
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
