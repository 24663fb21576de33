import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { CallError } from "../../api/call.ts";
import { Icon } from "../../parts/icon.tsx";

interface SignInFormProps {
  withEmail: boolean;
  /** A password that is chosen now, not one that is known already. */
  fresh: boolean;
  button: string;
  send: (email: string, password: string) => Promise<void>;
}

export function SignInForm({ withEmail, fresh, button, send }: SignInFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await send(email, password);
    } catch (error) {
      setFailure(error as CallError);
      setBusy(false);
    }
  }

  const named = failure?.fields.email ?? failure?.fields.password;
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && !named && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {failure.message}
          </Alert>
        )}
        {withEmail && (
          <TextInput
            label="E-mail address"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={failure?.fields.email}
          />
        )}
        <PasswordInput
          label={fresh ? "New password" : "Password"}
          description={fresh ? "At least 8 characters. A short sentence is a good one." : undefined}
          name="password"
          autoComplete={fresh ? "new-password" : "current-password"}
          required
          withAsterisk={false}
          minLength={fresh ? 8 : undefined}
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={failure?.fields.password}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
        />
        <Button type="submit" loading={busy} fullWidth mt="xs">
          {button}
        </Button>
      </Stack>
    </form>
  );
}
