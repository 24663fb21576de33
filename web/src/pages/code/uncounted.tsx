import { Card, Table, Text, Title } from "@mantine/core";
import { useTraffic } from "../../api/queries.ts";
import { inWords } from "../../parts/words.ts";

const REASONS: Record<string, string> = {
  head: "A program only asked whether the page is there (HEAD)",
  prefetch: "A browser fetched it ahead, in case someone would open it",
  crawler: "A search engine or another crawler",
  preview: "A messenger or a network drew a preview of the link",
  paused: "Someone came while the code was paused",
  expired: "Someone came after the code had expired",
};

/** Why the numbers are what they are: every visit that is not in them. */
export function Uncounted({ id, days }: { id: string; days: number }) {
  const traffic = useTraffic(id, days);
  if (!traffic.data) return null;
  const { counted, missed } = traffic.data;
  const rows = Object.entries(missed).filter(([, count]) => count > 0);
  const sum = rows.reduce((total, [, count]) => total + count, 0);
  return (
    <Card component="section" aria-label="Not counted">
      <Title order={3} size="h5">
        What was not counted
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {counted + sum === 0
          ? `Nobody and nothing has opened this code in these ${days} days.`
          : sum === 0
            ? `All ${inWords.times(counted, "visit")} of these ${days} days were scans by people.`
            : `Of ${inWords.times(counted + sum, "visit")} in ${days} days, ${inWords.number(sum)} were not people scanning, or found the code paused or expired:`}
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
    </Card>
  );
}
