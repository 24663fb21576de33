import { dayOf } from "../shared/days.ts";
import { firstIdOfDay, isUuid, timeOfId } from "../shared/ids.ts";
import { asideOf, type Lines, NO_CODE, type ScanLine, type UncountedLine } from "./scan-lines.ts";
import type { SettleReport } from "./scan-store.ts";

export interface FoundCode {
  num: number;
  createdAt: number;
  erased: boolean;
}

/** Days before which raw scans, and the ids of settled sums, may have been removed. */
export interface KeptFrom {
  scans: number;
  sums: number;
}

/** Everything a transaction is about to do with lines. */
export interface Placed extends SettleReport {
  scans: ScanLine[];
  uncounted: UncountedLine[];
}

/**
 * Two nodes' clocks may differ by this much: a code made by one and scanned on the other may seem
 * younger than its scan. An id names one code for ever, so this gives nobody another's scan. A
 * number does not: a restored database gives it out again, so for old lines there is no slack.
 */
const CLOCK_SLACK_MS = 60_000;

const UNKNOWN = "there is no such code";
const YOUNGER = "its code was made after it";

/** Gives each line to its code, or sets it aside. */
export function placeLines(lines: Lines, codes: ReadonlyMap<string, FoundCode>, keptFrom: KeptFrom): Placed {
  const placed: Placed = { scans: [], uncounted: [], aside: [...lines.unreadable], dropped: 0 };
  const firstScan = firstIdOfDay(keptFrom.scans);
  const firstSum = firstIdOfDay(keptFrom.sums);
  for (const scan of lines.scans) {
    const code = codes.get(scan.code);
    if (scan.id < firstScan || code?.erased) placed.dropped += 1;
    else if (code === undefined) placed.aside.push(asideOf(scan.line, UNKNOWN));
    else if (isYounger(code, scan.code, scan.at, scan.id)) {
      placed.aside.push(asideOf(scan.line, YOUNGER));
    } else {
      scan.codeNum = code.num;
      placed.scans.push(scan);
    }
  }
  for (const sum of lines.uncounted) {
    const code = codes.get(sum.code);
    if (sum.id < firstSum || code?.erased) placed.dropped += 1;
    else if (sum.code === NO_CODE) placed.uncounted.push(sum);
    else if (code === undefined) placed.aside.push(asideOf(sum.line, UNKNOWN));
    else if (sum.day < dayOf(code.createdAt - CLOCK_SLACK_MS) || isYounger(code, sum.code, timeOfId(sum.id), sum.id)) {
      placed.aside.push(asideOf(sum.line, YOUNGER));
    } else {
      sum.codeNum = code.num;
      placed.uncounted.push(sum);
    }
  }
  return placed;
}

/** The time in an id runs on when a node's clock steps back, so the later of the two is right. */
function isYounger(code: FoundCode, ref: string, at: number, id: string): boolean {
  if (at >= code.createdAt) return false;
  return !isUuid(ref) || Math.max(at, timeOfId(id)) + CLOCK_SLACK_MS < code.createdAt;
}

/** The codes that lines name: by id, and by number in old lines. */
export function refsOf({ scans, uncounted }: Lines): { ids: string[]; nums: number[] } {
  const refs = new Set<string>();
  for (const { code } of scans) refs.add(code);
  for (const { code } of uncounted) if (code !== NO_CODE) refs.add(code);
  const all = [...refs].sort();
  return { ids: all.filter(isUuid), nums: all.filter((ref) => !isUuid(ref)).map(Number) };
}
