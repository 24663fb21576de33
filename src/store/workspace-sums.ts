/**
 * Sums over all codes of a large workspace, in workspace_daily, so that its insights need not read every code. Settling
 * adds each scan to them in the same transaction; maintenance adds codes (src/store/queries/workspace-sums.ts). A
 * code's `summed_in` says whether it is included. All are plain sums, so that a code can also be taken out again.
 */
import { dayOf, QUARTERS_A_DAY, quarterOf } from "../shared/days.ts";
import { DIMENSION } from "./dimensions.ts";
import type { ScanLine } from "./scan-lines.ts";
import type { QuarterCounts } from "./scan-store.ts";
import { dimensionsOf, type Visits } from "./settlement.ts";
import type { DaySpan, Visitors } from "./visitor-store.ts";
import { SALT_PART } from "./visitors.ts";

/**
 * Dimensions of workspace_daily besides those of scan_daily up to `city`. The value of `quarter` is its number in the
 * day; of the others, which are of local days, it names the day and the salt.
 */
export const SUMMED = { quarter: 7, visitors: 8, tagged: 9 } as const;
export const LAST_VALUE_DIMENSION = DIMENSION.city;

export interface WorkspaceCount {
  workspaceNum: number;
  dimension: number;
  day: number;
  value: string;
  count: number;
}

/** The numbers of workspaces by those of their codes. */
export type SummedIn = ReadonlyMap<number, number>;

/** What new scans add, without visitors. */
export function sumsOfScans(scans: readonly ScanLine[], summedIn: SummedIn): WorkspaceCount[] {
  if (summedIn.size === 0) return [];
  const summed = scans.filter(({ codeNum }) => summedIn.has(codeNum));
  const days = Map.groupBy(summed, ({ codeNum, at }) => `${summedIn.get(codeNum)} ${dayOf(at)}`);
  return [...days].flatMap(([key, visits]) => {
    const [workspaceNum, day] = key.split(" ").map(Number) as [number, number];
    return sumsOfDay(workspaceNum, day, visits);
  });
}

/** What scans of one day add, without visitors. */
export function sumsOfDay(
  workspaceNum: number,
  day: number,
  visits: readonly (Visits & { at: number })[],
): WorkspaceCount[] {
  const values = dimensionsOf([{ codeNum: workspaceNum, day, visits }]);
  const quarters = Map.groupBy(visits, ({ at }) => quarterOf(at) - day * QUARTERS_A_DAY);
  return [
    ...values.map(({ codeNum: _, ...row }) => ({ workspaceNum, ...row })),
    ...quarterSums(
      workspaceNum,
      day,
      Array.from(quarters, ([n, { length }]) => [n, length]),
    ),
  ];
}

export const quarterSums = (workspaceNum: number, day: number, counts: QuarterCounts): WorkspaceCount[] =>
  counts.map(([n, count]) => ({ workspaceNum, dimension: SUMMED.quarter, day, value: String(n), count }));

export function visitorSums(
  workspaceNum: number,
  { day, visitors, scans, ...counted }: Visitors & { day: number },
): WorkspaceCount[] {
  const value = `${counted.from}.${counted.quarters}.${counted.salt % SALT_PART}`;
  return [
    { workspaceNum, dimension: SUMMED.visitors, day, value, count: visitors },
    { workspaceNum, dimension: SUMMED.tagged, day, value, count: scans },
  ];
}

/** The local day of such a value. */
export function daySpanOf(value: string): DaySpan {
  const [from, quarters] = value.split(".").map(Number) as [number, number];
  return { from, quarters };
}

/** One row each, sorted, so that two nodes cannot deadlock. */
export function combined(counts: readonly WorkspaceCount[]): WorkspaceCount[] {
  const sums = new Map<string, WorkspaceCount>();
  for (const row of counts) {
    const key = `${row.workspaceNum} ${row.dimension} ${row.day} ${row.value}`;
    const sum = sums.get(key);
    if (sum) sum.count += row.count;
    else sums.set(key, { ...row });
  }
  return [...sums.values()].sort(
    (a, b) =>
      a.workspaceNum - b.workspaceNum || a.dimension - b.dimension || a.day - b.day || (a.value < b.value ? -1 : 1),
  );
}
