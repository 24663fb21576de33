import { type Kysely, sql } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import { COUNTING } from "../dimensions.ts";
import type { Tables } from "../tables.ts";
import { CAME_WITHOUT_RAW, NOT_ERASING } from "./check-parts.ts";

interface Kept {
  code: number;
  n: number;
  kept: number;
  least: number;
  total: number;
  /** Null where raw scans of the day are not all there. */
  raw: number | null;
}

const DAY = sql.lit(DAY_MS);

/**
 * What is kept with a version, of the day it ended on, while that is still used: the day has the same total. It
 * grows from one end to the next of the day, up to the total, and is what raw scans say where they are there.
 */
export async function checkVersions(db: Kysely<Tables>, rawFrom: number): Promise<string[]> {
  const { rows } = await sql<Kept>`
    SELECT * FROM (
      SELECT code_num AS code, n, kept, total,
        coalesce(lag(kept) OVER (PARTITION BY code_num, day ORDER BY at, n), 0) AS least,
        CASE WHEN day >= ${rawFrom} AND NOT ${CAME_WITHOUT_RAW} THEN (
          SELECT count(*) FROM scans s
          WHERE s.code_num = both_sides.code_num AND s.at >= day * ${DAY} AND s.at < both_sides.at
        ) END AS raw
      FROM (
        SELECT v.code_num, v.n, v.replaced_at AS at, v.replaced_at / ${DAY} AS day,
          v.day_scans AS kept, v.day_total, (
            SELECT coalesce(sum(d.count), 0) FROM scan_daily d WHERE d.code_num = v.code_num
              AND d.dimension IN (${sql.join(COUNTING)}) AND d.day = v.replaced_at / ${DAY}) AS total
        FROM code_versions v WHERE v.day_scans IS NOT NULL
      ) AS both_sides WHERE total = day_total AND ${NOT_ERASING}
    ) AS ends WHERE kept < least OR kept > total OR kept <> raw ORDER BY code, n`.execute(db);
  return rows.map(
    ({ code, n, kept, least, total, raw }) =>
      `code number ${code}, version ${n}: ${kept} scans are kept of the day it ended, ` +
      (raw === null ? `which must be ${least} to ${total}` : `and ${raw} raw scans were before`),
  );
}
