import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

export function CopyIcon({ value, label }: { value: string; label: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <Tooltip label={copied ? "Copied" : label}>
      <ActionIcon variant="subtle" color={copied ? "glass" : "gray"} onClick={copy} aria-label={label}>
        <Icon name={copied ? "check" : "copy"} />
      </ActionIcon>
    </Tooltip>
  );
}

export function CopyWide({ value, label }: { value: string; label: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <Button
      variant={copied ? "light" : "filled"}
      onClick={copy}
      leftSection={<Icon name={copied ? "check" : "copy"} />}
    >
      {copied ? "Copied" : label}
    </Button>
  );
}
