import { Button, ColorSwatch, Group, List, Modal, Stack, Text } from "@mantine/core";
import type { Colors } from "./contrast.ts";
import type { Draft } from "./draft.ts";

/** A look that fails, why, and colours that do not; or one that could not be judged. */
export interface PoorLook {
  /** What was judged, and is saved if one wants it so. */
  draft: Draft;
  /** Why it fails, or why nobody knows. */
  advice: readonly string[];
  isJudged: boolean;
  /** Null when it is not for the colours. */
  safer: (Colors & Pick<Draft, "style">) | null;
}

interface PoorLookQuestionProps {
  poor: PoorLook | null;
  /** As the main button of the page says it: "Create" or "Save". */
  verb: string;
  back: () => void;
  save: (draft: Draft) => void;
}

/** Printed matter cannot be called back: a code that phones fail on, or may, is asked about once more. */
export function PoorLookQuestion({ poor, verb, back, save }: PoorLookQuestionProps) {
  if (poor === null) return null;
  const { draft, advice, safer, isJudged } = poor;
  return (
    <Modal opened onClose={back} title={`${verb} all the same?`} size="lg">
      <Stack>
        <Text fw={600}>
          {isJudged ? "Many phones will fail on it." : "Whether phones read this look could not be judged just now."}
        </Text>
        <List size="sm" spacing={4}>
          {advice.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        {safer && (
          <Group gap="xs">
            <ColorSwatch color={safer.foregroundColor} size={24} />
            <ColorSwatch color={safer.backgroundColor} size={24} />
            <Text size="sm">
              {safer.foregroundColor} on {safer.backgroundColor} would scan well.
            </Text>
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={back}>
            Go back
          </Button>
          <Button variant={safer ? "default" : "filled"} onClick={() => save(draft)}>
            {verb} all the same
          </Button>
          {safer && (
            <Button onClick={() => save({ ...draft, ...safer })} data-autofocus>
              {verb} with these colours
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
