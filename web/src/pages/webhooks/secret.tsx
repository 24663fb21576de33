import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { CopyWide } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";

/** Shows a secret this once. A lost one is replaced by a new one, so nothing more is asked. */
export function Secret({ secret, close }: { secret: string; close: () => void }) {
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title="The webhook's secret"
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack>
        <Alert variant="light" color="clay" icon={<Icon name="alert" />}>
          <Text size="sm">
            Copy it now: it is not shown again. Your receiver checks with it that what arrives comes from here.
          </Text>
        </Alert>
        <Code block data-secret style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <Group justify="space-between">
          <CopyWide value={secret} label="Copy the secret" />
          <Button variant="default" onClick={close}>
            I have kept it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
