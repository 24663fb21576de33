import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure, useSessionStorage } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Me } from "../api/types.ts";
import { Icon } from "./icon.tsx";
import classes from "./local-warning.module.css";
import { Notice } from "./notices.tsx";
import { words as shared, local as words } from "./words.ts";

const useService = () => useQueryClient().getQueryData<Me>(["me"])?.service;

/** Warns if BASE_URL is localhost, which phones cannot reach: one line, which can be hidden until the tab is closed. */
export function LocalWarning() {
  const service = useService();
  const [closed, setClosed] = useSessionStorage({ key: "local-warning-closed", defaultValue: false });
  if (!service?.isLocal || closed) return null;
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

/** In a dialog whose images hold an address that phones cannot open. */
export function LocalImages() {
  const me = useQueryClient().getQueryData<Me>(["me"]);
  if (!me?.service.isLocal) return null;
  const host = new URL(me.shareBase).host;
  return <Notice action={<HowToFix />}>{words.held(host)}</Notice>;
}

/** Next to an invitation that nobody else can open. */
export function LocalInvitation() {
  if (!useService()?.isLocal) return null;
  return (
    <Text size="sm" c="var(--text-2)" role="note">
      {words.invitation} <HowToFix />
    </Text>
  );
}

/** Leads administrators to the setting, and tells others whom to ask. */
export function HowToFix() {
  const me = useQueryClient().getQueryData<Me>(["me"]);
  const [opened, { open, close }] = useDisclosure();
  if (!me?.service.isLocal) return null;
  if (me.role === "admin") {
    return (
      <Link to="/settings/server" className={classes.how}>
        {words.setAddress}
      </Link>
    );
  }
  return (
    <>
      <button type="button" className={classes.how} onClick={open}>
        {words.how}
      </button>
      <Modal opened={opened} onClose={close} title={words.how}>
        <Stack>
          <Text size="sm">{words.askAdmin}</Text>
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
