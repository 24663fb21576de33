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
  /** Whether a draft keeps the changes. */
  isKept?: () => boolean;
  words?: { title: string; text: string };
}

/** Asks before the user leaves unsaved changes, by a link or by closing the tab. */
export function LeaveQuestion(props: LeaveQuestionProps) {
  const { isUnsaved, leave, isOfPath = false, isKept, words = shared.leave } = props;
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: next }) =>
      isUnsaved() && !isKept?.() && (from.pathname !== next.pathname || (!isOfPath && from.search !== next.search)),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved() && !isKept?.()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved, isKept]);
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
