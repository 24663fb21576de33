import { Button, Card, Code, Group, Modal, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { CopyWide } from "../../parts/copy.tsx";
import { useDrawn } from "../../parts/drawn.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Failure, tell } from "../../parts/notices.tsx";
import { ConfirmDialog, FACTOR_KEY, useSecondFactor } from "./confirm-dialog.tsx";
import { words } from "./words.ts";

interface Started {
  uri: string;
  secret: string;
  codes: string[];
}

type Dialog = "start" | "remove" | "codes" | null;

/** Codes of an authenticator app after the password, and recovery codes. */
export function SecondFactor() {
  const cache = useQueryClient();
  const factor = useSecondFactor();
  const [dialog, setDialog] = useState<Dialog>(null);
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => setDialog(null);
  const refresh = () =>
    Promise.all([FACTOR_KEY, ["sessions"]].map((queryKey) => cache.invalidateQueries({ queryKey })));
  const { isOn = false, codesLeft = 0, hasPassword = true } = factor.data ?? {};
  return (
    <Card component="section" aria-label={words.factor}>
      <Title order={2} size="h5" mb="xs">
        {words.factor}
      </Title>
      {factor.isError && <Failure error={factor.error} retry={() => void factor.refetch()} />}
      <Text size="sm" c="dimmed" role="status">
        {isOn ? words.factorOn(codesLeft) : hasPassword ? words.factorOff : words.factorNeedsPassword}
      </Text>
      <Group mt="md" gap="sm">
        {factor.data && !isOn && hasPassword && (
          <Button variant="default" onClick={() => setDialog("start")}>
            {words.factorStart}
          </Button>
        )}
        {isOn && (
          <>
            <Button variant="default" onClick={() => setDialog("codes")}>
              {words.newCodes}
            </Button>
            <Button variant="default" c="var(--mantine-color-error)" onClick={() => setDialog("remove")}>
              {words.factorRemove}
            </Button>
          </>
        )}
      </Group>
      {dialog === "start" && (
        <ConfirmDialog
          title={words.factorStartTitle}
          text={words.confirmText}
          button={words.continue}
          close={close}
          send={async (password) => setStarted(await call.post<Started>("/second-factor/start", { password }))}
        />
      )}
      {dialog === "remove" && (
        <ConfirmDialog
          title={words.factorRemoveTitle}
          text={words.factorRemoveText}
          button={words.factorRemove}
          isGrave
          close={close}
          send={async (password) => {
            await call.post("/second-factor/remove", { password });
            tell(words.factorRemoved);
            await refresh();
          }}
        />
      )}
      {dialog === "codes" && (
        <ConfirmDialog
          title={words.newCodes}
          text={words.newCodesText}
          button={words.newCodes}
          close={close}
          send={async (password) => {
            setCodes((await call.post<{ codes: string[] }>("/second-factor/codes", { password })).codes);
            await refresh();
          }}
        />
      )}
      {started && (
        <Enrol
          started={started}
          close={() => setStarted(null)}
          done={async () => {
            setCodes(started.codes);
            setStarted(null);
            await refresh();
          }}
        />
      )}
      {codes && <Codes codes={codes} close={() => setCodes(null)} />}
    </Card>
  );
}

interface EnrolProps {
  started: Started;
  close: () => void;
  done: () => Promise<unknown>;
}

function Enrol({ started: { uri, secret }, close, done }: EnrolProps) {
  const picture = useDrawn(uri);
  const input = { initialValues: { code: "" }, validate: { code: required(words.noCode) } };
  const form = useCallForm(input, async (values) => {
    await call.post("/second-factor", values);
    await done();
  });
  return (
    <FormDialog form={form} title={words.factorStartTitle} action={words.factorStart} onClose={close}>
      <Text size="sm">{words.scanWithApp}</Text>
      <Group justify="center">
        {picture && <img src={picture} alt={words.scanAlt} width={200} height={200} className="tile" />}
      </Group>
      <Text size="sm">
        {words.orEnter} <Code style={{ overflowWrap: "anywhere" }}>{secret}</Code>
      </Text>
      <TextInput
        label={words.codeLabel}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        data-autofocus
        {...form.getInputProps("code")}
      />
    </FormDialog>
  );
}

/** Shown once. Closes only by its button, so that nobody loses them by a click beside it. */
function Codes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={words.codesTitle}>
      <Stack>
        <Text size="sm">{words.codesText}</Text>
        <SimpleGrid cols={2} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {codes.map((code) => (
            <li key={code}>
              <Code>{code}</Code>
            </li>
          ))}
        </SimpleGrid>
        <Group justify="space-between">
          <CopyWide value={codes.join("\n")} label={words.copyCodes} />
          <Button variant="default" onClick={close}>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
