import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { passwordProblem, required, useCallForm } from "../../forms/call-form.ts";
import { words } from "./words.ts";

interface SecondFactor {
  isOn: boolean;
  codesLeft: number;
  hasPassword: boolean;
}

export const FACTOR_KEY = ["second-factor"];
export const useSecondFactor = () =>
  useQuery({ queryKey: FACTOR_KEY, queryFn: () => call.get<SecondFactor>("/second-factor") });

interface ConfirmDialogProps {
  title: string;
  text: string;
  button: string;
  /** The label of a further field, such as a name. */
  field?: { label: string; initial: string };
  isGrave?: boolean;
  close: () => void;
  send: (password: string, field: string) => Promise<unknown>;
}

/** Asks for the password before a change of how the user signs in. */
export function ConfirmDialog({ title, text, button, field, isGrave = false, close, send }: ConfirmDialogProps) {
  const hasPassword = useSecondFactor().data?.hasPassword ?? true;
  const form = useCallForm(
    {
      initialValues: { password: "", field: field?.initial ?? "" },
      validate: {
        password: (password: string) => (hasPassword ? passwordProblem(password) : null),
        field: (value: string) => (field ? required(words.noName)(value) : null),
      },
    },
    async (values) => {
      await send(values.password, values.field);
      close();
    },
  );
  return (
    <Modal opened onClose={close} title={title}>
      <form {...form.props}>
        <Stack>
          <Text size="sm">{text}</Text>
          {field && <TextInput label={field.label} maxLength={100} {...form.getInputProps("field")} />}
          {hasPassword && (
            <PasswordInput
              label={words.removeEnter}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps("password")}
            />
          )}
          {!hasPassword && form.errors.password && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {form.errors.password}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={form.submitting} {...(isGrave ? { color: "red" } : {})}>
              {button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
