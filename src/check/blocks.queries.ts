import { monthAt, unpackRuns } from "../scans/block.ts";
import { FACT_NAMES, type ScanColumns, timeIn } from "../scans/columns.ts";
import { DAY_MS, dayOf, firstDayOf, quarterOf, timestamp } from "../shared/days.ts";
import type { FoundScans } from "./walk.queries.ts";

/** What is wrong with a block. */
export function blockProblems({ codeNum, block, columns, error }: FoundScans): string[] {
  const { month, n, runs } = block!;
  const name = `code number ${codeNum}, block ${n} of ${timestamp(firstDayOf(month) * DAY_MS).slice(0, 7)}`;
  if (columns === null) return [`${name}: it cannot be read: ${error}`];
  return [...problemsOf(columns, month), ...runProblems(columns, runs, month)].map((problem) => `${name}: ${problem}`);
}

/** They are in order, since only differences from one to the next are stored, which are not negative. */
function* problemsOf({ count, at }: ScanColumns, month: number): Generator<string> {
  if (count === 0) yield "it has no scans";
  const other = at.find((time) => monthAt(time) !== month);
  if (other !== undefined) yield `a scan is at ${timestamp(other)}`;
}

/** The quarters of an hour, which most reports read alone, and what is noted about the times of ids. */
function* runProblems({ count, forgotten, at, ids, ...facts }: ScanColumns, packed: Uint8Array, month: number) {
  const { quarters, rows, ahead } = unpackRuns(packed, month);
  for (const [i, quarter] of quarters.entries()) {
    const isRun = at.subarray(rows[i]!, rows[i + 1]!).every((time) => quarterOf(time) === quarter);
    const isNext = i === 0 || quarter > quarters[i - 1]!;
    if (!isRun || !isNext || rows[i] === rows[i + 1]) {
      yield `its scans are not in the quarters of an hour that it says`;
      break;
    }
  }
  for (let i = forgotten; i < count; i++) {
    const by = timeIn(ids, 16 * i) - at[i]!;
    if (by >= ahead[0] && by <= ahead[1]) continue;
    yield `the id of the scan at ${timestamp(at[i]!)} is ${by} ms ahead, which is not from ${ahead[0]} to ${ahead[1]}`;
    break;
  }
  if (forgotten > 0 && forgotten < count && dayOf(at[forgotten]!) <= dayOf(at[forgotten - 1]!))
    yield `scans of ${timestamp(at[forgotten]!).slice(0, 10)} are forgotten in part`;
  for (const name of FACT_NAMES) {
    const column = facts[name];
    const unsorted = (i: number) => dayOf(at[i]!) === dayOf(at[i - 1]!) && column[i]! < column[i - 1]!;
    for (let i = 1; i < forgotten; i++) {
      if (!unsorted(i)) continue;
      yield `forgotten scans of ${timestamp(at[i]!).slice(0, 10)} are not sorted`;
      break;
    }
  }
}
