import { Button, Group, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "react-router";
import type { Code } from "../../api/types.ts";
import { inWords } from "../../parts/formats.ts";
import { dayIn, type InsightsQuery, sinceChange } from "../../parts/insights/period.ts";
import type { Change } from "../../parts/insights/points.ts";
import { chart as words } from "../../parts/insights/words.ts";
import { leadsTo } from "../../parts/leads-to.ts";
import { useHistory } from "./history.tsx";

const MOST_LINES = 3;

/** Changes of the destination by day, oldest first. */
export function useChanges(code: Code, zone: string): Change[] {
  const { versions } = useHistory(code.id);
  const set = versions.filter(({ version }) => version > 1).reverse();
  return [...Map.groupBy(set, ({ from }) => dayIn(zone, Date.parse(from)))].map(([day, some]) => ({
    day,
    versions: some.map(({ version }) => version),
    lines: some.map(({ content }) => leadsTo(code.type, content).line),
  }));
}

interface ChangeCardProps {
  changes: Change[];
  zone: string;
  change: (next: Partial<InsightsQuery>) => void;
}

/** What was changed, and a comparison of the days since the last change with as many before. */
export function ChangeCard({ changes, zone, change }: ChangeCardProps) {
  const { search } = useLocation();
  const history = new URLSearchParams(search);
  history.set("tab", "history");
  const last = changes.at(-1)!.day;
  const compare = () => change({ period: sinceChange(last, dayIn(zone, Date.now())), compare: "previous" });
  return (
    <Stack gap="sm">
      {changes.map(({ day, lines }) => (
        <div key={day}>
          <Text size="sm" fw={500}>
            {words.changedOn(inWords.utcDay(day))}
          </Text>
          {lines.slice(-MOST_LINES).map((line, i) => (
            <Text key={i} size="sm" c="dimmed" truncate>
              {words.changedTo(line)}
            </Text>
          ))}
        </div>
      ))}
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={compare} data-autofocus>
          {words.compareChange}
        </Button>
        <Button size="xs" variant="subtle" component={Link} to={`?${history}`}>
          {words.openHistory}
        </Button>
      </Group>
    </Stack>
  );
}
