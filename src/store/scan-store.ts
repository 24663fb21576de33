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
