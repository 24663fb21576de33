import { Anchor, Modal, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { findMe } from "../api/client.ts";
import type { Me } from "../api/types.ts";
import { SignInForm } from "../pages/sign-in/form.tsx";

/** Over the page when a session ended. The page stays, and calls that were refused go on after. */
export default function SignInAgain({ me }: { me: Me }) {
  const client = useQueryClient();
  const [isOther, setIsOther] = useState(false);

  async function resume(): Promise<void> {
    await client.cancelQueries({ queryKey: ["me"] });
    client.setQueryData(["me"], await findMe());
    setIsOther(false);
    void client.invalidateQueries();
  }
  async function enter(email: string, password: string): Promise<void> {
    await call.post("/sign-in", { email, password });
    await resume();
  }
  // One may have signed in again in another tab.
  useWindowEvent("focus", () => void resume());

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="You were signed out"
      zIndex={300}
      size="sm"
    >
      <Text size="sm" mb="md">
        {isOther
          ? `Sign in as someone else. What ${me.email} has typed and not saved is then gone.`
          : "Sign in to go on; nothing you typed is lost."}
      </Text>
      {!isOther && (
        <Text size="sm" mb="md" style={{ overflowWrap: "anywhere" }}>
          <Text span c="dimmed" inherit>
            Account
          </Text>{" "}
          {me.email}
        </Text>
      )}
      <SignInForm
        key={String(isOther)}
        email={isOther ? undefined : me.email}
        fresh={false}
        button="Sign in"
        send={({ email, password }) => enter(email, password)}
      />
      <Anchor component="button" size="sm" mt="md" onClick={() => setIsOther(!isOther)}>
        {isOther ? `Sign in as ${me.email}` : "Sign in as someone else"}
      </Anchor>
    </Modal>
  );
}
