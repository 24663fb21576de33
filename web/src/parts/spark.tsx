import { spark as words } from "./words.ts";

interface SparkProps {
  /** Scans per day; the last is today, which is incomplete. */
  values: number[];
  width?: number;
  height?: number;
}

/** The last 30 days. Drawn here, because a chart library is too large for the first page. */
export function Spark({ values, width = 88, height = 24 }: SparkProps) {
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, i) => [i * step, height - 2 - (value / top) * (height - 4)]);
  const line = (part: number[][]) => part.map(([x, y]) => `${x!.toFixed(1)},${y!.toFixed(1)}`).join(" ");
  const sum = values.reduce((total, value) => total + value, 0);
  const color = sum === 0 ? "var(--line-strong)" : "var(--chart)";
  const stroke = { fill: "none", stroke: color, strokeWidth: 1.5 };
  const label = words(sum, values.length);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      {sum > 0 && <polygon points={`0,${height} ${line(points)} ${width},${height}`} fill="var(--chart-soft)" />}
      <polyline points={line(points.slice(0, -1))} {...stroke} />
      <polyline points={line(points.slice(-2))} {...stroke} strokeDasharray="2 2" data-today />
    </svg>
  );
}
