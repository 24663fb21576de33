import { inWords } from "./words.ts";

interface SparkProps {
  /** Scans per day; the last day is today and not over. */
  values: number[];
  width?: number;
  height?: number;
}

/** Thirty days at a glance. A line of its own: a chart library is too heavy for the first page. */
export function Spark({ values, width = 110, height = 26 }: SparkProps) {
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, i) => [i * step, height - 2 - (value / top) * (height - 4)]);
  const line = (part: number[][]) => part.map(([x, y]) => `${x!.toFixed(1)},${y!.toFixed(1)}`).join(" ");
  const sum = values.reduce((total, value) => total + value, 0);
  const stroke = { fill: "none", stroke: "var(--accent)", strokeWidth: 1.5 };
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${inWords.times(sum, "scan")} in the last ${values.length} days, today so far included`}
    >
      <polygon points={`0,${height} ${line(points)} ${width},${height}`} fill="var(--chart-soft)" opacity={0.45} />
      <polyline points={line(points.slice(0, -1))} {...stroke} />
      <polyline points={line(points.slice(-2))} {...stroke} strokeDasharray="2 2" data-today />
    </svg>
  );
}
