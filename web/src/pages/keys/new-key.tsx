import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { basePath } from "../../api/base.ts";
import { call } from "../../api/call.ts";
import { CopyIcon, CopyWide } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { FILL_IN, useSmallForm, wrongOf } from "../../parts/small-form.ts";
import { capital } from "../../parts/words.ts";

const curlFor = (key: string): string =>
  [
    `curl ${window.location.origin}${basePath}/api/v1/qrcodes \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"name":"First","content":"https://example.com"}'`,
  ].join("\n");

/** Makes a key and shows it this once; it is gone from the page when the window closes, so that is asked. */
export function NewKey({ opened, close }: { opened: boolean; close: () => void }) {
  const [text, setText] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    setText(null);
    close();
  };
  return (
    <Modal.Stack>
      <Modal
        stackId="key"
        opened={opened}
        onClose={text ? () => setAsking(true) : leave}
        size="lg"
        title={text ? "Your new key" : "New key"}
        closeOnClickOutside={text === null}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {text ? <Shown text={text} done={leave} /> : <Ask made={setText} />}
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

function Ask({ made }: { made: (text: string) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const { form, busy, wrong, failure } = useSmallForm({
    check: () => wrongOf({ name: name.trim() === "" ? FILL_IN : null }),
    send: async () => {
      const { text } = await call.post<{ text: string }>("/keys", { name });
      void client.invalidateQueries({ queryKey: ["keys"] });
      made(text);
    },
  });
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label="Name"
          description="What will use it, so that you know it again."
          placeholder="Ticket printer"
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={capital(wrong.name ?? failure?.message ?? "")}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            Make the key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Shown({ text, done }: { text: string; done: () => void }) {
  const curl = curlFor(text);
  // The form that had the focus is gone.
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Stack ref={ref} tabIndex={-1} style={{ outline: "none" }}>
      <Alert variant="light" color="clay" icon={<Icon name="alert" />}>
        <Text size="sm">
          Copy it now: it is not shown again, and only its fingerprint is stored.
        </Text>
      </Alert>
      <Code block data-key style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {text}
      </Code>
      <Group>
        <CopyWide value={text} label="Copy the key" />
      </Group>
      <Group justify="space-between" mt="xs">
        <Text size="sm" fw={600}>
          Try it: this command makes a code named “First”
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
