import "@mantine/charts/styles.css";
import { AreaChart } from "@mantine/charts";
import { inWords } from "../../parts/words.ts";

/** Scans per UTC day. */
export default function Timeline({ days }: { days: { date: string; scans: number }[] }) {
  return (
    <AreaChart
      h={240}
      data={days}
      dataKey="date"
      series={[{ name: "scans", label: "Scans", color: "var(--accent)" }]}
      curveType="monotone"
      withDots={days.length <= 31}
      dotProps={{ r: 2.5 }}
      tickLine="none"
      strokeWidth={2}
      fillOpacity={0.18}
      valueFormatter={inWords.number}
      xAxisProps={{ tickFormatter: inWords.utcDay, minTickGap: 36 }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      tooltipProps={{ labelFormatter: (date) => `${inWords.utcDay(String(date))} (UTC)` }}
      areaChartProps={{ accessibilityLayer: true }}
    />
  );
}
