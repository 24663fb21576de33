import { Badge, Button, Card, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { Me } from "../../api/types.ts";
import { emailProblem, newPasswordProblem, required, useCallForm } from "../../forms/call-form.ts";
import { tell } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
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
              {me.role === "admin" && <Badge variant="default">Administrator</Badge>}
              <Badge variant="light">Plan {capital(me.plan)}</Badge>
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
  const initialValues = { contact: held ?? "" };
  const validate = { contact: (contact: string) => (contact.trim() === "" ? null : emailProblem(contact)) };
  const form = useCallForm({ initialValues, validate }, async (values) => {
    const contact = values.contact.trim() || null;
    await call.post("/contact", { contact });
    cache.setQueryData<Me>(["me"], (me) => me && { ...me, contact });
    tell(contact ? "Visitors of expired codes are told to write there." : "No address is shown.");
  });
  return (
    <Card component="section" aria-label="Contact">
      <Title order={2} size="h5" mb="md">
        Contact
      </Title>
      <form {...form.props}>
        <Stack>
          <TextInput
            label="E-mail address for visitors"
            description="Shown when someone scans a code of yours that has expired, so that they can tell you. Leave it empty to show none."
            type="email"
            {...form.getInputProps("contact")}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={form.submitting}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function ChangePassword() {
  const initialValues = { current: "", password: "" };
  const validate = { current: required, password: newPasswordProblem };
  const form = useCallForm({ initialValues, validate }, async (values) => {
    await call.post("/password", values);
    form.reset();
    tell("The password is changed. Your other devices are signed out.");
  });
  return (
    <Card component="section" aria-label="Change the password">
      <Title order={2} size="h5" mb="md">
        Change the password
      </Title>
      <form {...form.props}>
        <Stack>
          <PasswordInput label="Current password" autoComplete="current-password" {...form.getInputProps("current")} />
          <PasswordInput
            label="New password"
            description="At least 8 characters. A short sentence is a good one."
            autoComplete="new-password"
            maxLength={128}
            {...form.getInputProps("password")}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={form.submitting}>
              Change it
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
