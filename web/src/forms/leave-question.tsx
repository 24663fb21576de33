import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { words as shared } from "./words.ts";

interface LeaveQuestionProps {
  /** Called when the user leaves. */
  isUnsaved: () => boolean;
  leave?: () => void;
  /** Ignore changes of the query string, such as another period. */
  isOfPath?: boolean;
  words?: { title: string; text: string };
}

/** Asks before the user leaves unsaved changes, by a link or by closing the tab. */
export function LeaveQuestion({ isUnsaved, leave, isOfPath = false, words = shared.leave }: LeaveQuestionProps) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved() && (from.pathname !== to.pathname || (!isOfPath && from.search !== to.search)),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  const stay = () => blocker.reset?.();
  return (
    <Modal opened={blocker.state === "blocked"} onClose={stay} title={words.title}>
      <Text size="sm">{words.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button
          variant="default"
          onClick={() => {
            leave?.();
            blocker.proceed?.();
          }}
        >
          {shared.leaveAnyway}
        </Button>
        <Button onClick={stay} data-autofocus>
          {shared.stay}
        </Button>
      </Group>
    </Modal>
  );
}
