import { Alert, Button, Code, Group, Modal, Radio, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { basePath, call } from "../../api/call.ts";
import type { ApiKey } from "../../api/types.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { CopyIcon, CopyWide } from "../../parts/copy.tsx";
import { dayOf, endOf } from "../../parts/expiry.ts";
import { Icon } from "../../parts/icon.tsx";

type Scope = ApiKey["scope"];

interface MadeKey {
  text: string;
  scope: Scope;
}

const lastDayProblem = (day: string): string | null =>
  day !== "" && !(endOf(day).getTime() > Date.now()) ? "This day is over. Choose today or a later one." : null;

const curlFor = (key: string, scope: Scope): string =>
  (scope === "read-only"
    ? [`curl ${window.location.origin}${basePath}/api/v1/qrcodes \\`, `  -H "Authorization: Bearer ${key}"`]
    : creation(key)
  ).join("\n");

const creation = (key: string): string[] => [
  `curl ${window.location.origin}${basePath}/api/v1/qrcodes \\`,
  `  -H "Authorization: Bearer ${key}" \\`,
  `  -H "Content-Type: application/json" \\`,
  `  -d '{"name":"First","content":"https://example.com"}'`,
];

/** Makes a key and shows it this once; it is gone from the page when the window closes, so that is asked. */
export function NewKey({ opened, close }: { opened: boolean; close: () => void }) {
  const [made, setMade] = useState<MadeKey | null>(null);
  const [asking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    setMade(null);
    close();
  };
  return (
    <Modal.Stack>
      <Modal
        stackId="key"
        opened={opened}
        onClose={made ? () => setAsking(true) : leave}
        size="lg"
        title={made ? "Your new key" : "New key"}
        closeOnClickOutside={made === null}
      >
        {made ? <Shown made={made} done={leave} /> : <Ask made={setMade} cancel={leave} />}
      </Modal>
      <Modal
        stackId="question"
        opened={asking}
        onClose={() => setAsking(false)}
        title="Have you kept the key?"
        closeButtonProps={{ "aria-label": "Back to the key" }}
      >
        <Text size="sm">It is not shown again. A key that is lost can only be replaced.</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={leave}>
            Close it
          </Button>
          <Button data-autofocus onClick={() => setAsking(false)}>
            Back to the key
          </Button>
        </Group>
      </Modal>
    </Modal.Stack>
  );
}

function Ask({ made, cancel }: { made: (key: MadeKey) => void; cancel: () => void }) {
  const client = useQueryClient();
  const initialValues = { name: "", scope: "full" as Scope, lastDay: "" };
  const validate = { name: required, lastDay: lastDayProblem };
  const form = useCallForm({ initialValues, validate }, async ({ name, scope, lastDay }) => {
    const endsAt = lastDay === "" ? null : endOf(lastDay).toISOString();
    const { text } = await call.post<{ text: string }>("/keys", { name, scope, endsAt });
    void client.invalidateQueries({ queryKey: ["keys"] });
    made({ text, scope });
  });
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label="Name"
          description="What will use it, so that you know it again."
          placeholder="Ticket printer"
          maxLength={100}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <Radio.Group label="What it may do" {...form.getInputProps("scope")}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
            <Radio value="full" label="Read and change" description="All that the API can do." />
            <Radio value="read-only" label="Only read" description="Codes and scans; it changes nothing." />
          </SimpleGrid>
        </Radio.Group>
        <TextInput
          type="date"
          label="Last day"
          description="After it the key is refused. Leave it empty for a key without an end."
          min={dayOf(new Date())}
          {...form.getInputProps("lastDay")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            Make the key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Shown({ made: { text, scope }, done }: { made: MadeKey; done: () => void }) {
  const curl = curlFor(text, scope);
  // The form that had the focus is gone.
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Stack ref={ref} tabIndex={-1} style={{ outline: "none" }}>
      <Alert variant="light" color="amber" icon={<Icon name="alert" />}>
        <Text size="sm">Copy it now: it is not shown again, and only its fingerprint is stored.</Text>
      </Alert>
      <Code block data-key style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {text}
      </Code>
      <Group>
        <CopyWide value={text} label="Copy the key" />
      </Group>
      <Group justify="space-between" mt="xs">
        <Text size="sm" fw={600}>
          Try it: this command {scope === "full" ? "makes a code named “First”" : "lists your codes"}
        </Text>
        <CopyIcon value={curl} label="Copy the command" />
      </Group>
      <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {curl}
      </Code>
      <Group justify="flex-end">
        <Button variant="default" onClick={done}>
          I have kept it
        </Button>
      </Group>
    </Stack>
  );
}
