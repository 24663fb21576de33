import { dayOf, firstDayOf, monthOf } from "../shared/days.ts";
import type { AsideLine } from "./scan-lines.ts";

/** What settling did with lines that were not assigned to a code. */
export interface SettleReport {
  /** Set aside: their code is unknown or younger than they are, or they cannot be parsed. */
  aside: AsideLine[];
  /** Dropped: their code is erased. */
  dropped: number;
  /** Settled and trimmed by a journal earlier, but not in this database, which is an older copy. */
  missing: number;
  /** Settled although their numbers were settled before: they came from another copy of the journal. */
  recovered: number;
  /** Settled before, but not in the journal, which is an older copy. */
  lacking: number;
}

export interface ScanRow {
  id: string;
  at: number;
  device: string;
  browser: string;
  os: string;
  country: string;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Null or missing: through the code's own link. */
  placement?: { id: string; name: string | null } | null;
}

/** An id is not older than its scan, and this much younger at most, if the clock was set back meanwhile. */
export const SET_BACK_MS = 48 * 3_600_000;

/** More than the longest period that can be requested. */
const DAYS_BY_VALUE = 400;

/** Days before this one keep only their totals; their values are kept by month. */
export const valuesKeptFrom = (now: number): number => firstDayOf(monthOf(dayOf(now) - DAYS_BY_VALUE));

export interface RecentScan extends ScanRow {
  code: { id: string; name: string };
}

export interface WantedScans {
  /** Only scans from this id on, of codes scanned in this quarter of an hour or later. */
  from: string;
  fromQuarter: number;
  /** Codes that are examined, last scanned first. */
  codes: number;
  /** Scans of one code. */
  ofEach: number;
  limit: number;
}

/** Counts of a UTC day by the number of the quarter of an hour, 0 to 95, in order; without empty ones. */
export type QuarterCounts = readonly (readonly [quarter: number, count: number])[];

export interface Counted {
  value: string;
  count: number;
}

export interface Rollup {
  device: Counted[];
  browser: Counted[];
  os: Counted[];
  country: Counted[];
  days: { day: number; count: number }[];
  cities: number;
}
