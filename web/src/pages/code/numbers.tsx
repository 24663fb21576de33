import { Card } from "@mantine/core";
import { useState } from "react";
import { dayIn } from "../../../../src/insights/chart/period.ts";
import { pairsOf, type Series, sinceCreation, upTo } from "../../../../src/insights/chart/points.ts";
import type { Insights } from "../../api/insights.ts";
import type { Code } from "../../api/types.ts";
import { inWords } from "../../parts/formats.ts";
import { Cities, Countries, Devices } from "../../parts/insights/cards.tsx";
import { type Figure, Figures, unknownVisitors } from "../../parts/insights/figures.tsx";
import { busiestHour, HeatMap } from "../../parts/insights/heat-map.tsx";
import { type Dimension, type Filters, type InsightsQuery, isFiltered } from "../../parts/insights/period.ts";
import { Timeline } from "../../parts/insights/timeline.tsx";
import { TrendMark } from "../../parts/insights/trend-mark.tsx";
import { heat, trends, UNKNOWN } from "../../parts/insights/words.ts";
import { ChangeCard, endOf, useChanges } from "./changes.tsx";
import classes from "./insights.module.css";
import { PlacementCard } from "./placement-card.tsx";
import { insights as words } from "./words.ts";

interface NumbersProps {
  code: Code;
  insights: Insights;
  filters: Filters;
  toggle: (dimension: Dimension, ...values: string[]) => void;
  change: (next: Partial<InsightsQuery>) => void;
}

/** All cards of a period, in three columns; chart, map and heat map are wider. */
export function Numbers({ code, change, ...props }: NumbersProps) {
  return (
    <>
      <Totals {...{ code, change }} insights={props.insights} filters={props.filters} />
      {props.insights.byPlacement.length > 0 && (
        <PlacementCard codeId={code.id} {...props} pairs={pairsOf(props.insights, Date.now())} />
      )}
      <div className={classes.grid}>
        <div className={classes.wide}>
          <HeatMap
            byHour={props.insights.byHour}
            chosen={props.filters.hour}
            toggle={(hours) => props.toggle("hour", ...hours)}
          />
        </div>
        <Devices {...props} />
        <Countries {...props} className={classes.wide} />
        <Cities {...props} />
      </div>
    </>
  );
}

function Totals({ code, insights: answer, filters, change }: Omit<NumbersProps, "toggle">) {
  const [series, setSeries] = useState<Series>("scans");
  const changes = useChanges(code, answer.timezone);
  const created = dayIn(answer.timezone, Date.parse(code.createdAt));
  const ended = endOf(code, changes);
  const insights = upTo(sinceCreation(answer, created), ended);
  const { scans, visitors, knownVisitors, previous, timezone, from, to } = insights;
  const pairs = pairsOf(insights, Date.now());
  const busiest = busiestHour(insights.byHour);
  const country = insights.byCountry.find(({ country }) => country !== UNKNOWN);
  // A shorter time says nothing about a trend.
  const isWhole = previous !== null && previous.from >= created && (ended === null || ended >= to);
  const against = (now: number, before: number | null | undefined, pairs?: [number, number][]) =>
    typeof before === "number" ? (
      <>
        {isWhole && <TrendMark now={now} before={before} {...(pairs ? { pairs } : {})} />} {trends.from(before)}
      </>
    ) : (
      words.ofAll(code.scanCount)
    );
  const figures: Figure[] = [
    {
      label: words.scans,
      value: inWords.number(scans),
      below: against(scans, previous?.scans, pairs),
      series: "scans",
    },
    visitors === null
      ? unknownVisitors(knownVisitors, isFiltered(filters), words.visitorsHelp)
      : {
          label: words.visitors,
          value: inWords.number(visitors),
          below: typeof previous?.visitors === "number" ? against(visitors, previous.visitors) : words.visitorsBelow,
          // Hours have none.
          ...(insights.interval === "hour" ? {} : { series: "visitors" as const }),
          title: words.visitorsHelp,
        },
    {
      label: words.countries,
      value: inWords.number(insights.countries),
      below: country ? words.most(inWords.country(country.country), inWords.share(country.scans, scans)) : words.none,
    },
    {
      label: words.busiest,
      value: busiest === null ? words.none : heat.busiest(busiest),
      below: busiest === null ? words.none : heat.scale(insights.byHour[busiest]!),
    },
  ];
  // Under a filter nobody is counted.
  const drawn = visitors === null || insights.interval === "hour" ? "scans" : series;
  return (
    <Card p={0}>
      <div data-from={from} data-to={to}>
        <Figures figures={figures} chosen={drawn} choose={setSeries} />
        <Timeline
          insights={insights}
          series={drawn}
          showOnly={(range) => change({ period: range })}
          since={created > from ? created : undefined}
          changes={changes}
          openChange={(some) => <ChangeCard changes={some} zone={timezone} change={change} />}
        />
      </div>
    </Card>
  );
}
