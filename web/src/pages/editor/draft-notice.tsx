import { Alert, Button, Group, Text } from "@mantine/core";
import { Icon } from "../../parts/icon.tsx";

const KEPT = "Your draft was kept: this is what you typed before.";
const DISPUTED = "The code was changed elsewhere meanwhile: Save puts what you typed in its place.";

interface DraftNoticeProps {
  wasKept: boolean;
  isDisputed: boolean;
  startAfresh: () => void;
}

/** Why the form holds something else than what is saved, when one may not know. */
export function DraftNotice({ wasKept, isDisputed, startAfresh }: DraftNoticeProps) {
  if (!wasKept && !isDisputed) return null;
  return (
    <Alert variant="light" icon={<Icon name="edit" />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{[wasKept && KEPT, isDisputed && DISPUTED].filter(Boolean).join(" ")}</Text>
        <Button size="compact-sm" variant="default" onClick={startAfresh}>
          Start afresh
        </Button>
      </Group>
    </Alert>
  );
}
