import { Table, Text } from "@mantine/core";
import type { Traffic } from "../../api/types.ts";
import { Section } from "../../parts/section.tsx";
import { inWords } from "../../parts/words.ts";

const REASONS: Record<string, string> = {
  head: "A program only asked whether the page is there (HEAD)",
  prefetch: "A browser fetched it ahead, in case someone would open it",
  crawler: "A search engine or another crawler",
  preview: "A messenger or a network drew a preview of the link",
  paused: "Someone came while the code was paused",
  expired: "Someone came after the code had expired",
};

function inShort(counted: number, missed: number, days: number): string {
  const visits = inWords.times(counted + missed, "visit");
  if (counted + missed === 0) return `Nobody and nothing has opened this code in ${days} days.`;
  if (missed > 0) {
    const were = missed === 1 ? "1 was" : `${inWords.number(missed)} were`;
    return `Of ${visits} in ${days} days, ${were} not people scanning, or found the code paused or expired:`;
  }
  if (counted === 1) return `The only visit of these ${days} days was a scan by a person.`;
  return `All ${visits} of these ${days} days were scans by people.`;
}

/** Why the numbers are what they are: every visit that is not in them. */
export function Uncounted({ days, traffic }: { days: number; traffic: Traffic }) {
  const { counted, missed } = traffic;
  const rows = Object.entries(missed).filter(([, count]) => count > 0);
  const sum = rows.reduce((total, [, count]) => total + count, 0);
  return (
    <Section title="What was not counted" label="Not counted" folded>
      <Text size="sm" c="dimmed">
        {inShort(counted, sum, days)}
      </Text>
      {rows.length > 0 && (
        <Table mt="sm" maw={640} verticalSpacing={6} aria-label="Visits not counted, by reason">
          <Table.Tbody>
            {rows
              .toSorted((a, b) => b[1] - a[1])
              .map(([reason, count]) => (
                <Table.Tr key={reason}>
                  <Table.Td pl={0}>{REASONS[reason] ?? reason}</Table.Td>
                  <Table.Td ta="right" className="numbers" fw={600}>
                    {inWords.number(count)}
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
