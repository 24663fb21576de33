import { Alert, Code, Group, Text } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import type { Me } from "../api/types.ts";
import { CopyIcon } from "./copy.tsx";
import { Icon } from "./icon.tsx";

/**
 * Says that phones cannot follow the codes of a service that knows itself as localhost, and how it is
 * started so that they can. Nothing when they can. A bar over the pages can be closed until the tab is.
 */
export function LocalWarning({ canClose = false }: { canClose?: boolean }) {
  const service = useQueryClient().getQueryData<Me>(["me"])?.service;
  const [closed, setClosed] = useSessionStorage({
    key: "local-warning-closed",
    defaultValue: false,
  });
  if (!service?.local || (canClose && closed)) return null;
  const { lanUrl, startLine } = service.local;
  return (
    <Alert
      variant="light"
      color="clay"
      mb="md"
      py="sm"
      icon={<Icon name="alert" />}
      title={`Phones cannot open ${new URL(service.baseUrl).host}`}
      withCloseButton={canClose}
      closeButtonLabel="Close this notice"
      onClose={() => setClosed(true)}
    >
      <Group gap="4px 8px">
        <Text size="sm">
          {lanUrl
            ? "The codes lead to this computer alone. For phones in your network, start the service with:"
            : "The codes lead to this computer alone, and no address of it in a network was found. Start the service with the one that phones reach it by:"}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Code style={{ overflowWrap: "anywhere" }}>{startLine}</Code>
          <CopyIcon value={startLine} label="Copy the line" />
        </Group>
      </Group>
    </Alert>
  );
}
