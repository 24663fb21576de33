import { Anchor, Button, Code, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../api/call.ts";
import { emailProblem, useCallForm } from "../../forms/call-form.ts";
import { CopyWide } from "../../parts/copy.tsx";
import { FormButtons } from "../../parts/form-dialog.tsx";
import { capital } from "../../parts/formats.ts";
import { words } from "./words.ts";

interface Shown {
  link: string;
  hours: number;
  /** Whether it was sent by mail too. */
  mailed?: boolean;
}

/** A link to choose a password. */
export function LinkShown({ link, hours, mailed = false, done }: Shown & { done: () => void }) {
  return (
    <Stack>
      <Text size="sm">{mailed ? words.mailedText(hours) : words.linkText(hours)}</Text>
      <Code block data-link style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {link}
      </Code>
      <Group justify="space-between">
        <CopyWide value={link} label={words.copyLink} />
        <Button variant="default" onClick={done}>
          {words.done}
        </Button>
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
  const [made, setMade] = useState<Shown | null>(null);
  const leave = () => {
    setMade(null);
    close();
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      size="lg"
      title={made ? words.addedTitle : words.addTitle}
      closeOnClickOutside={made === null}
    >
      {made ? <LinkShown {...made} done={leave} /> : <Ask plans={plans} done={setMade} cancel={leave} />}
    </Modal>
  );
}

/** A new account is not the way to work together. */
export const InviteInstead = () => (
  <>
    {words.notYours}
    <Anchor component={Link} to="/people" inherit underline="always">
      {words.invite}
    </Anchor>
    .
  </>
);

interface AskProps {
  plans: string[];
  done: (made: Shown) => void;
  cancel: () => void;
}

function Ask({ plans, done, cancel }: AskProps) {
  const client = useQueryClient();
  const initialValues = { email: "", role: "member", plan: plans[0] ?? "free" };
  const form = useCallForm({ initialValues, validate: { email: emailProblem } }, async (values) => {
    done(await call.post("/users", values));
    void client.invalidateQueries({ queryKey: ["users"] });
  });
  return (
    <form {...form.props}>
      <Stack>
        <Text size="sm">
          <InviteInstead />
        </Text>
        <TextInput label={words.email} type="email" data-autofocus {...form.getInputProps("email")} />
        <Select
          label={words.roleLabel}
          description={words.adminHelp}
          data={[
            { value: "member", label: words.member },
            { value: "admin", label: words.admin },
          ]}
          allowDeselect={false}
          {...form.getInputProps("role")}
        />
        <Select
          label={words.planLabel}
          data={plans.map((value) => ({ value, label: capital(value) }))}
          allowDeselect={false}
          {...form.getInputProps("plan")}
        />
        <FormButtons form={form} action={words.create} cancel={words.cancel} onClose={cancel} />
      </Stack>
    </form>
  );
}
