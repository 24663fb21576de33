import { Badge, Button, Card, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { Me } from "../../api/types.ts";
import { newPasswordProblem, passwordProblem, required, useCallForm } from "../../forms/call-form.ts";
import { SettingsTabs } from "../../frame/settings-tabs.tsx";
import { settings } from "../../frame/words.ts";
import { capital } from "../../parts/formats.ts";
import { tell } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { FACTOR_KEY, useSecondFactor } from "./confirm-dialog.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Passkeys } from "./passkeys.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { SignedInDevices } from "./signed-in-devices.tsx";
import { words } from "./words.ts";

export default function AccountPage({ me }: { me: Me }) {
  return (
    <Page title={settings.title}>
      <SettingsTabs me={me} />
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            <Card component="section" aria-label={words.profile}>
              <Group justify="space-between">
                <div>
                  <Text size="xs" c="dimmed">
                    {words.signedInAs}
                  </Text>
                  <Text fw={500}>{me.email}</Text>
                </div>
                <Group gap="xs">
                  {me.role === "admin" && (
                    <Badge variant="light" color="gray">
                      {words.admin}
                    </Badge>
                  )}
                  <Badge variant="light" color="gray">
                    {words.plan(capital(me.limits.plan))}
                  </Badge>
                </Group>
              </Group>
              <Text size="sm" c="dimmed" mt="xs">
                {words.limits(me.limits)}
              </Text>
              <Name held={me.name} />
            </Card>
            <Passkeys />
            <SignedInDevices />
          </Stack>
          <Stack>
            <ChangePassword />
            <SecondFactor />
          </Stack>
        </SimpleGrid>
        <DeleteAccount />
      </Stack>
    </Page>
  );
}

function Name({ held }: { held: string }) {
  const cache = useQueryClient();
  const validate = { name: required(words.noName) };
  const form = useCallForm({ initialValues: { name: held }, validate }, async (values) => {
    const name = values.name.trim();
    await call.post("/name", { name });
    cache.setQueryData<Me>(["me"], (me) => me && { ...me, name });
    tell(words.nameSaved);
  });
  return (
    <form {...form.props}>
      <Stack mt="md">
        <TextInput label={words.name} autoComplete="name" maxLength={100} {...form.getInputProps("name")} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={form.submitting}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ChangePassword() {
  const cache = useQueryClient();
  const initialValues = { current: "", password: "" };
  const hasPassword = useSecondFactor().data?.hasPassword ?? true;
  const current = (value: string) => (hasPassword ? passwordProblem(value) : null);
  const validate = { current, password: newPasswordProblem };
  const form = useCallForm({ initialValues, validate }, async (values) => {
    await call.post("/password", values);
    form.reset();
    for (const queryKey of [["sessions"], FACTOR_KEY]) void cache.invalidateQueries({ queryKey });
    tell(hasPassword ? words.passwordChanged : words.passwordSet);
  });
  const title = hasPassword ? words.password : words.setPassword;
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} size="h5" mb="md">
        {title}
      </Title>
      <form {...form.props}>
        <Stack>
          {hasPassword && (
            <PasswordInput label={words.current} autoComplete="current-password" {...form.getInputProps("current")} />
          )}
          <PasswordInput
            label={words.next}
            description={words.nextHelp}
            autoComplete="new-password"
            maxLength={128}
            {...form.getInputProps("password")}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={form.submitting}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
