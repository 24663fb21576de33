import type { AsideLine } from "./scan-lines.ts";

/** What settling did with lines that no code was given. */
export interface SettleReport {
  /** Kept aside: their code is not here, or younger than they are, or they cannot be read. */
  aside: AsideLine[];
  /** Dropped: from before what is kept, so that nobody can tell whether they were settled before. */
  dropped: number;
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
}

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

export interface ScanStore {
  /** Newest first, those before the scan `before` if given. */
  page(codeNum: number, limit: number, before?: string): Promise<ScanRow[]>;
  /** The id of the oldest that is kept; null when there is none. */
  oldest(codeNum: number): Promise<string | null>;
  has(codeNum: number, id: string): Promise<boolean>;
  /** `foldedBefore` is the code's; one that has moved on since is as good. */
  rollup(codeNum: number, fromDay: number, toDay: number, foldedBefore: number): Promise<Rollup>;
  topCities(codeNum: number, fromDay: number, toDay: number, limit: number): Promise<Counted[]>;
  /** Scans per day of several codes at once. */
  daily(codeNums: readonly number[], fromDay: number): Promise<{ codeNum: number; day: number; count: number }[]>;
  traffic(codeNum: number, fromDay: number, toDay: number): Promise<{ day: number; reason: string; count: number }[]>;
  /** What other products had counted of a code before it came here. */
  imported(codeNum: number): Promise<{ source: string; total: number }[]>;
  /** How many lines are kept aside, the latest few of them, and how many were dropped as too old. */
  aside(limit: number): Promise<{ count: number; latest: AsideLine[]; dropped: number }>;
  /** Every disagreement between raw scans, rollups and counts, in words. None: []. */
  check(): Promise<string[]>;
}
