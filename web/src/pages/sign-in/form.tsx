import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../../parts/icon.tsx";
import { emailProblem, FILL_IN, newPasswordProblem, useSmallForm, wrongOf } from "../../parts/small-form.ts";

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
  const [typed, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const first = useFirstFocus();
  const email = known ?? typed;
  const { form, busy, wrong, failure } = useSmallForm({
    check: () =>
      wrongOf({
        email: known === undefined ? emailProblem(email) : null,
        password: fresh ? newPasswordProblem(password) : password === "" ? FILL_IN : null,
      }),
    send: () => send(email, password),
  });
  const isNamed = wrong.email !== undefined || wrong.password !== undefined;
  return (
    <form {...form}>
      <Stack>
        {failure && !isNamed && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {failure.message}
          </Alert>
        )}
        {known === undefined ? (
          <TextInput
            ref={first}
            label="E-mail address"
            type="email"
            name="email"
            autoComplete="username"
            value={typed}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={wrong.email}
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
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong.password}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
        />
        <Button type="submit" loading={busy} fullWidth mt="xs">
          {button}
        </Button>
      </Stack>
    </form>
  );
}
