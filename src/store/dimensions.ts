/**
 * Dimensions of scan_daily. The value of a city is `<country>/<city>`, of a pair `<agent id>.<place id>`, of a placement
 * its id. Placements are always kept by day, next to pairs or dimensions.
 */
export const DIMENSION = {
  total: 0,
  device: 1,
  browser: 2,
  os: 3,
  country: 4,
  city: 5,
  pair: 6,
  placement: 7,
} as const;

/** Dimensions in scan_monthly: not totals, which are read by day. */
export const FOLDED_DIMENSIONS: readonly number[] = [
  DIMENSION.device,
  DIMENSION.browser,
  DIMENSION.os,
  DIMENSION.country,
  DIMENSION.city,
];

/** Dimensions that count each scan exactly once. */
export const COUNTING: readonly number[] = [DIMENSION.total, DIMENSION.pair];

/** A row of scan_daily. */
export interface DailyCount {
  codeNum: number;
  dimension: number;
  day: number;
  value: string;
  count: number;
}
