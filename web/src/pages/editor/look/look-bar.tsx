import { ActionIcon, Button, Group, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Style } from "../../../api/types.ts";
import { Icon } from "../../../parts/icon.tsx";
import { SaveLookDialog } from "../../../parts/save-look-dialog.tsx";
import { LOOK } from "../words.ts";
import type { LookHistory } from "./history.ts";

/** The Undo and Redo buttons. */
export function LookSteps({ history }: { history: LookHistory }) {
  const { undo, redo, canUndo, canRedo } = history;
  return (
    <Group gap={4}>
      <Step label={LOOK.undo} icon="undo" act={undo} can={canUndo} />
      <Step label={LOOK.redo} icon="redo" act={redo} can={canRedo} />
    </Group>
  );
}

export function SaveLook({ style }: { style: Style }) {
  const [isSaving, saving] = useDisclosure();
  return (
    <>
      <Button variant="subtle" color="gray" onClick={saving.open}>
        {LOOK.saveLook}
      </Button>
      {isSaving && <SaveLookDialog look={{ style }} onClose={saving.close} />}
    </>
  );
}

interface StepProps {
  label: string;
  icon: "undo" | "redo";
  act: () => void;
  can: boolean;
}

/** Stays focusable when disabled, so that the keyboard can reach the other one. */
function Step({ label, icon, act, can }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={act}
        aria-disabled={!can}
        style={{ opacity: can ? 1 : 0.4 }}
      >
        <Icon name={icon} size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
