import { Button, Group, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { dayIn, sinceChange } from "../../../../src/insights/chart/period.ts";
import { useOtherChanges } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { inWords } from "../../parts/formats.ts";
import type { Change, Mark } from "../../parts/insights/marks.ts";
import type { InsightsQuery } from "../../parts/insights/period.ts";
import { chart as words } from "../../parts/insights/words.ts";
import { leadsTo } from "../../parts/leads-to.ts";
import { useHistory } from "./history.tsx";

const MAX_LINES = 4;

/** Changes by day, oldest first. */
export function useChanges(code: Code, zone: string): Change[] {
  const { versions } = useHistory(code.id);
  const others = useOtherChanges(code.id).data ?? [];
  const end = code.state === "expired" ? [{ at: code.expiresAt, mark: { kind: "expired" } as const }] : [];
  const set = versions
    .filter(({ version }) => version > 1)
    .map(({ version, from, content }) => {
      return { at: from, mark: { kind: "destination", version, line: leadsTo(code.type, content).line } as const };
    });
  const all = [...set, ...others.map(({ at, kind }) => ({ at, mark: { kind } })), ...end];
  const sorted = all.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return [...Map.groupBy(sorted, ({ at }) => dayIn(zone, Date.parse(at)))].map(([day, some]) => ({
    day,
    marks: some.map(({ mark }) => mark),
  }));
}

/** The last day on which a code that is expired or paused was scanned; null while it is active, or if nobody knows. */
export function endOf({ state }: Code, changes: readonly Change[]): string | null {
  if (state === "active") return null;
  return changes.findLast(({ marks }) => marks.some(({ kind }) => kind === state))?.day ?? null;
}

const lineOf = (mark: Mark): string =>
  mark.kind === "destination" ? words.changedTo(mark.line) : words.kinds[mark.kind].line;

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
      {changes.map(({ day, marks }) => (
        <div key={day}>
          <Text size="sm" fw={500}>
            {inWords.utcDay(day)}
          </Text>
          {marks.slice(-MAX_LINES).map((mark, i) => (
            <Text key={i} size="sm" c="dimmed" truncate>
              {lineOf(mark)}
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
