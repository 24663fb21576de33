import { Button, Group, Text } from "@mantine/core";
import { useNavigate } from "react-router";
import { useChangeExamples, useExamples } from "../api/examples.ts";
import { WELCOME } from "../pages/sign-in/words.ts";
import { useIsNarrow } from "./narrow.ts";
import { tell, tellError } from "./notices.tsx";

/** Adds example codes, or removes them if there are some. */
export function ExamplesButton({ goTo }: { goTo?: string }) {
  const navigate = useNavigate();
  const count = useExamples().data?.count ?? 0;
  const change = useChangeExamples();
  const wanted = count > 0 ? "remove" : "make";
  const undo = () => void change.mutateAsync("make").then(({ count }) => tell(WELCOME.added(count)), tellError);
  const act = async () => {
    try {
      const changed = await change.mutateAsync(wanted);
      if (wanted === "make") {
        tell(WELCOME.added(changed.count));
        if (goTo) navigate(goTo);
      } else tell(WELCOME.removed(changed.count), { undo });
    } catch (error) {
      tellError(error as Error);
    }
  };
  return (
    <Button
      variant="default"
      style={{ alignSelf: "flex-start", flexShrink: 0 }}
      loading={change.isPending}
      onClick={() => void act()}
    >
      {wanted === "make" ? WELCOME.show : WELCOME.remove}
    </Button>
  );
}

/** A line above a list that contains examples, with a button to remove them. */
export function ExamplesLine() {
  const isNarrow = useIsNarrow();
  const count = useExamples().data?.count ?? 0;
  if (count === 0) return null;
  return (
    <Group justify="space-between" gap="xs" mb="md" wrap="nowrap" role="note">
      <Text size="sm" c="var(--text-2)">
        {isNarrow ? WELCOME.thereShort(count) : WELCOME.there(count)}
      </Text>
      <ExamplesButton />
    </Group>
  );
}
