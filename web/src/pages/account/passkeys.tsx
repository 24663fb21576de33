import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { addPasskey, hasPasskeys, isCancelled } from "../../api/passkey.ts";
import { inWords } from "../../parts/formats.ts";
import { Failure, tell } from "../../parts/notices.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { SESSIONS_KEY, useSessions } from "./signed-in-devices.tsx";
import { words } from "./words.ts";

interface Passkey {
  id: string;
  name: string | null;
  createdAt: string;
}

const KEY = ["passkeys"];

/** Ways to sign in by fingerprint, face or PIN. */
export function Passkeys() {
  const cache = useQueryClient();
  const list = useQuery({ queryKey: KEY, queryFn: () => call.get<{ passkeys: Passkey[] }>("/passkeys") });
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const device = useSessions().data?.sessions.find(({ isCurrent }) => isCurrent)?.device;
  const refresh = () => Promise.all([KEY, SESSIONS_KEY].map((queryKey) => cache.invalidateQueries({ queryKey })));
  const nameOf = ({ name }: Passkey) => name || words.passkey;

  async function add(password: string, name: string): Promise<void> {
    try {
      await addPasskey(name, password);
    } catch (error) {
      if (isCancelled(error)) throw new Error(words.passkeyCancelled);
      if (error instanceof DOMException && error.name === "InvalidStateError") throw new Error(words.passkeyThere);
      throw error;
    }
    tell(words.passkeyAdded);
    await refresh();
  }

  return (
    <Card component="section" aria-label={words.passkeys}>
      <Title order={2} size="h5" mb="xs">
        {words.passkeys}
      </Title>
      <Text size="sm" c="dimmed">
        {hasPasskeys() ? words.passkeysLead : words.noPasskeys}
      </Text>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {list.data?.passkeys.map((passkey) => (
          <Group key={passkey.id} component="li" justify="space-between" wrap="nowrap" mt="xs">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {nameOf(passkey)}
              <Text span c="dimmed" inherit>
                {" "}
                {words.addedOn(inWords.day(passkey.createdAt))}
              </Text>
            </Text>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              flex="none"
              aria-label={words.removePasskey(nameOf(passkey))}
              onClick={() => setRemoved(passkey)}
            >
              {words.removeShort}
            </Button>
          </Group>
        ))}
      </Stack>
      {hasPasskeys() && (
        <Group mt="md">
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {words.addPasskey}
          </Button>
        </Group>
      )}
      {isAdding && (
        <ConfirmDialog
          title={words.addPasskey}
          text={words.confirmText}
          button={words.addPasskey}
          field={{ label: words.passkeyName, initial: device ?? words.passkey }}
          close={() => setIsAdding(false)}
          send={add}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={words.removePasskey(nameOf(removed))}
          text={words.removePasskeyText}
          button={words.removePasskeyConfirm}
          isGrave
          close={() => setRemoved(null)}
          send={async (password) => {
            await call.post(`/passkeys/${removed.id}/remove`, { password });
            await refresh();
          }}
        />
      )}
    </Card>
  );
}
