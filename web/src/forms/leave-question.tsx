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
  /** Whether a draft keeps the changes, on the way to this page or when the tab is closed. */
  isKept?: (path?: string) => boolean;
  /** Of the question, unless a draft that should keep the changes does not. */
  words?: { title: string; text: string };
}

/** Asks before the user leaves unsaved changes, by a link or by closing the tab. */
export function LeaveQuestion(props: LeaveQuestionProps) {
  const { isUnsaved, leave, isOfPath = false, isKept, words = shared.leave } = props;
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: next }) =>
      isUnsaved() &&
      !isKept?.(next.pathname) &&
      (from.pathname !== next.pathname || (!isOfPath && from.search !== next.search)),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved() && !isKept?.()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved, isKept]);
  const stay = () => blocker.reset?.();
  const { title, text } = !isKept || isKept() ? words : shared.leave;
  return (
    <Modal opened={blocker.state === "blocked"} onClose={stay} title={title}>
      <Text size="sm">{text}</Text>
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
