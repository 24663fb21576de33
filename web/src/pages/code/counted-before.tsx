import { Text } from "@mantine/core";
import type { Code } from "../../api/types.ts";
import { capital, inWords } from "../../parts/words.ts";

/** Counts of another product stand apart: nobody here can say what they hold. */
export function CountedBefore({ counts }: { counts: NonNullable<Code["imported"]> }) {
  return counts.map(({ source, total }) => (
    <Text key={source} size="sm" c="dimmed">
      {inWords.times(total, "visit")} before, counted by {capital(source)}
    </Text>
  ));
}
