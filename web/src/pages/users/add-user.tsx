import { Button, Code, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { CopyWide } from "../../parts/copy.tsx";
import { emailProblem, useSmallForm, wrongOf } from "../../parts/small-form.ts";
import { capital } from "../../parts/words.ts";

/** A link that lets one user choose a password. */
export function LinkShown({ link, hours }: { link: string; hours: number }) {
  return (
    <Stack>
      <Text size="sm">
        Send this link to them. It works once, for {hours} hours, and is not shown again. Making another one voids it.
      </Text>
      <Code block data-link style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {link}
      </Code>
      <Group>
        <CopyWide value={link} label="Copy the link" />
      </Group>
    </Stack>
  );
}

interface AddUserProps {
  opened: boolean;
  close: () => void;
  plans: string[];
}

export function AddUser({ opened, close, plans }: AddUserProps) {
  const [made, setMade] = useState<{ link: string; hours: number } | null>(null);
  const leave = () => {
    setMade(null);
    close();
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      size="lg"
      title={made ? "The account is made" : "Add a user"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {made ? <LinkShown {...made} /> : <Ask plans={plans} done={setMade} />}
    </Modal>
  );
}

interface AskProps {
  plans: string[];
  done: (made: { link: string; hours: number }) => void;
}

function Ask({ plans, done }: AskProps) {
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [plan, setPlan] = useState(plans[0] ?? "free");
  const { form, busy, wrong, failure } = useSmallForm({
    check: () => wrongOf({ email: emailProblem(email) }),
    send: async () => {
      done(await call.post("/users", { email, plan }));
      void client.invalidateQueries({ queryKey: ["users"] });
    },
  });
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label="E-mail address"
          type="email"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={wrong.email ?? failure?.message}
        />
        <Select
          label="Plan"
          data={plans.map((value) => ({ value, label: capital(value) }))}
          value={plan}
          onChange={(value) => setPlan(value ?? plan)}
          allowDeselect={false}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            Make the account
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
