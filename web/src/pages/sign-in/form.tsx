import { Alert, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { emailProblem, newPasswordProblem, passwordProblem, required, useCallForm } from "../../forms/call-form.ts";
import { Icon } from "../../parts/icon.tsx";
import classes from "./form.module.css";
import { strengthOf } from "./strength.ts";
import { WORDS } from "./words.ts";

interface Credentials {
  name: string;
  email: string;
  password: string;
}

interface SignInFormProps {
  /** If set, only the password is asked for. */
  email?: string | undefined;
  /** An email address that can be changed. */
  suggested?: string;
  /** A new password, not an existing one. */
  fresh: boolean;
  withName?: boolean;
  button: string;
  send: (credentials: Credentials) => Promise<void>;
}

/** Focuses the first input, except on touch screens, where the keyboard would cover the page. */
function useFirstFocus() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (window.matchMedia("(pointer: fine)").matches)
      form.current?.querySelector<HTMLElement>("input:not([hidden])")?.focus();
  }, []);
  return form;
}

export function SignInForm({ email: known, suggested = "", fresh, withName = false, button, send }: SignInFormProps) {
  const element = useFirstFocus();
  const initialValues = { name: "", email: known ?? suggested, password: "" };
  const validate = {
    name: (name: string) => (withName ? required(WORDS.noName)(name) : null),
    email: (email: string) => (known === undefined ? emailProblem(email) : null),
    password: fresh ? newPasswordProblem : passwordProblem,
  };
  const form = useCallForm({ initialValues, validate, failAt: "form", name: "sign-in" }, send);
  return (
    <form ref={element} {...form.props}>
      <Stack>
        {form.errors.form && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {form.errors.form}
          </Alert>
        )}
        {withName && (
          <TextInput
            label={WORDS.name}
            name="name"
            autoComplete="name"
            maxLength={100}
            {...form.getInputProps("name")}
          />
        )}
        {known === undefined ? (
          <TextInput
            label={WORDS.email}
            type="email"
            name="email"
            autoComplete="username"
            {...form.getInputProps("email")}
          />
        ) : (
          // For password managers, which need the account name.
          <input type="email" name="email" autoComplete="username" value={known} readOnly hidden />
        )}
        <div>
          <PasswordInput
            label={fresh && !withName ? WORDS.newPassword : WORDS.password}
            description={fresh ? WORDS.passwordHint : undefined}
            name="password"
            autoComplete={fresh ? "new-password" : "current-password"}
            maxLength={128}
            {...form.getInputProps("password")}
          />
          {fresh && !form.errors.password && <Strength password={form.values.password} />}
        </div>
        <Button type="submit" loading={form.submitting} fullWidth size="md" mt="xs">
          {button}
        </Button>
      </Stack>
    </form>
  );
}

function Strength({ password }: { password: string }) {
  // Its place is kept while there is none, so that the form does not jump.
  const isEmpty = password === "";
  const strength = isEmpty ? 0 : strengthOf(password);
  return (
    <div role="status">
      <div className={classes.meter} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={step <= strength || undefined} />
        ))}
      </div>
      <Text size="sm" c="var(--text-3)" mt={4}>
        {isEmpty ? "\u00a0" : WORDS.strength[strength]}
      </Text>
    </div>
  );
}
