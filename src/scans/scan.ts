import type { AsideLine } from "./lines.ts";

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
  missingInJournal: number;
  /** Settled before, and found nowhere but maybe in a damaged block: they count as stored. */
  doubtful: number;
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
  /** The ids of the rule and the variant that led it. Null or missing: none did. */
  rule?: string | null;
  variant?: string | null;
}

export interface RecentScan extends ScanRow {
  code: { id: string; name: string };
}

/** Which scans of a workspace are read. */
export interface LatestScans {
  /** Codes that are examined, last scanned first. */
  codes: number;
  /** Scans of one code. */
  ofEach: number;
  limit: number;
}

/** Those of the last seconds, which are rows: packing leaves the last minutes alone. */
export interface RecentScans extends LatestScans {
  /** Only scans from this id on, of codes scanned in this quarter of an hour or later. */
  from: string;
  fromQuarter: number;
}

export interface Counted {
  value: string;
  count: number;
}
