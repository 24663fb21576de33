import { ActionIcon, Button } from "@mantine/core";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import type { Selection } from "./selection.ts";

/** Begins to mark codes, and ends it: where there is no pointer to hover with, this is the way. */
export function SelectButton({ selection }: { selection: Selection }) {
  const isPhone = useIsNarrow();
  const shared = {
    variant: "default",
    onClick: selection.isPicking ? selection.clear : selection.pick,
    "aria-pressed": selection.isPicking,
  };
  if (isPhone) {
    return (
      <ActionIcon size={44} aria-label="Select" {...shared}>
        <Icon name="select" />
      </ActionIcon>
    );
  }
  return (
    <Button leftSection={<Icon name="select" />} {...shared}>
      Select
    </Button>
  );
}
