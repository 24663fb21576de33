import type { CodeType } from "../shared/vocabulary.ts";
import type { Counted } from "./scan-store.ts";

/** Unix ms, without the end. */
export interface Span {
  from: number;
  to: number;
}

/** A span with the offsets of a zone, in quarters of an hour, and the quarter from which each applies. */
export interface ZonedSpan extends Span {
  offsets: { from: number; quarters: number }[];
}

/** Some codes of a workspace. */
export interface CodeChoice {
  workspaceId: string;
  category?: string | undefined;
  type?: CodeType | undefined;
  ids?: readonly string[] | undefined;
}

export const VISIT_FIELDS = ["country", "city", "device", "browser", "os"] as const;
export type VisitField = (typeof VISIT_FIELDS)[number];

/** Values of a field are alternatives; all fields must match. */
export type VisitFilter = Partial<Record<VisitField, readonly string[] | undefined>>;

/** Some scans of a code. */
export interface ScanChoice {
  span: Span;
  filter: VisitFilter;
}

export interface InsightRequest {
  codes: { num: number } | CodeChoice;
  filter: VisitFilter;
  span: ZonedSpan;
  previous: ZonedSpan | null;
  /** Totals by quarter of an hour instead of by day. */
  byQuarter: boolean;
}

/** Scans of a day of the zone, or of a quarter of an hour. */
export interface TimedCount {
  /** The first quarter with a scan. */
  quarter: number;
  count: number;
}

export interface InsightRows extends Record<Exclude<VisitField, "city">, Counted[]> {
  times: TimedCount[];
  previousTimes: TimedCount[];
  /** By hour of the week, 0 for Monday 00:00. */
  hours: { hour: number; count: number }[];
  /** The number of known cities. */
  cities: number;
  /** Those with the most scans. */
  city: { country: string; city: string; count: number }[];
  /** Those with the most scans; none for a single code. */
  codes: { id: string; name: string; count: number; previous: number }[];
}
