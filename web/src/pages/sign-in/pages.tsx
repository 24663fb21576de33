import { Alert, Anchor, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "../../api/call.ts";
import { clearQueries } from "../../api/client.ts";
import { SignInForm } from "./form.tsx";
import { Frame } from "./frame.tsx";

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

/** The token behind the # is taken out of the address bar at once, and kept only while the page is open. */
function useToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => window.history.replaceState(null, "", window.location.pathname), []);
  return token;
}

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
        withEmail
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
  return (
    <Frame title="Sign up" lead="Make codes, share them and see them scanned.">
      <SignInForm
        withEmail
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
  const token = useToken();
  return (
    <Frame title="Welcome" lead="Make the first account. It is the administrator's.">
      <SignInForm
        withEmail
        fresh
        button="Make the account"
        send={async (email, password) => {
          await call.post("/set-up", { token, email, password });
          await enter("/");
        }}
      />
    </Frame>
  );
}

export function ResetPage() {
  const enter = useEntrance();
  const token = useToken();
  return (
    <Frame
      title="Choose a password"
      lead="From now on you sign in with it. Wherever you were signed in before, you are signed out."
    >
      <SignInForm
        withEmail={false}
        fresh
        button="Save and sign in"
        send={async (_email, password) => {
          await call.post("/reset", { token, password });
          await enter("/");
        }}
      />
    </Frame>
  );
}
