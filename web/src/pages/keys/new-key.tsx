import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type CallError, call } from "../../api/call.ts";
import { CopyIcon, CopyWide } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { capital } from "../../parts/words.ts";

const curlFor = (key: string): string =>
  [
    `curl ${window.location.origin}/api/v1/qrcodes \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"name":"First","content":"https://example.com"}'`,
  ].join("\n");

/** Makes a key and shows it this once; it is gone from the page when the window closes. */
export function NewKey({ opened, close }: { opened: boolean; close: () => void }) {
  const [text, setText] = useState<string | null>(null);
  const leave = () => {
    setText(null);
    close();
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      size="lg"
      title={text ? "Your new key" : "New key"}
      closeOnClickOutside={text === null}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {text ? <Shown text={text} done={leave} /> : <Ask made={setText} />}
    </Modal>
  );
}

function Ask({ made }: { made: (text: string) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [failure, setFailure] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const { text } = await call.post<{ text: string }>("/keys", { name });
      void client.invalidateQueries({ queryKey: ["keys"] });
      made(text);
    } catch (error) {
      setFailure(error as CallError);
      setBusy(false);
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="What will use it, so that you know it again."
          placeholder="Ticket printer"
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={failure && capital(failure.fields.name ?? failure.message)}
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
  return (
    <Stack>
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
          Try it
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
