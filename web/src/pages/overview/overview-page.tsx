import { Box, Button, Card, Group, Loader, Skeleton, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { dayIn } from "../../../../src/insights/chart/period.ts";
import { pairsOf, previousDay, type Series, sinceCreation } from "../../../../src/insights/chart/points.ts";
import { useInsights } from "../../api/insights.ts";
import { type Overview, useCodesInAll } from "../../api/overview.ts";
import { useCodes, useRefreshCodes } from "../../api/queries.ts";
import { Part } from "../../frame/boundary.tsx";
import { lazyPart } from "../../frame/lazy-part.ts";
import { Editors } from "../../parts/editors.tsx";
import { ExamplesLine } from "../../parts/examples.tsx";
import { inWords, shownZone } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { Cities, Countries, Devices } from "../../parts/insights/cards.tsx";
import { CODE_TABLES, ExportMenu } from "../../parts/insights/export-menu.tsx";
import { atLeast, type Figure, Figures, unknownVisitors } from "../../parts/insights/figures.tsx";
import { FilterChips } from "../../parts/insights/filter-chips.tsx";
import { isFiltered, searchOf } from "../../parts/insights/period.ts";
import { PeriodPicker } from "../../parts/insights/period-picker.tsx";
import { Timeline } from "../../parts/insights/timeline.tsx";
import { TrendMark } from "../../parts/insights/trend-mark.tsx";
import { useInsightsQuery } from "../../parts/insights/use-insights-query.ts";
import { trends } from "../../parts/insights/words.ts";
import { LocalWarning } from "../../parts/local-warning.tsx";
import { Failure, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { ShareNumbers } from "../../parts/share-numbers.tsx";
import { FirstCode } from "../codes/nothing.tsx";
import { Needs } from "./attention.tsx";
import { CodeChoice, useCodeChoice } from "./code-choice.tsx";
import { Rising, TopCodes } from "./codes.tsx";
import { LiveScans } from "./live.tsx";
import classes from "./overview.module.css";
import { Uncounted } from "./uncounted.tsx";
import { codes as codeWords, words } from "./words.ts";

/** Not part of the first script: it is only shown until the first scan. */
const FirstDay = lazyPart(() => import("./first-day.tsx"));

const TABLES = [...CODE_TABLES, "code"] as const;
/** Rising codes are found among these. */
const MAX_CODES = 100;
const SOURCE = { path: "/insights", key: ["overview"] };

/** The first page: how all codes are doing, and what needs attention. Everything follows period and filters. */
export default function OverviewPage() {
  const { query, change, toggle, clear } = useInsightsQuery();
  const choice = useCodeChoice();
  const zone = shownZone();
  const joined = (search: string) => [search, choice.search].filter(Boolean).join("&");
  const search = joined(searchOf(query));
  const answer = useInsights<Overview>(SOURCE, `${search}&codes=${MAX_CODES}`);
  const week = useInsights<Overview>(SOURCE, joined(`period=7d&interval=day&${searchOf(query, ["filters"])}`));
  const days = answer.data && `from=${answer.data.from}&to=${answer.data.to}`;
  const inAll = useCodesInAll(days ? joined(days) : null).data;
  const created = inAll?.firstCreatedAt ? dayIn(zone, Date.parse(inAll.firstCreatedAt)) : null;
  const since = (insights?: Overview) => (insights && created !== null ? sinceCreation(insights, created) : insights);
  const data = since(answer.data);
  // A shorter time says nothing about a trend.
  const isWhole = (insights?: Overview) => !!insights?.previous && insights.previous.from >= (created ?? "");
  const cards = { filters: query.filters, toggle };
  const create = (
    <Button component={Link} to="/codes/new" leftSection={<Icon name="plus" />}>
      {words.newCode}
    </Button>
  );
  const states = inAll?.codes;
  const first = useFirstDay();
  if (states && states.active + states.paused + states.expired === 0) {
    return (
      <Page title={words.title}>
        <LocalWarning />
        <FirstCode action={create} />
      </Page>
    );
  }
  if (first) {
    return (
      <Page
        title={words.title}
        actions={
          <Editors>
            <Box visibleFrom="sm">{create}</Box>
          </Editors>
        }
      >
        {/* Its cards say whether phones reach it. */}
        <Part fallback={<Waiting />}>
          <FirstDay {...first} />
        </Part>
      </Page>
    );
  }
  return (
    <Page
      title={words.title}
      actions={
        <Group gap={8} className={classes.actions}>
          <CodeChoice {...choice} />
          <PeriodPicker {...{ query, change, zone }} />
          <Editors>
            <Box visibleFrom="sm">{create}</Box>
          </Editors>
        </Group>
      }
    >
      <LocalWarning />
      <Editors>
        <ExamplesLine />
      </Editors>
      <Stack component="section" aria-label={words.region} gap="md">
        <div className={classes.toolbar}>
          <FilterChips source={SOURCE} others={choice.search} {...{ query, toggle, clear }} />
          {answer.isPlaceholderData && <Loader size="xs" role="status" aria-label={words.loading} />}
          <Group gap={8} wrap="nowrap" ml="auto">
            <ShareNumbers codeId={null} />
            <ExportMenu path={SOURCE.path} search={search} name={words.title} days={data} tables={TABLES} />
          </Group>
        </div>
        {answer.isError && <Failure error={answer.error} retry={() => answer.refetch()} />}
        {data?.exactFrom && (
          <Text size="sm" c="dimmed">
            {words.exactFrom(inWords.utcDayOfYear(data.exactFrom))}
          </Text>
        )}
        <div className={classes.grid} aria-busy={answer.isPlaceholderData}>
          {data ? (
            <Totals
              {...{ data, change, states, isWhole }}
              week={since(week.data)}
              isChoice={choice.search !== ""}
              filtered={isFiltered(query.filters)}
            />
          ) : (
            answer.isPending && (
              <Skeleton h={400} radius="lg" role="status" aria-label={words.loading} className={classes.wide} />
            )
          )}
          <Needs />
          {data && (
            <>
              <TopCodes search={choice.search} byCode={data.byCode} />
              <Rising
                byCode={data.byCode}
                previous={data.previous}
                nothing={query.compare === "none" ? codeWords.risingOff : codeWords.risingNothing}
              />
            </>
          )}
          {/* So that the next one does not move. */}
          {answer.isPending && ["top", "rising"].map((each) => <Skeleton key={each} h={200} radius="lg" />)}
          <LiveScans />
          {data && (
            <>
              <Countries {...cards} insights={data} className={classes.wide} />
              <Devices {...cards} insights={data} />
              <Cities {...cards} insights={data} />
              {/* Nothing is known about the visitors of these. */}
              {!isFiltered(query.filters) && <Uncounted visits={inAll?.uncounted ?? []} zone={zone} />}
            </>
          )}
        </div>
      </Stack>
    </Page>
  );
}

/** The newest code while none was ever scanned, and from then on until the numbers are asked for. */
function useFirstDay() {
  const [isFirst, setFirst] = useState<boolean>();
  const refresh = useRefreshCodes();
  // Of codes with as many scans, the newest comes first.
  const code = useCodes("limit=1&sort=scans").data?.codes[0];
  const isUnscanned = code?.scanCount === 0;
  useEffect(() => {
    if (isUnscanned) setFirst((before) => before ?? true);
  }, [isUnscanned]);
  if (!code || !(isFirst ?? isUnscanned)) return null;
  function showNumbers(): void {
    setFirst(false);
    // The count may be from before the scan.
    void refresh();
  }
  return { code, showNumbers };
}

interface TotalsProps {
  data: Overview;
  /** The last seven days. */
  week: Overview | undefined;
  /** Whether there were codes during all of the period before. */
  isWhole: (insights: Overview) => boolean;
  states: NonNullable<ReturnType<typeof useCodesInAll>["data"]>["codes"] | undefined;
  /** Whether the numbers are about some of the codes. */
  isChoice: boolean;
  filtered: boolean;
  change: ReturnType<typeof useInsightsQuery>["change"];
}

/** Four figures, of which scans and visitors are the tabs of the chart. */
function Totals({ data, week, isWhole, states, isChoice, filtered, change }: TotalsProps) {
  const [series, setSeries] = useState<Series>("scans");
  const { scans, visitors, knownVisitors, previous } = data;
  const against = (now: number, before: number, pairs?: [number, number][]) => (
    <>
      {isWhole(data) && <TrendMark now={now} before={before} {...(pairs ? { pairs } : {})} />} {trends.from(before)}
    </>
  );
  // Against the same weekday, up to the same time.
  const today = week?.timeline.at(-1);
  const before = today?.previousScans ?? null;
  const figures: Figure[] = [
    {
      label: words.scans,
      value: inWords.number(scans),
      below: previous ? against(scans, previous.scans, pairsOf(data, Date.now())) : words.noComparison,
      series: "scans",
    },
    visitors === null
      ? unknownVisitors(knownVisitors, filtered, words.visitorsHelp)
      : {
          label: words.visitors,
          value: inWords.number(visitors),
          below: typeof previous?.visitors === "number" ? against(visitors, previous.visitors) : words.about(visitors),
          // Hours have none.
          ...(data.interval === "hour" ? {} : { series: "visitors" as const }),
          title: words.visitorsHelp,
        },
    {
      label: words.today,
      value: today ? inWords.number(today.scans) : words.none,
      below:
        before === null ? (
          words.none
        ) : (
          <>
            <TrendMark now={today!.scans} before={before} />{" "}
            {words.weekBefore(before, inWords.utcDay(previousDay(week!, today!.start)!))}
          </>
        ),
      title: words.weekBeforeHelp,
    },
    {
      label: isChoice ? words.activeInAll : words.active,
      value: states ? activeOf(states) : words.none,
      below: states ? words.states(states.paused, states.expired) : words.none,
    },
  ];
  const drawn = visitors === null || data.interval === "hour" ? "scans" : series;
  return (
    <Card p={0} className={classes.wide} component="section" aria-label={words.scans}>
      <Figures figures={figures} chosen={drawn} choose={setSeries} />
      <Timeline insights={data} series={drawn} showOnly={(range) => change({ period: range })} />
    </Card>
  );
}

const activeOf = ({ active, isMore }: NonNullable<TotalsProps["states"]>): string =>
  isMore ? atLeast(active) : inWords.number(active);
