import { Alert, Button, Code, Group, Text } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Me } from "../api/types.ts";
import { CopyIcon } from "./copy.tsx";
import { Icon } from "./icon.tsx";
import { useIsNarrow } from "./narrow.ts";

const FOLDED = {
  wrapper: { alignItems: "center" },
  body: { minWidth: 0 },
  closeButton: { width: 28, height: 28, flex: "none" },
};

/**
 * Says that phones cannot follow the codes of a service that knows itself as localhost, and how it is
 * started so that they can. Nothing when they can. A bar over the pages can be closed until the tab is.
 */
export function LocalWarning({ canClose = false }: { canClose?: boolean }) {
  const service = useQueryClient().getQueryData<Me>(["me"])?.service;
  const [closed, setClosed] = useSessionStorage({ key: "local-warning-closed", defaultValue: false });
  const [wantsMore, setWantsMore] = useState(false);
  const isFolded = useIsNarrow() && canClose && !wantsMore;
  if (!service?.local || (canClose && closed)) return null;
  const said = `Phones cannot open ${new URL(service.baseUrl).host}`;
  const bar = {
    // Neither new nor urgent: it stands on every page.
    role: "note",
    variant: "light",
    color: "amber",
    mb: "lg",
    withCloseButton: canClose,
    closeButtonLabel: "Close this notice",
    onClose: () => setClosed(true),
  };
  if (isFolded) {
    return (
      <Alert {...bar} py={0} px="sm" styles={FOLDED}>
        <Group gap={4} wrap="nowrap">
          <Text size="sm" fw={600} truncate>
            {said}
          </Text>
          <Button variant="subtle" size="compact-sm" flex="none" onClick={() => setWantsMore(true)}>
            More
          </Button>
        </Group>
      </Alert>
    );
  }
  return (
    <Alert {...bar} py="sm" icon={<Icon name="alert" />} title={said}>
      <HowToStart {...service.local} />
    </Alert>
  );
}

function HowToStart({ lanUrl, startLine }: NonNullable<Me["service"]["local"]>) {
  return (
    <Group gap="4px 8px">
      <Text size="sm">
        {lanUrl
          ? "The codes lead to this computer alone. For phones in your network, start the service with this, beside its other settings:"
          : "The codes lead to this computer alone, and no address of it in a network was found. Start the service with the one that phones reach it by, beside its other settings:"}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Code style={{ overflowWrap: "anywhere" }}>{startLine}</Code>
        <CopyIcon value={startLine} label="Copy the line" />
      </Group>
    </Group>
  );
}
