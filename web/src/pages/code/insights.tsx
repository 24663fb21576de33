import { Button, Card, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { dayIn } from "../../../../src/insights/chart/period.ts";
import { useInsights } from "../../api/insights.ts";
import { usePlacementCount } from "../../api/placements.ts";
import type { Code, Me, Scan } from "../../api/types.ts";
import { capital, inWords } from "../../parts/formats.ts";
import { Answer } from "../../parts/insights/answer.tsx";
import { CODE_TABLES, ExportMenu } from "../../parts/insights/export-menu.tsx";
import { FilterChips } from "../../parts/insights/filter-chips.tsx";
import { isFiltered, searchOf } from "../../parts/insights/period.ts";
import { PeriodPicker } from "../../parts/insights/period-picker.tsx";
import { useInsightsQuery } from "../../parts/insights/use-insights-query.ts";
import { HowToFix } from "../../parts/local-warning.tsx";
import { ShareNumbers } from "../../parts/share-numbers.tsx";
import { encodeOf } from "./head.tsx";
import classes from "./insights.module.css";
import { Live } from "./live.tsx";
import { Numbers } from "./numbers.tsx";
import { Uncounted } from "./uncounted.tsx";
import { created, insights as words } from "./words.ts";

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
  const { query, change, toggle, clear } = useInsightsQuery();
  const source = { path: `/qrcodes/${code.id}/insights`, key: ["code", code.id] };
  const search = searchOf(query);
  const answer = useInsights(source, search);
  const since = dayIn(zone, Date.parse(code.createdAt));
  return (
    <Stack component="section" aria-label={words.region} gap="sm">
      <div className={classes.toolbar}>
        <FilterChips {...{ source, query, toggle, clear }} hasPlacements={usePlacementCount(code.id) > 0} />
        <Group gap="sm" className={classes.news}>
          {live && code.state === "active" && <Live latest={latest} />}
          {answer.isPlaceholderData && <Loader size="xs" role="status" aria-label={words.loading} />}
        </Group>
        <Group gap={8} wrap="nowrap" ml="auto">
          <ShareNumbers codeId={code.id} />
          <ExportMenu path={source.path} search={search} name={code.name} days={answer.data} tables={CODE_TABLES} />
        </Group>
        <PeriodPicker {...{ query, change, zone, since }} />
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
            {/* Nothing is known about the visitors of these. */}
            {!isFiltered(query.filters) && <Uncounted {...{ code, insights }} />}
          </>
        )}
      </Answer>
      <CountedBefore counts={code.imported ?? []} />
    </Stack>
  );
}

const GHOST = [30, 45, 35, 60, 80, 55, 35, 40, 70, 50, 90, 65, 40, 75];

/** A sample chart, and a link to the large image to scan from the screen. */
function NoScans({ code }: { code: Code }) {
  const { id, state } = code;
  const service = useQueryClient().getQueryData<Me>(["me"])?.service;
  const isNetwork = encodeOf(code) === "content";
  const isActive = state === "active";
  const isUnreachable = isActive && !isNetwork && service?.isLocal === true;
  const hint = () => {
    if (!isActive) return words.emptyInactive[state];
    if (isNetwork) return words.emptyNetworkHint;
    return isUnreachable ? created.notReachable(new URL(service!.baseUrl).host) : words.emptyHint;
  };
  return (
    <Card className={classes.nothing}>
      {!isNetwork && (
        <div className={classes.ghost} aria-hidden>
          {GHOST.map((height, i) => (
            <i key={i} style={{ height: `${height}%` }} />
          ))}
        </div>
      )}
      <Title order={2} size="h4">
        {isNetwork ? words.emptyNetwork : words.empty}
      </Title>
      <Text c="dimmed">
        {hint()} {isUnreachable && <HowToFix />}
      </Text>
      {isActive && !isUnreachable && (
        <Button component={Link} to={`/codes/${id}/created`} variant="default" mt="sm">
          {isNetwork ? words.tryNetwork : words.scanIt}
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
