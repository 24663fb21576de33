import { type RawBuilder, sql } from "kysely";
import { QUARTER_MS } from "../../shared/days.ts";
import { NO_PLACEMENT, type ZonedSpan } from "../insight-store.ts";

/** The quarter of an hour of a scan, since the epoch. */
export const QUARTER = sql<number>`at / ${sql.lit(QUARTER_MS)}`;

/** Whether a scan was in one of these hours of the week, from Monday 00:00 on. */
export function isInHours(hours: readonly number[], offsets: ZonedSpan["offsets"]): RawBuilder<boolean> {
  const [first, ...later] = offsets.map(({ from, quarters }) => ({ from: sql.lit(from), quarters: sql.lit(quarters) }));
  const cases = later.reverse().map(({ from, quarters }) => sql`WHEN ${QUARTER} >= ${from} THEN ${quarters}`);
  const offset =
    cases.length === 0 ? first!.quarters : sql`CASE ${sql.join(cases, sql` `)} ELSE ${first!.quarters} END`;
  // The first of January 1970 was a Thursday.
  return sql<boolean>`((${QUARTER} + ${offset}) / 4 + 72) % 168 IN (${sql.join(hours.map((hour) => sql.lit(hour)))})`;
}

/** Whether a scan was made through one of these placements. One that the code no longer has counts as none. */
export const isThrough = (placements: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(placement_num IN (SELECT num FROM placements WHERE id IN (${sql.join(placements)}))
    ${placements.includes(NO_PLACEMENT) ? sql`OR ${IS_OWN}` : sql``})`;

const IS_OWN = sql`NOT EXISTS (
  SELECT 1 FROM placements AS held WHERE held.num = scans.placement_num AND held.code_num = scans.code_num)`;
