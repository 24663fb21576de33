import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { SHORTCUTS } from "./shortcuts.ts";

export const Keys = ({ keys }: { keys: string[] }) => (
  <Group gap={4} wrap="nowrap" component="span" className="keys">
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </Group>
);

export function ShortcutHelp({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Keyboard shortcuts" size="sm">
      <Stack gap="sm" component="dl" m={0}>
        {SHORTCUTS.map(({ keys, what }) => (
          <Group key={what} justify="space-between" wrap="nowrap">
            <Text component="dt" size="sm">
              {what}
            </Text>
            <Text component="dd" m={0}>
              <Keys keys={keys} />
            </Text>
          </Group>
        ))}
      </Stack>
      <Text size="sm" c="dimmed" mt="lg">
        Letters do nothing while you type in a field.
      </Text>
    </Modal>
  );
}
