/**
 * Distinct visitors of a code on a local day. A scan carries a tag: a hash of the visitor and the code under the day's
 * random salt. Settling counts new tags; salts and tags are removed within 48 hours, only the numbers stay.
 */
import { QUARTERS_PER_DAY } from "../shared/days.ts";

/** A local day as quarters of an hour since 1970. */
export interface DaySpan {
  from: number;
  quarters: number;
}

export interface SaltedDay extends DaySpan {
  id: number;
  /** 32 random bytes. */
  salt: string;
}

/** A salt may be created this long before its day, so that midnight needs no database. */
export const SALT_AHEAD_MS = 2 * 3_600_000;
/** A longer day would outlive its salt. Daylight saving makes 25 hours. */
export const MAX_DAY = 26 * 4;

/** The UTC day that its middle is in: most of its scans, in all zones. */
export const dayOfSpan = ({ from, quarters }: DaySpan): number => Math.floor((from + quarters / 2) / QUARTERS_PER_DAY);

/** The visitors of a code on a local day, and how many of its scans had a tag. */
export interface Visitors extends DaySpan {
  /** Under which they were counted; 0 for imported ones. */
  salt: number;
  visitors: number;
  scans: number;
}

/** Visitors of one or more codes on a local day, and how many of their scans had a tag. */
export interface CountedDay {
  /** Quarters of an hour since 1970, from `from` to before `to`. */
  from: number;
  to: number;
  visitors: number;
  scans: number;
}
