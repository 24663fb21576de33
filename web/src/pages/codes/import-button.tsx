import { ActionIcon, Button } from "@mantine/core";
import { Link } from "react-router";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";

/** Leads to the page that makes codes from a table. */
export function ImportButton() {
  const isPhone = useIsNarrow();
  if (isPhone) {
    return (
      <ActionIcon component={Link} to="/import" variant="default" size={44} aria-label="Import">
        <Icon name="upload" />
      </ActionIcon>
    );
  }
  return (
    <Button component={Link} to="/import" variant="default" leftSection={<Icon name="upload" size={16} />}>
      Import
    </Button>
  );
}
