import { Button, Group, Text } from "@mantine/core";
import { useNavigate } from "react-router";
import { useChangeExamples, useExamples } from "../api/examples.ts";
import { WELCOME } from "../pages/sign-in/words.ts";
import { tell, tellError } from "./notices.tsx";

/** Adds example codes, or removes them if there are some. */
export function ExamplesButton({ goTo }: { goTo?: string }) {
  const navigate = useNavigate();
  const count = useExamples().data?.count ?? 0;
  const change = useChangeExamples();
  const wanted = count > 0 ? "remove" : "make";
  const act = async () => {
    try {
      const changed = await change.mutateAsync(wanted);
      tell(wanted === "make" ? WELCOME.added(changed.count) : WELCOME.removed(changed.count));
      if (wanted === "make" && goTo) navigate(goTo);
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
  const count = useExamples().data?.count ?? 0;
  if (count === 0) return null;
  return (
    <Group justify="space-between" gap="xs" mb="md" wrap="nowrap" role="note">
      <Text size="sm" c="var(--text-2)">
        {WELCOME.there(count)}
      </Text>
      <ExamplesButton />
    </Group>
  );
}
