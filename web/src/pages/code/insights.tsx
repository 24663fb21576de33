import { Button, Card, Group, Loader, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import type { Code, Scan } from "../../api/types.ts";
import { capital } from "../../parts/formats.ts";
import { Failure } from "../../parts/notices.tsx";
import { PERIODS, periodOf } from "./axes.ts";
import classes from "./insights.module.css";
import { Live } from "./live.tsx";
import { Numbers, usePeriod } from "./numbers.tsx";
import { Uncounted } from "./uncounted.tsx";
import { insights as words } from "./words.ts";

interface InsightsProps {
  code: Code;
  /** Whether the live connection is open. */
  live: boolean;
  latest: Scan | null;
}

/** The period is in the address, so that it can be bookmarked and shared. */
export function Insights({ code, live, latest }: InsightsProps) {
  const [params, setParams] = useSearchParams();
  const days = periodOf(params.get("days"));
  const period = usePeriod(code.id, days);
  const choose = (value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set("days", value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Stack component="section" aria-label={words.region} gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="sm" className={classes.news}>
          {live && <Live latest={latest} />}
          {period.isPlaceholderData && <Loader size="xs" role="status" aria-label={words.loadingDays(days)} />}
        </Group>
        <SegmentedControl
          classNames={{ root: classes.period, indicator: classes.chosen }}
          value={String(days)}
          onChange={choose}
          aria-label={words.period}
          withItemsBorders={false}
          data={PERIODS.map((value) => ({ value: String(value), label: words.days(value) }))}
        />
      </Group>
      {period.isPending && <Skeleton h={380} radius="lg" role="status" aria-label={words.loading} />}
      {period.isError && <Failure error={period.error} retry={() => period.refetch()} />}
      {period.data && (
        <Stack
          gap="md"
          aria-busy={period.isPlaceholderData}
          style={{ opacity: period.isPlaceholderData ? 0.45 : 1, transition: "opacity var(--rise)" }}
        >
          {code.scanCount === 0 && period.data.summary.totalScans === 0 ? (
            <NoScans code={code} />
          ) : (
            <Numbers code={code} period={period.data} />
          )}
          <Uncounted code={code} period={period.data} />
        </Stack>
      )}
      <CountedBefore counts={code.imported ?? []} />
    </Stack>
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
