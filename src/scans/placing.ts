import { dayOf } from "../shared/days.ts";
import { timeOfId } from "../shared/ids.ts";
import { asideOf, type Lines, NO_CODE, type ScanLine, type UncountedLine } from "./lines.ts";
import type { SettleReport } from "./scan.ts";

export interface FoundCode {
  num: number;
  createdAt: number;
  erased: boolean;
}

export interface FoundPlacement {
  num: number;
  codeNum: number;
}

/** Everything a settling transaction will do with lines. */
export interface Placed extends Pick<SettleReport, "aside" | "dropped"> {
  scans: ScanLine[];
  uncounted: UncountedLine[];
}

/**
 * Clocks of two nodes may differ by this much: a code created on one and scanned on the other may seem younger than
 * its scan.
 */
const CLOCK_SLACK_MS = 60_000;

const UNKNOWN = "there is no such code";
const YOUNGER = "its code was made after it";

/** Assigns each line to its code, or sets it aside. */
export function placeLines(
  lines: Lines,
  codes: ReadonlyMap<string, FoundCode>,
  placements: ReadonlyMap<string, FoundPlacement>,
): Placed {
  const placed: Placed = { scans: [], uncounted: [], aside: [...lines.unreadable], dropped: 0 };
  for (const scan of lines.scans) {
    const code = codes.get(scan.code);
    if (code?.erased) placed.dropped += 1;
    else if (code === undefined) placed.aside.push(asideOf(scan.line, UNKNOWN));
    else if (isYounger(code, scan.at, scan.id)) {
      placed.aside.push(asideOf(scan.line, YOUNGER));
    } else {
      scan.codeNum = code.num;
      const placement = scan.placement === null ? undefined : placements.get(scan.placement);
      // One that was deleted or moved since: the scan counts for the code that it was made of, and for that alone.
      if (placement?.codeNum === code.num) scan.placementNum = placement.num;
      placed.scans.push(scan);
    }
  }
  for (const sum of lines.uncounted) {
    const code = codes.get(sum.code);
    if (code?.erased) placed.dropped += 1;
    else if (sum.code === NO_CODE) placed.uncounted.push(sum);
    else if (code === undefined) placed.aside.push(asideOf(sum.line, UNKNOWN));
    else if (sum.day < dayOf(code.createdAt - CLOCK_SLACK_MS) || isYounger(code, timeOfId(sum.id), sum.id)) {
      placed.aside.push(asideOf(sum.line, YOUNGER));
    } else {
      sum.codeNum = code.num;
      placed.uncounted.push(sum);
    }
  }
  return placed;
}

/** The time in an id does not go back when the clock does, so the later of the two is right. */
function isYounger(code: FoundCode, at: number, id: string): boolean {
  return at < code.createdAt && Math.max(at, timeOfId(id)) + CLOCK_SLACK_MS < code.createdAt;
}

/** The ids of the codes in these lines. */
export function codesOf({ scans, uncounted }: Lines): string[] {
  const ids = new Set<string>();
  for (const { code } of scans) ids.add(code);
  for (const { code } of uncounted) if (code !== NO_CODE) ids.add(code);
  return [...ids].sort();
}

/** The ids of the placements of these scans. */
export const placementsOf = (scans: readonly ScanLine[]): string[] =>
  [...new Set(scans.flatMap(({ placement }) => placement ?? []))].sort();
