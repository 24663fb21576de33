import { VisuallyHidden } from "@mantine/core";
import { dayIn, daysBetween, type Range } from "../../../src/insights/chart/period.ts";
import { inWords, shownZone } from "./formats.ts";
import { spark as words } from "./words.ts";

interface SparkProps {
  /** Scans per day of the workspace's zone, or per some days. */
  values: number[];
  /** The first and the last day; left out: the last 30. */
  days?: Range | undefined;
  /** When the code was created: nothing is drawn before. */
  since: string;
  width?: number;
  height?: number;
}

/** Leaves out days before the code was created, unless it was scanned then, before an import. */
function firstDay(values: number[], since: string, last: string, step: number): number {
  const age = Math.max(0, daysBetween(since, last)) / step;
  return Math.max(
    0,
    values.findIndex((value, i) => value > 0 || i >= values.length - 1 - age),
  );
}

/** The days of a list. Drawn here, because a chart library is too large for the first page. */
export function Spark({ values, days, since, width = 88, height = 24 }: SparkProps) {
  const zone = shownZone();
  const today = dayIn(zone, Date.now());
  const last = days?.to ?? today;
  const length = days ? daysBetween(days.from, days.to) + 1 : values.length;
  const isRunning = last >= today;
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values
    .map((value, i) => [i * step, height - 2 - (value / top) * (height - 4)])
    .slice(firstDay(values, dayIn(zone, Date.parse(since)), last, length / values.length));
  const [first] = points;
  const line = (part: number[][]) => part.map(([x, y]) => `${x!.toFixed(1)},${y!.toFixed(1)}`).join(" ");
  const sum = values.reduce((total, value) => total + value, 0);
  const stroke = { fill: "none", stroke: "var(--chart)", strokeWidth: 1.5 };
  const label = isRunning ? words.upToToday(sum, length) : words.upTo(sum, length, inWords.utcDay(last));
  // A flat line looks like a chart that could not be drawn.
  if (sum === 0) return <VisuallyHidden>{label}</VisuallyHidden>;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      <polygon
        points={`${first![0]!.toFixed(1)},${height} ${line(points)} ${width},${height}`}
        fill="var(--chart-soft)"
      />
      <polyline points={line(isRunning ? points.slice(0, -1) : points)} {...stroke} />
      {isRunning && <polyline points={line(points.slice(-2))} {...stroke} strokeDasharray="2 2" data-today />}
      {/* A line needs two days. */}
      {points.length === 1 && <circle cx={width - 2} cy={first![1]} r={2} fill="var(--chart)" data-today />}
    </svg>
  );
}
