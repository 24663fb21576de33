/** What happened to a code, as flags below its chart. */
import type { Point } from "../../../../src/insights/chart/points.ts";
import type { ChangeKind } from "../../api/types.ts";

/** What happened to a code: another destination, which is a version with its text, or something else. */
export type Mark = { kind: "destination"; version: number; line: string } | { kind: ChangeKind | "expired" };

/** A day with changes, oldest first. */
export interface Change {
  day: string;
  marks: Mark[];
}

export type PlacedChange = Change & { at: number };

/** The place of each change among the points; those outside are left out. */
export const placeChanges = (changes: Change[], points: Point[], middle: (i: number) => number): PlacedChange[] =>
  changes.flatMap((change) => {
    const i = points.findLastIndex(({ day }) => day <= change.day);
    const isAfter = i === points.length - 1 && change.day > (points[i]!.range?.to ?? points[i]!.day);
    return i < 0 || isAfter ? [] : [{ ...change, at: middle(i) }];
  });
