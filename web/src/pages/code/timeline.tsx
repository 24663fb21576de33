import "@mantine/charts/styles.css";
import { AreaChart } from "@mantine/charts";
import { Paper, Text } from "@mantine/core";
import { useIsNarrow } from "../../parts/narrow.ts";
import { inWords } from "../../parts/words.ts";
import { countTicks, dayTicks, hasYear, labelWidth } from "./axes.ts";

interface Day {
  date: string;
  scans: number;
}

const COLOR = "var(--accent)";
const SERIES = [{ name: "scans", color: COLOR }];
const HOLLOW = { r: 4, stroke: COLOR, strokeWidth: 2, fill: "var(--mantine-color-body)" };
const GAP = 10;
const MOST_CHANGES = 3;
const tick = { fontSize: 12, fill: "currentColor" };

interface TimelineProps {
  days: Day[];
  /** What the code was led to, by the UTC day on which it was. */
  changes: ReadonlyMap<string, string[]>;
}

/**
 * Scans per UTC day. Today is not over: no line falls to its point, which is hollow. Upright lines: the destination
 * was changed.
 */
export default function Timeline({ days, changes }: TimelineProps) {
  const isNarrow = useIsNarrow();
  const last = days.length - 1;
  // A chart of nothing but gaps has no scale.
  const data = days.map(({ date, scans }, i) => ({ date, scans: i < last || last === 0 ? scans : null }));
  const ticks = countTicks(Math.max(...days.map(({ scans }) => scans)));
  const width = labelWidth(ticks.map(inWords.number));
  const dates = days.map(({ date }) => date);
  const named = dayTicks(dates, isNarrow ? 4 : 8);
  const say = (date: string) => (hasYear(date, named) ? inWords.utcDayOfYear(date) : inWords.utcDay(date));
  return (
    <AreaChart
      h={240}
      data={data}
      dataKey="date"
      series={SERIES}
      curveType="linear"
      connectNulls={false}
      withDots={days.length <= 31}
      dotProps={{ r: 2.5 }}
      tickLine="none"
      strokeWidth={2}
      fillOpacity={0.18}
      referenceLines={dates
        .filter((date) => changes.has(date))
        .map((x) => ({ x, color: "amber", strokeDasharray: "2 3", strokeWidth: 2 }))}
      referenceDots={[{ x: dates[last]!, y: days[last]!.scans, ...HOLLOW }]}
      valueFormatter={inWords.number}
      xAxisProps={{ ticks: named, interval: 0, tickFormatter: say }}
      yAxisProps={{
        ticks,
        domain: [0, ticks.at(-1)!],
        interval: 0,
        width: width + GAP,
        tick: { ...tick, textAnchor: "start", dx: -width },
        tickMargin: GAP,
        tickSize: 0,
      }}
      areaChartProps={{ accessibilityLayer: true, margin: { top: 8, right: 24 } }}
      tooltipProps={{
        content: ({ label }) => {
          const at = dates.indexOf(String(label));
          return at < 0 ? null : (
            <DayCard day={days[at]!} isToday={at === last} changes={changes.get(dates[at]!) ?? []} />
          );
        },
      }}
    />
  );
}

interface DayCardProps {
  day: Day;
  isToday: boolean;
  changes: readonly string[];
}

function DayCard({ day, isToday, changes }: DayCardProps) {
  return (
    <Paper withBorder shadow="sm" px="sm" py={6}>
      <Text size="xs" c="dimmed">
        {inWords.utcDayOfYear(day.date)} (UTC){isToday ? ", today so far" : ""}
      </Text>
      <Text size="sm" fw={600} className="numbers">
        {inWords.times(day.scans, "scan")}
      </Text>
      {changes.slice(0, MOST_CHANGES).map((line, i) => (
        <Text key={i} size="xs" maw={240} truncate>
          Led to {line}
        </Text>
      ))}
    </Paper>
  );
}
