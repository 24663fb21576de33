import { Button, Card, Group, Loader, Menu, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { address } from "../../api/call.ts";
import { type Insights as InsightsAnswer, useInsights } from "../../api/insights.ts";
import type { Code, Scan } from "../../api/types.ts";
import { capital, inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { FilterChips } from "../../parts/insights/filter-chips.tsx";
import { dayIn, searchOf } from "../../parts/insights/period.ts";
import { PeriodPicker } from "../../parts/insights/period-picker.tsx";
import { useInsightsQuery } from "../../parts/insights/use-insights-query.ts";
import { Failure } from "../../parts/notices.tsx";
import classes from "./insights.module.css";
import { Live } from "./live.tsx";
import { Numbers } from "./numbers.tsx";
import { Uncounted } from "./uncounted.tsx";
import { insights as words } from "./words.ts";

interface InsightsProps {
  code: Code;
  /** The workspace's time zone. */
  zone: string;
  /** Whether the live connection is open. */
  live: boolean;
  latest: Scan | null;
}

/** The insights of a code: period and filters, figures, charts, lists. */
export function Insights({ code, zone, live, latest }: InsightsProps) {
  const { query, change, toggle } = useInsightsQuery();
  const source = { path: `/qrcodes/${code.id}/insights`, key: ["code", code.id] };
  const search = searchOf(query);
  const answer = useInsights(source.path, source.key, search);
  const since = dayIn(zone, Date.parse(code.createdAt));
  return (
    <Stack component="section" aria-label={words.region} gap="sm">
      <div className={classes.toolbar}>
        <FilterChips {...{ source, query, toggle, change }} />
        <Group gap="sm" className={classes.news}>
          {live && <Live latest={latest} />}
          {answer.isPlaceholderData && <Loader size="xs" role="status" aria-label={words.loading} />}
        </Group>
        <Export code={code} search={search} />
        <PeriodPicker {...{ query, change, zone, since }} range={answer.data} />
      </div>
      <Answer answer={answer}>
        {(insights) => (
          <>
            {insights.exactFrom && (
              <Text size="sm" c="dimmed">
                {words.exactFrom(inWords.utcDayOfYear(insights.exactFrom))}
              </Text>
            )}
            {code.scanCount === 0 && insights.scans === 0 ? (
              <NoScans code={code} />
            ) : (
              <Numbers {...{ code, insights, toggle, change }} filters={query.filters} />
            )}
            <Uncounted {...{ code, insights }} />
          </>
        )}
      </Answer>
      <CountedBefore counts={code.imported ?? []} />
    </Stack>
  );
}

interface AnswerProps {
  answer: UseQueryResult<InsightsAnswer>;
  children: (insights: InsightsAnswer) => React.ReactNode;
}

/** The last figures stay, dimmed, while others are loaded. */
function Answer({ answer, children }: AnswerProps) {
  const { data, isPlaceholderData } = answer;
  if (answer.isPending) return <Skeleton h={380} radius="lg" role="status" aria-label={words.loading} />;
  if (answer.isError && !data) return <Failure error={answer.error} retry={() => answer.refetch()} />;
  if (data === undefined) return null;
  return (
    <>
      {answer.isError && <Failure error={answer.error} retry={() => answer.refetch()} />}
      <Stack
        gap="md"
        aria-busy={isPlaceholderData}
        style={{ opacity: isPlaceholderData ? 0.45 : 1, transition: "opacity var(--rise)" }}
      >
        {children(data)}
      </Stack>
    </>
  );
}

/** What is on the screen, as a file. */
function Export({ code, search }: { code: Code; search: string }) {
  const path = `/qrcodes/${code.id}/insights`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.export}
          leftSection={<Icon name="download" size={16} />}
        >
          {words.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address(`${path}.csv?${search}`)} download>
          {words.csv}
        </Menu.Item>
        <Menu.Item component="a" href={address(`${path}?${search}`)} download={`${code.name} insights.json`}>
          {words.json}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const GHOST = [30, 45, 35, 60, 80, 55, 35, 40, 70, 50, 90, 65, 40, 75];

/** A sample chart, and a link to the large image to scan from the screen. */
function NoScans({ code: { id, state } }: { code: Code }) {
  return (
    <Card className={classes.nothing}>
      <div className={classes.ghost} aria-hidden>
        {GHOST.map((height, i) => (
          <i key={i} style={{ height: `${height}%` }} />
        ))}
      </div>
      <Title order={2} size="h4">
        {words.empty}
      </Title>
      <Text c="dimmed">{state === "active" ? words.emptyHint : words.emptyInactive[state]}</Text>
      {state === "active" && (
        <Button component={Link} to={`/codes/${id}/created`} variant="default" mt="sm">
          {words.scanIt}
        </Button>
      )}
    </Card>
  );
}

/** Imported counts are shown separately, because it is not known what they include. */
function CountedBefore({ counts }: { counts: NonNullable<Code["imported"]> }) {
  if (counts.length === 0) return null;
  return (
    <Card py={14}>
      {counts.map(({ source, total }) => (
        <Text key={source} size="sm" c="dimmed">
          {words.countedBefore(total, capital(source))}
        </Text>
      ))}
    </Card>
  );
}
