import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { emailProblem, newPasswordProblem, required, useCallForm } from "../../forms/call-form.ts";
import { Icon } from "../../parts/icon.tsx";

interface SignInFormProps {
  /** Given: the account is known, and only its password is asked for. */
  email?: string | undefined;
  /** A password that is chosen now, not one that is known already. */
  fresh: boolean;
  button: string;
  send: (email: string, password: string) => Promise<void>;
}

/** With a mouse one types at once; on a touch screen the keyboard would hide the page. */
function useFirstFocus() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (window.matchMedia("(pointer: fine)").matches) ref.current?.focus();
  }, []);
  return ref;
}

export function SignInForm({ email: known, fresh, button, send }: SignInFormProps) {
  const first = useFirstFocus();
  const initialValues = { email: known ?? "", password: "" };
  const validate = {
    email: (email: string) => (known === undefined ? emailProblem(email) : null),
    password: fresh ? newPasswordProblem : required,
  };
  const form = useCallForm({ initialValues, validate, failAt: "form", name: "sign-in" }, ({ email, password }) =>
    send(email, password),
  );
  return (
    <form {...form.props}>
      <Stack>
        {form.errors.form && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {form.errors.form}
          </Alert>
        )}
        {known === undefined ? (
          <TextInput
            ref={first}
            label="E-mail address"
            type="email"
            name="email"
            autoComplete="username"
            {...form.getInputProps("email")}
          />
        ) : (
          // For whatever keeps passwords: it would not know whose this is.
          <input type="email" name="email" autoComplete="username" value={known} readOnly hidden />
        )}
        <PasswordInput
          {...(known === undefined ? {} : { ref: first })}
          label={fresh ? "New password" : "Password"}
          description={fresh ? "At least 8 characters. A short sentence is a good one." : undefined}
          name="password"
          autoComplete={fresh ? "new-password" : "current-password"}
          maxLength={128}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={form.submitting} fullWidth mt="xs">
          {button}
        </Button>
      </Stack>
    </form>
  );
}
