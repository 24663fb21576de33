import type { Span, ZonedSpan } from "../scans/filter.ts";
import type { CountedDay } from "../scans/visitor-days.ts";
import { QUARTER_MS, QUARTERS_PER_DAY } from "../shared/days.ts";

/** Of a span: visitors added up over its days. */
interface SpanVisitors {
  /** Null if some scans are not among those of its days. */
  exact: number | null;
  /** Those that were counted: there were at least as many. */
  known: number;
}

/** Spans and days are in order. */
export function visitorsIn(
  days: readonly CountedDay[],
  { offsets }: ZonedSpan,
  spans: readonly Span[],
  scans: readonly number[],
): SpanVisitors[] {
  const found = spans.map(() => ({ visitors: 0, scans: 0 }));
  let i = 0;
  for (const day of days) {
    // Days that were counted in another zone.
    if (!isMidnight(day.from, offsets) || !isMidnight(day.to, offsets)) continue;
    while (i < spans.length && day.from * QUARTER_MS >= spans[i]!.to) i++;
    const span = spans[i];
    if (!span || day.from * QUARTER_MS < span.from || day.to * QUARTER_MS > span.to) continue;
    found[i]!.visitors += day.visitors;
    found[i]!.scans += day.scans;
  }
  return found.map((sum, n) => ({ exact: sum.scans === scans[n] ? sum.visitors : null, known: sum.visitors }));
}

/** Whether a day begins here. Where the clock skips midnight, it begins with the change. */
function isMidnight(quarter: number, offsets: ZonedSpan["offsets"]): boolean {
  const offset = offsets.findLast(({ from }) => from <= quarter) ?? offsets[0]!;
  return (quarter + offset.quarters) % QUARTERS_PER_DAY === 0 || offset.from === quarter;
}
