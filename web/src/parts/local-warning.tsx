import { Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure, useSessionStorage } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import type { Me } from "../api/types.ts";
import { CopyIcon } from "./copy.tsx";
import { Icon } from "./icon.tsx";
import classes from "./local-warning.module.css";
import { words as shared, local as words } from "./words.ts";

const useService = () => useQueryClient().getQueryData<Me>(["me"])?.service;

/** Warns if BASE_URL is localhost, which phones cannot reach: one line, which can be hidden until the tab is closed. */
export function LocalWarning() {
  const service = useService();
  const [closed, setClosed] = useSessionStorage({ key: "local-warning-closed", defaultValue: false });
  if (!service?.local || closed) return null;
  return (
    <div className={classes.line} role="note">
      <Icon name="alert" size={16} />
      <Text size="sm" inherit>
        {words.title}
      </Text>
      <HowToFix />
      <button type="button" className={classes.close} aria-label={shared.closeNotice} onClick={() => setClosed(true)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

/** Next to an invitation that nobody else can open. */
export function LocalInvitation() {
  if (!useService()?.local) return null;
  return (
    <Text size="sm" c="var(--text-2)" role="note">
      {words.invitation} <HowToFix />
    </Text>
  );
}

/** A button that shows how to start the service so that phones can open its codes. */
export function HowToFix() {
  const local = useService()?.local;
  const [opened, { open, close }] = useDisclosure();
  if (!local) return null;
  return (
    <>
      <button type="button" className={classes.how} onClick={open}>
        {words.how}
      </button>
      <Modal opened={opened} onClose={close} title={words.how}>
        <Stack>
          {local.startLine === null ? (
            <Text size="sm">{words.askAdmin}</Text>
          ) : (
            <>
              <Text size="sm">{local.lanUrl ? words.withNetwork : words.withoutNetwork}</Text>
              <Group gap={4} wrap="nowrap">
                <Code style={{ overflowWrap: "anywhere" }}>{local.startLine}</Code>
                <CopyIcon value={local.startLine} label={words.copy} />
              </Group>
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.done}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
