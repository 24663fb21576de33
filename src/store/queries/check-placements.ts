import { type Kysely, sql } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import { DIMENSION } from "../dimensions.ts";
import type { Tables } from "../tables.ts";
import { CAME_WITHOUT_RAW, type CodeRange, within } from "./check-parts.ts";

const PLACEMENT = sql.lit(DIMENSION.placement);

/** Compares days with raw scans, and counts with days. Deleted placements have no id to compare. */
export async function checkPlacements(db: Kysely<Tables>, range: CodeRange, rawFrom: number): Promise<string[]> {
  const days = await sql<{ code: number; day: number; value: string; raw: number; held: number }>`
    SELECT code_num AS code, day, value, sum(raw) AS raw, sum(held) AS held FROM (
      SELECT s.code_num, s.at / ${sql.lit(DAY_MS)} AS day, l.id AS value, count(*) AS raw, 0 AS held
      FROM scans s JOIN placements l ON l.num = s.placement_num GROUP BY 1, 2, 3
      UNION ALL
      SELECT d.code_num, d.day, d.value, 0, d.count
      FROM scan_daily d JOIN placements l ON l.id = d.value WHERE d.dimension = ${PLACEMENT}
    ) AS both_sides WHERE day >= ${rawFrom} AND ${within(range)} AND NOT ${CAME_WITHOUT_RAW}
    GROUP BY 1, 2, 3 HAVING sum(raw) <> sum(held)`.execute(db);
  const counts = await sql<{ id: string; held: number; found: number }>`
    SELECT id, sum(held) AS held, sum(found) AS found FROM (
      SELECT code_num, id, scan_count AS held, 0 AS found FROM placements
      UNION ALL
      SELECT d.code_num, l.id, 0, d.count
      FROM scan_daily d JOIN placements l ON l.id = d.value AND l.code_num = d.code_num WHERE d.dimension = ${PLACEMENT}
    ) AS both_sides WHERE ${within(range)} GROUP BY id HAVING sum(held) <> sum(found)`.execute(db);
  return [
    ...days.rows.map(
      ({ code, day, value, raw, held }) =>
        `code number ${code}, day ${day}, placement "${value}": ${raw} raw scans, ${held} in the rollup`,
    ),
    ...counts.rows.map(({ id, held, found }) => `placement ${id}: scanCount is ${held}, its days add up to ${found}`),
  ];
}
