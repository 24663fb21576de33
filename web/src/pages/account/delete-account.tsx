import { Alert, Button, Card, Group, Modal, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { clearQueries } from "../../api/client.ts";
import { session } from "../../api/session.ts";
import { passwordProblem, useCallForm } from "../../forms/call-form.ts";
import { Icon } from "../../parts/icon.tsx";
import { tell } from "../../parts/notices.tsx";
import { useSecondFactor } from "./confirm-dialog.tsx";
import { words } from "./words.ts";

export function DeleteAccount() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <Card component="section" aria-label={words.remove}>
      <Title order={2} size="h5" mb="xs">
        {words.remove}
      </Title>
      <Text size="sm" c="dimmed" maw={640}>
        {words.removeLead}
      </Text>
      <Group mt="md" justify="flex-end">
        <Button variant="default" c="var(--mantine-color-error)" onClick={open}>
          {words.remove}
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title={words.removeTitle}>
        <Ask close={close} />
      </Modal>
    </Card>
  );
}

function Ask({ close }: { close: () => void }) {
  const client = useQueryClient();
  const hasPassword = useSecondFactor().data?.hasPassword ?? true;
  const form = useCallForm(
    {
      initialValues: { password: "" },
      validate: { password: (password: string) => (hasPassword ? passwordProblem(password) : null) },
      // The only administrator is refused by id.
      place: ({ id, ...others }) => (id === undefined ? others : { form: id }),
      failAt: "form",
    },
    async (values) => {
      await call.post("/delete-account", values);
      session.leave();
      clearQueries(client);
      client.setQueryData(["me"], null);
      tell(words.removed);
    },
  );
  return (
    <form {...form.props}>
      <Stack>
        <Text size="sm">{words.removeText}</Text>
        {form.errors.form && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {form.errors.form}
          </Alert>
        )}
        {hasPassword && (
          <PasswordInput
            label={words.removeEnter}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button type="submit" color="red" loading={form.submitting}>
            {words.removeConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
