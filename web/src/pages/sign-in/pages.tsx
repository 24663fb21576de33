import { Alert, Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { call } from "../../api/call.ts";
import { clearQueries } from "../../api/client.ts";
import { hasPasskeys, isCancelled, signInWithPasskey } from "../../api/passkey.ts";
import { session } from "../../api/session.ts";
import { emailProblem, useCallForm } from "../../forms/call-form.ts";
import { ownZone } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { tellError, Waiting } from "../../parts/notices.tsx";
import { WithCode } from "./code-form.tsx";
import { SignInForm } from "./form.tsx";
import { Frame } from "./frame.tsx";
import { ToSignIn, WithLink } from "./link.tsx";
import { WORDS } from "./words.ts";

function useEntrance() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (to?: string) => {
    clearQueries(client);
    await client.invalidateQueries({ queryKey: ["me"] });
    if (to) navigate(to, { replace: true });
  };
}

interface Ways {
  signup: "open" | "closed";
  mail: boolean;
  /** The identity provider's host. */
  oidc: string | null;
  needsSetUp: boolean;
}

export const useWays = () =>
  useQuery({
    queryKey: ["sign-in"],
    queryFn: () => call.get<Ways>("/sign-in"),
  });

export function SignInPage() {
  const enter = useEntrance();
  const ways = useWays();
  const reason = new URLSearchParams(window.location.search).get("oidc");
  const [hasAccount, setHasAccount] = useState(false);
  const [asksCode, setAsksCode] = useState(reason === "code");
  const isInvited = useLocation().pathname.startsWith("/join");
  if (ways.isPending) return <Waiting />;
  // There may be other accounts, such as the demo's.
  if (ways.data?.needsSetUp && !hasAccount) {
    return (
      <Frame title={WORDS.noAdmin} lead={WORDS.noAdminHint}>
        <Text size="sm" c="dimmed">
          {WORDS.haveAccount}{" "}
          <Anchor component="button" type="button" inherit underline="always" onClick={() => setHasAccount(true)}>
            {WORDS.signIn}
          </Anchor>
        </Text>
      </Frame>
    );
  }
  return (
    <Frame title={WORDS.signIn} lead={asksCode ? WORDS.codeLead : isInvited ? WORDS.signInToJoin : WORDS.signInLead}>
      {reason !== null && reason !== "code" && <OidcProblem reason={reason} />}
      <WithCode starts={reason === "code"} done={() => enter()} asks={setAsksCode}>
        {(go) => (
          <>
            <SignInForm
              fresh={false}
              button={WORDS.signIn}
              send={({ email, password }) => go(call.post("/sign-in", { email, password }))}
            />
            <OtherWays done={() => enter()} invitation={isInvited ? session.invitation()?.token : undefined} />
            <Text size="sm" c="dimmed" mt="md">
              {ways.data?.mail ? (
                <Anchor component={Link} to="/forgot" inherit underline="always">
                  {WORDS.forgot}
                </Anchor>
              ) : (
                WORDS.forgotten
              )}
            </Text>
          </>
        )}
      </WithCode>
      {ways.data?.signup === "open" && (
        <Text size="sm" c="dimmed" mt="xs">
          {WORDS.noAccount}{" "}
          <Anchor component={Link} to="/sign-up" inherit underline="always">
            {WORDS.signUp}
          </Anchor>
        </Text>
      )}
    </Frame>
  );
}

/** Why the identity provider's answer did not lead to a session. */
function OidcProblem({ reason }: { reason: string }) {
  const text = WORDS.oidcProblems[reason as keyof typeof WORDS.oidcProblems] ?? WORDS.oidcProblems.failed;
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert" mb="md">
      {text}
    </Alert>
  );
}

/** With the token of an invitation, it also works for people without an account. */
export function OidcButton({ provider, invitation }: { provider: string; invitation?: string | undefined }) {
  const start = useMutation({
    mutationFn: () =>
      invitation === undefined
        ? call.post<{ url: string }>(`/oidc/start?${new URLSearchParams({ zone: ownZone() })}`)
        : call.post<{ url: string }>("/join/oidc", { token: invitation, zone: ownZone() }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: tellError,
  });
  return (
    <Button variant="default" fullWidth size="md" mt="sm" loading={start.isPending} onClick={() => start.mutate()}>
      {WORDS.withProvider(provider)}
    </Button>
  );
}

/** Without a password. */
export function OtherWays({ done, invitation }: { done: () => Promise<void>; invitation?: string | undefined }) {
  const provider = useWays().data?.oidc;
  return (
    <>
      {hasPasskeys() && <PasskeyButton done={done} />}
      {provider && <OidcButton provider={provider} invitation={invitation} />}
    </>
  );
}

function PasskeyButton({ done }: { done: () => Promise<void> }) {
  const signIn = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: done,
    onError: (error) => {
      if (!isCancelled(error)) tellError(error);
    },
  });
  return (
    <Button variant="default" fullWidth size="md" mt="sm" loading={signIn.isPending} onClick={() => signIn.mutate()}>
      {WORDS.withPasskey}
    </Button>
  );
}

/** Asks for a link to choose a new password. The answer is the same for addresses without an account. */
export function ForgotPage() {
  const [sentTo, setSentTo] = useState("");
  const form = useCallForm({ initialValues: { email: "" }, validate: { email: emailProblem } }, async ({ email }) => {
    await call.post("/forgot", { email });
    setSentTo(email.trim());
  });
  if (sentTo !== "") {
    return (
      <Frame title={WORDS.sent} lead={WORDS.sentLead(sentTo)}>
        <ToSignIn />
      </Frame>
    );
  }
  return (
    <Frame title={WORDS.forgot} lead={WORDS.forgotLead}>
      <form {...form.props}>
        <Stack>
          <TextInput
            label={WORDS.email}
            type="email"
            name="email"
            autoComplete="username"
            {...form.getInputProps("email")}
          />
          <Button type="submit" loading={form.submitting} fullWidth size="md">
            {WORDS.sendLink}
          </Button>
          <ToSignIn />
        </Stack>
      </form>
    </Frame>
  );
}

export function SignUpPage() {
  const enter = useEntrance();
  const ways = useWays();
  if (ways.isPending) return <Waiting />;
  if (ways.data?.signup === "closed" || ways.data?.needsSetUp) {
    const lead = ways.data.needsSetUp ? `${WORDS.noAdmin}. ${WORDS.noAdminHint}` : WORDS.signUpClosedLead;
    return (
      <Frame title={WORDS.signUpClosed} lead={lead}>
        <ToSignIn />
      </Frame>
    );
  }
  return (
    <Frame title={WORDS.signUp} lead={WORDS.signUpLead}>
      <SignInForm
        fresh
        button={WORDS.createAccount}
        send={async ({ email, password }) => {
          await call.post("/sign-up", { email, password, zone: ownZone() });
          await enter("/");
        }}
      />
      <Text size="sm" c="dimmed" mt="md">
        {WORDS.haveAccount}{" "}
        <Anchor component={Link} to="/sign-in" inherit underline="always">
          {WORDS.signIn}
        </Anchor>
      </Text>
    </Frame>
  );
}

export function SetUpPage() {
  const enter = useEntrance();
  return (
    <WithLink kind="set-up">
      {(token) => (
        <Frame title={WORDS.setUp} lead={WORDS.setUpLead} step={WORDS.step(1)}>
          <SignInForm
            fresh
            withName
            button={WORDS.continue}
            send={async (account) => {
              await call.post("/set-up", { token, ...account });
              if (ownZone() !== "UTC") await call.patch("/workspace", { zone: ownZone() });
              await enter("/welcome");
            }}
          />
        </Frame>
      )}
    </WithLink>
  );
}

export function ResetPage() {
  const enter = useEntrance();
  return (
    <WithLink kind="reset">
      {(token, { email, isNew }) => (
        <Frame
          title={isNew ? WORDS.welcomeInvited : WORDS.reset}
          lead={isNew ? WORDS.invitedLead(email ?? "") : WORDS.resetLead(email ?? "")}
        >
          <WithCode done={() => enter("/")}>
            {(go) => (
              <SignInForm
                email={email ?? ""}
                fresh
                button={WORDS.saveAndSignIn}
                send={({ password }) => go(call.post("/reset", { token, password }))}
              />
            )}
          </WithCode>
        </Frame>
      )}
    </WithLink>
  );
}
