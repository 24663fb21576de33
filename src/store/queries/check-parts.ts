/** Fragments for the statements of a check: raw scans `s`, pairs `d`, their agents `a` and places `p`. */
import { sql } from "kysely";
import { DIMENSION } from "../dimensions.ts";
import { PAIR_AGENT_ID, PAIR_PLACE_ID } from "../pairs.ts";
import { unpackQuarters } from "../quarters.ts";
import type { QuarterCounts } from "../scan-store.ts";
import { CITY_VALUE } from "./pairs.ts";

/** The value of each dimension in terms of agents and places. */
export const VALUE = {
  total: "''",
  device: "a.device",
  browser: "a.browser",
  os: "a.os",
  country: "p.country",
  city: CITY_VALUE,
} as const;

/** Codes that are checked together: numbers after `after`, up to `to`. */
export interface CodeRange {
  after: number;
  to: number;
}

/** In the WHERE around a UNION ALL, from where both engines push it down to each table's key. */
export const within = ({ after, to }: CodeRange, column = "code_num") => {
  const num = sql.ref(column);
  return sql`${num} > ${after} AND ${num} <= ${to} AND ${num} NOT IN (
    SELECT code_num FROM erasing UNION ALL SELECT code_num FROM importing)`;
};

/** A code's day that was imported without its raw scans. */
export const CAME_WITHOUT_RAW = sql`EXISTS (
  SELECT 1 FROM imported_raw i WHERE i.code_num = both_sides.code_num AND both_sides.day < i.from_day)`;

export const RAW = sql`scans s JOIN agents a ON a.id = s.agent_id JOIN places p ON p.id = s.place_id`;

export const NAMED = { agent: sql`a.id = ${sql.raw(PAIR_AGENT_ID)}`, place: sql`p.id = ${sql.raw(PAIR_PLACE_ID)}` };

export const PAIRS = sql`scan_daily d JOIN agents a ON ${NAMED.agent} JOIN places p ON ${NAMED.place}`;
export const IS_PAIR = sql`d.dimension = ${sql.lit(DIMENSION.pair)}`;

/** Damaged counts are reported by the check of quarters. */
export function unpackOr(packed: Uint8Array | string | null): QuarterCounts {
  try {
    return unpackQuarters(packed);
  } catch {
    return [];
  }
}
