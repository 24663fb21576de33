import { Anchor, Modal, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { findMe } from "../api/client.ts";
import type { Me } from "../api/types.ts";
import { WithCode } from "../pages/sign-in/code-form.tsx";
import { SignInForm } from "../pages/sign-in/form.tsx";
import { OtherWays } from "../pages/sign-in/pages.tsx";
import { words as shared, signInAgain as words } from "./words.ts";

/** A dialog after a session ended. The page stays, and refused calls are repeated afterwards. */
export default function SignInAgain({ me }: { me: Me }) {
  const client = useQueryClient();
  const [isOther, setIsOther] = useState(false);

  async function resume(): Promise<void> {
    await client.cancelQueries({ queryKey: ["me"] });
    client.setQueryData(["me"], await findMe());
    setIsOther(false);
    void client.invalidateQueries();
  }
  // The user may have signed in in another tab.
  useWindowEvent("focus", () => void resume());

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={shared.signedOut}
      zIndex={300}
      size="sm"
    >
      <Text size="sm" mb="md">
        {isOther ? words.otherText(me.email) : words.text}
      </Text>
      {!isOther && (
        <Text size="sm" mb="md" style={{ overflowWrap: "anywhere" }}>
          <Text span c="dimmed" inherit>
            {words.account}
          </Text>{" "}
          {me.email}
        </Text>
      )}
      <WithCode key={String(isOther)} done={resume}>
        {(go) => (
          <>
            <SignInForm
              email={isOther ? undefined : me.email}
              fresh={false}
              button={words.signIn}
              send={({ email, password }) => go(call.post("/sign-in", { email, password }))}
            />
            <OtherWays done={resume} />
          </>
        )}
      </WithCode>
      <Anchor component="button" size="sm" mt="md" onClick={() => setIsOther(!isOther)}>
        {isOther ? words.same(me.email) : words.other}
      </Anchor>
    </Modal>
  );
}
