import type { CodeType } from "../shared/vocabulary.ts";
import type { Counted } from "./scan.ts";
import type { CountedDay } from "./visitor-days.ts";

/** Unix ms, without the end. */
export interface Span {
  from: number;
  to: number;
}

/** A span with the offsets of its zone, in quarters of an hour, and the quarter from which each applies. */
export interface ZonedSpan extends Span {
  offsets: { from: number; quarters: number }[];
}

/** A period and the one it is compared with. */
export interface ComparedSpans {
  span: ZonedSpan;
  previous: ZonedSpan | null;
  /** Unix ms. Codes that were created then or later are younger than the period before, and not compared. */
  comparedBefore: number;
}

/** Some codes of a workspace. */
export interface CodeChoice {
  workspaceId: string;
  category?: string | undefined;
  type?: CodeType | undefined;
  /** Ids of tags: a code must have all of them. */
  tag?: readonly string[] | undefined;
  ids?: readonly string[] | undefined;
}

export const VISIT_FIELDS = ["country", "city", "device", "browser", "os"] as const;
export type VisitField = (typeof VISIT_FIELDS)[number];

/** Values of a field are alternatives; all fields must match. */
export type VisitFilter = Partial<Record<VisitField, readonly string[] | undefined>> & {
  /** Hours of the week from Monday 00:00 on, in the zone of the span. */
  hour?: readonly number[] | undefined;
  /** Ids, or NO_PLACEMENT for scans through the code's own link or a placement that it no longer has. */
  placement?: readonly string[] | undefined;
  /** Ids of rules and of variants. */
  rule?: readonly string[] | undefined;
  variant?: readonly string[] | undefined;
};

export const NO_PLACEMENT = "none";

export interface CountedPlacement {
  id: string;
  name: string | null;
  createdAt: number;
  count: number;
  /** In the span before; null without one, and if it is no longer known. */
  previous: number | null;
}

/** Some scans of a code. */
export interface ScanChoice {
  span: ZonedSpan;
  filter: VisitFilter;
}

export interface InsightRequest {
  codes: { num: number; workspaceId: string } | CodeChoice;
  filter: VisitFilter;
  /** Starts and ends with a quarter of an hour. */
  span: ZonedSpan;
  /** Starts with a quarter of an hour. */
  previous: ZonedSpan | null;
  /** False: no visitors. */
  visitors: boolean;
}

/** Scans in consecutive quarters of an hour from `from` on. */
export interface QuarterRun {
  from: number;
  counts: readonly number[] | Float64Array;
}

export type VisitCounts = Record<Exclude<VisitField, "city">, Counted[]> & {
  city: { country: string; city: string; count: number }[];
};

export interface InsightRows extends VisitCounts {
  /** In order. */
  quarters: QuarterRun[];
  previousQuarters: QuarterRun[];
  /** In order; empty if they are not wanted. */
  visitors: CountedDay[];
  previousVisitors: CountedDay[];
  /** In no order; none for several codes. */
  placements: CountedPlacement[];
  /** By the ids of rules and of variants; none for several codes. */
  rules: Counted[];
  variants: Counted[];
  /** The hundred with the most scans; none for a single code. */
  codes: { id: string; name: string; createdAt: number; count: number; previous: number }[];
  /** Unix ms from which everything is exact; null if all is. */
  exactFrom: number | null;
  /** Whether the totals of `previous` are. */
  isPreviousExact: boolean;
}
