import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { MakingItScan } from "./make-it-scan.tsx";

interface UnreadLookProps {
  isOpen: boolean;
  close: () => void;
  making: MakingItScan;
}

/** A look that neither decoder reads is not kept; the nearest one that scans is a press away. */
export function UnreadLook({ isOpen, close, making }: UnreadLookProps) {
  if (!isOpen) return null;
  const make = async () => {
    if (await making.make()) close();
  };
  return (
    <Modal opened onClose={close} title="This look cannot be saved" size="lg">
      <Stack>
        <Text>
          Neither of two independent decoders reads the picture, so no phone would. “Make it scan” changes as little of
          the look as it takes; you see it before you save, and can undo it.
        </Text>
        {making.failure && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {making.failure}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Go back
          </Button>
          <Button onClick={make} loading={making.isBusy} data-autofocus>
            Make it scan
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
