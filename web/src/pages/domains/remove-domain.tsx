import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Domain, useChangeDomains, useDomainUse } from "../../api/domains.ts";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { words } from "./words.ts";

/** Says how many codes would lose printed copies, and asks for the host. */
export function RemoveDomain({ domain: { id, host }, close }: { domain: Domain; close: () => void }) {
  const use = useDomainUse(id);
  const { remove } = useChangeDomains();
  const [typed, setTyped] = useState("");
  const isSure = typed.trim().toLowerCase() === host;
  const act = () =>
    remove.mutate(id, {
      onSuccess: () => {
        tell(words.removed(host));
        close();
      },
      onError: tellError,
    });
  return (
    <Modal opened onClose={close} title={<span style={{ overflowWrap: "anywhere" }}>{words.removeTitle(host)}</span>}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure) act();
        }}
      >
        <Stack>
          {use.isPending && <Skeleton h={40} role="status" aria-label={words.removeCounting} />}
          {use.isError && <Failure error={use.error} retry={() => void use.refetch()} />}
          {use.data && (
            <Text size="sm">{use.data.codes === 0 ? words.removeNone : words.removeSome(use.data.codes)}</Text>
          )}
          <Text size="sm">{words.removeBack}</Text>
          <TextInput
            label={words.removeType(host)}
            value={typed}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" color="red" disabled={!isSure || !use.data} loading={remove.isPending}>
              {words.removeConfirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
