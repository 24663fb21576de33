import { Alert, Anchor, Button, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { call } from "../../api/call.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { Icon } from "../../parts/icon.tsx";
import { WORDS } from "./words.ts";

type Answer = { needsCode?: boolean } | undefined;

interface WithCodeProps {
  /** True if the identity provider has signed the user in, so that the code is the next step. */
  starts?: boolean;
  done: () => Promise<void>;
  /** Called when the code becomes the next step, or no longer is. */
  asks?: (isAsking: boolean) => void;
  /** `go` takes a call that signs in. */
  children: (go: (sent: Promise<Answer>) => Promise<void>) => ReactNode;
}

/** Asks for the code of the second factor after the password or the identity provider, if the user has one. */
export function WithCode({ starts = false, done, asks, children }: WithCodeProps) {
  const [needsCode, setNeedsCode] = useState(starts);
  useEffect(() => asks?.(needsCode), [needsCode]);
  if (needsCode) return <CodeForm done={done} back={() => setNeedsCode(false)} />;
  return children(async (sent) => {
    if ((await sent)?.needsCode) setNeedsCode(true);
    else await done();
  });
}

function CodeForm({ done, back }: { done: () => Promise<void>; back: () => void }) {
  const input = { initialValues: { code: "" }, validate: { code: required(WORDS.noCode) }, failAt: "form" };
  const form = useCallForm(input, async (values) => {
    await call.post("/sign-in/code", values);
    await done();
  });
  return (
    <form {...form.props}>
      <Stack>
        {form.errors.form && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {form.errors.form}
          </Alert>
        )}
        <TextInput
          label={WORDS.code}
          description={WORDS.codeHint}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          maxLength={40}
          {...form.getInputProps("code")}
        />
        <Button type="submit" loading={form.submitting} fullWidth size="md">
          {WORDS.signIn}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={back}>
          {WORDS.otherAccount}
        </Anchor>
      </Stack>
    </form>
  );
}
