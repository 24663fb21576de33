import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { words as shared } from "./words.ts";

interface LeaveQuestionProps {
  /** Whether something would be lost; asked at the moment of leaving. */
  isUnsaved: () => boolean;
  leave?: () => void;
  /** Another search, such as a period, leaves the page as it is. */
  isOfPath?: boolean;
  /** What would be lost, in words. */
  words?: { title: string; text: string };
}

/** Asks before one leaves what is not saved, within the dashboard and out of it. */
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
