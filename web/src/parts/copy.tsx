import { ActionIcon, Button, CopyButton, Tooltip } from "@mantine/core";
import { Icon } from "./icon.tsx";

export function CopyIcon({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : label}>
          <ActionIcon
            variant="subtle"
            color={copied ? "glass" : "gray"}
            onClick={copy}
            aria-label={label}
          >
            <Icon name={copied ? "check" : "copy"} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

export function CopyWide({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant={copied ? "light" : "filled"}
          onClick={copy}
          leftSection={<Icon name={copied ? "check" : "copy"} />}
        >
          {copied ? "Copied" : label}
        </Button>
      )}
    </CopyButton>
  );
}
