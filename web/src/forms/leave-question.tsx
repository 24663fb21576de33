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
  /** Ask only on the way to this page. */
  to?: string;
  words?: { title: string; text: string };
}

/** Asks before the user leaves unsaved changes, by a link or by closing the tab. */
export function LeaveQuestion({ isUnsaved, leave, isOfPath = false, to, words = shared.leave }: LeaveQuestionProps) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: next }) =>
      isUnsaved() &&
      (to === undefined || next.pathname === to) &&
      (from.pathname !== next.pathname || (!isOfPath && from.search !== next.search)),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (to === undefined && isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved, to]);
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
