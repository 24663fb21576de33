import { Alert, Anchor, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { call } from "../../api/call.ts";
import { clearQueries } from "../../api/client.ts";
import { Waiting } from "../../parts/notices.tsx";
import { SignInForm } from "./form.tsx";
import { Frame } from "./frame.tsx";
import { ToSignIn, WithLink } from "./link.tsx";

function useEntrance() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (to?: string) => {
    clearQueries(client);
    await client.invalidateQueries({ queryKey: ["me"] });
    if (to) navigate(to, { replace: true });
  };
}

const useWays = () =>
  useQuery({
    queryKey: ["sign-in"],
    queryFn: () => call.get<{ signup: "open" | "closed"; needsSetUp: boolean }>("/sign-in"),
  });

export function SignInPage() {
  const enter = useEntrance();
  const ways = useWays();
  return (
    <Frame title="Sign in" lead="Your codes, their scans and your keys.">
      {ways.data?.needsSetUp && (
        <Alert mb="md" variant="light" title="There is no administrator yet">
          The console that the service was started in shows a link to make that account.
        </Alert>
      )}
      <SignInForm
        fresh={false}
        button="Sign in"
        send={async (email, password) => {
          await call.post("/sign-in", { email, password });
          await enter();
        }}
      />
      <Text size="sm" c="dimmed" mt="md">
        {ways.data?.signup === "open" ? (
          <>
            No account yet?{" "}
            <Anchor component={Link} to="/sign-up" inherit underline="always">
              Sign up
            </Anchor>
          </>
        ) : (
          "Forgotten the password? Your administrator can make you a link for a new one."
        )}
      </Text>
    </Frame>
  );
}

export function SignUpPage() {
  const enter = useEntrance();
  const ways = useWays();
  if (ways.isPending) return <Waiting />;
  if (ways.data?.signup === "closed" || ways.data?.needsSetUp) {
    const lead = ways.data.needsSetUp
      ? "There is no administrator yet. The console that the service was started in shows a link to make that account."
      : "New accounts are made by the administrator here. Ask for one: you get a link to choose your password.";
    return (
      <Frame title="Sign-up is closed" lead={lead}>
        <ToSignIn />
      </Frame>
    );
  }
  return (
    <Frame title="Sign up" lead="Make codes, share them and see them scanned.">
      <SignInForm
        fresh
        button="Make my account"
        send={async (email, password) => {
          await call.post("/sign-up", { email, password });
          await enter("/");
        }}
      />
      <Text size="sm" c="dimmed" mt="md">
        Have an account?{" "}
        <Anchor component={Link} to="/sign-in" inherit underline="always">
          Sign in
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
        <Frame title="Welcome" lead="Make the first account. It is the administrator's.">
          <SignInForm
            fresh
            button="Make the account"
            send={async (email, password) => {
              await call.post("/set-up", { token, email, password });
              await enter("/");
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
          title={isNew ? "Welcome" : "Choose a new password"}
          lead={
            isNew
              ? `Choose a password for ${email}. With both you sign in from now on.`
              : `For ${email}. It replaces the old one, and wherever you are signed in, you are signed out.`
          }
        >
          <SignInForm
            email={email ?? ""}
            fresh
            button="Save and sign in"
            send={async (_email, password) => {
              await call.post("/reset", { token, password });
              await enter("/");
            }}
          />
        </Frame>
      )}
    </WithLink>
  );
}
