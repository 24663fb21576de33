import { Alert, Button, Code, Group, Modal, Radio, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { basePath, call } from "../../api/call.ts";
import type { ApiKey } from "../../api/types.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { CopyIcon, CopyWide } from "../../parts/copy.tsx";
import { DayField } from "../../parts/day-field.tsx";
import { dayOf, endOf } from "../../parts/expiry.ts";
import { FormButtons } from "../../parts/form-dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { words } from "./words.ts";

type Scope = ApiKey["scope"];

interface MadeKey {
  text: string;
  scope: Scope;
}

const lastDayProblem = (day: string): string | null =>
  day !== "" && !(endOf(day).getTime() > Date.now()) ? words.lastDayOver : null;

export const curlFor = (key: string, scope: Scope): string =>
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

/** Creates a key and shows it once. Closing the dialog asks for confirmation, because the key cannot be shown again. */
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
        title={made ? words.madeTitle : words.newTitle}
        closeOnClickOutside={made === null}
      >
        {made ? <Shown made={made} done={leave} /> : <Ask made={setMade} cancel={leave} />}
      </Modal>
      <Modal
        stackId="question"
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.keptTitle}
        closeButtonProps={{ "aria-label": words.back }}
      >
        <Text size="sm">{words.keptText}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={leave}>
            {words.close}
          </Button>
          <Button data-autofocus onClick={() => setAsking(false)}>
            {words.back}
          </Button>
        </Group>
      </Modal>
    </Modal.Stack>
  );
}

function Ask({ made, cancel }: { made: (key: MadeKey) => void; cancel: () => void }) {
  const client = useQueryClient();
  const initialValues = { name: "", scope: "full" as Scope, lastDay: "" };
  const validate = { name: required(words.nameMissing), lastDay: lastDayProblem };
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
          label={words.name}
          description={words.nameHelp}
          placeholder={words.namePlaceholder}
          maxLength={100}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <Radio.Group label={words.scope} {...form.getInputProps("scope")}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
            <Radio value="full" label={words.full} description={words.fullHelp} />
            <Radio value="read-only" label={words.read} description={words.readHelp} />
          </SimpleGrid>
        </Radio.Group>
        <DayField
          label={words.lastDay}
          description={words.lastDayHelp}
          min={dayOf(new Date())}
          {...form.getInputProps("lastDay")}
        />
        <FormButtons form={form} action={words.create} cancel={words.cancel} onClose={cancel} />
      </Stack>
    </form>
  );
}

function Shown({ made: { text, scope }, done }: { made: MadeKey; done: () => void }) {
  const curl = curlFor(text, scope);
  // The form that had the focus was removed.
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Stack ref={ref} tabIndex={-1} style={{ outline: "none" }}>
      <Alert variant="light" color="amber" icon={<Icon name="alert" />}>
        <Text size="sm">{words.copyNow}</Text>
      </Alert>
      <Code block data-key style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {text}
      </Code>
      <Group>
        <CopyWide value={text} label={words.copyKey} />
      </Group>
      <Group justify="space-between" mt="xs">
        <Text size="sm" fw={500}>
          {scope === "full" ? words.tryFull : words.tryRead}
        </Text>
        <CopyIcon value={curl} label={words.copyCommand} />
      </Group>
      <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {curl}
      </Code>
      <Group justify="flex-end">
        <Button variant="default" onClick={done}>
          {words.done}
        </Button>
      </Group>
    </Stack>
  );
}
