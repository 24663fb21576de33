import { ActionIcon, Button, Group, Title, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Style } from "../../../api/types.ts";
import { Icon } from "../../../parts/icon.tsx";
import { SaveLookDialog } from "../../../parts/save-look-dialog.tsx";
import type { LookHistory } from "./history.ts";

interface LookBarProps {
  history: LookHistory;
  style: Style;
}

/** The heading of the look, with what is done with it as a whole. */
export function LookBar({ history, style }: LookBarProps) {
  const [isSaving, saving] = useDisclosure();
  const { undo, redo, canUndo, canRedo } = history;
  return (
    <Group justify="space-between" mb="md" gap="xs">
      <Title order={2} size="h5">
        Look
      </Title>
      <Group gap={4}>
        <Step label="Undo" icon="undo" act={undo} can={canUndo} />
        <Step label="Redo" icon="redo" act={redo} can={canRedo} />
        <Button variant="subtle" size="compact-sm" onClick={saving.open}>
          Save this look…
        </Button>
      </Group>
      {isSaving && <SaveLookDialog look={{ style }} onClose={saving.close} />}
    </Group>
  );
}

interface StepProps {
  label: string;
  icon: "undo" | "redo";
  act: () => void;
  can: boolean;
}

/** It keeps the focus when there is nothing more to take back, so that one can go the other way. */
function Step({ label, icon, act, can }: StepProps) {
  return (
    <Tooltip label={`${label} a change of the look`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${label} a change of the look`}
        onClick={act}
        aria-disabled={!can}
        style={{ opacity: can ? 1 : 0.4 }}
      >
        <Icon name={icon} size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
