/** Thirty days at a glance. A line of its own: a chart library is too heavy for the first page. */
export function Spark({
  values,
  width = 110,
  height = 28,
}: {
  values: number[];
  width?: number;
  height?: number;
}) {
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, i) => [i * step, height - 2 - (value / top) * (height - 4)]);
  const line = points.map(([x, y]) => `${x!.toFixed(1)},${y!.toFixed(1)}`).join(" ");
  const sum = values.reduce((total, value) => total + value, 0);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${sum} scans in the last ${values.length} days`}
    >
      <polygon points={`0,${height} ${line} ${width},${height}`} fill="var(--bar)" opacity={0.45} />
      <polyline points={line} fill="none" stroke="var(--accent)" strokeWidth={1.5} />
    </svg>
  );
}
