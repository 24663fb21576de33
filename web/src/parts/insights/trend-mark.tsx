import { VisuallyHidden } from "@mantine/core";
import { trendOf } from "../../../../src/insights/chart/trend.ts";
import classes from "./trend.module.css";
import { trends as words } from "./words.ts";

interface TrendProps {
  now: number;
  before: number;
  /** Days and their counterparts: see `trendOf`. */
  pairs?: [number, number][];
}

/** The change in per cent: grey if it may be chance, with the figures in the title. */
export function TrendMark({ now, before, pairs }: TrendProps) {
  const trend = trendOf(now, before, pairs);
  const { direction, change, isCertain } = trend;
  return (
    <span
      className={classes.trend}
      title={words.title(now, before, trend)}
      data-trend={direction}
      data-certain={(change !== null && isCertain) || undefined}
    >
      {/* Drawn, because not every font has a triangle. */}
      {change !== null && direction !== "same" && (
        <svg className={classes.mark} viewBox="0 0 8 7" aria-hidden>
          <path d="M4 0 8 7H0z" />
        </svg>
      )}
      {change !== null && <VisuallyHidden>{words.spoken[direction]} </VisuallyHidden>}
      {words.change(trend)}
    </span>
  );
}
