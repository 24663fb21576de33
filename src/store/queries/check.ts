import { type Kysely, sql } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import { DIMENSION, FOLDED_DIMENSIONS, type Tables } from "../tables.ts";

/** For each dimension, how raw scans say its value. */
const VALUE = {
  total: "''",
  device: "a.device",
  browser: "a.browser",
  os: "a.os",
  country: "p.country",
  city: "p.country || '/' || p.city",
} as const;

/** A code whose rows are being removed agrees with nothing until they are gone. */
const NOT_ERASING = sql`code_num NOT IN (SELECT code_num FROM erasing)`;

/** Compares every rollup row, and every code's count, with the raw scans it was made from. */
export async function checkCounts(db: Kysely<Tables>): Promise<string[]> {
  const problems: string[] = [];
  const mark = await db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", "raw_from_day")
    .executeTakeFirst();
  for (const dimension of Object.keys(VALUE) as (keyof typeof VALUE)[]) {
    problems.push(...(await checkDimension(db, dimension, mark?.value ?? 0)));
  }
  problems.push(...(await checkLastDays(db)), ...(await checkMonths(db)));
  const counts = await sql<{ id: string; held: number; found: number }>`
    SELECT codes.id, code_counters.scan_count AS held, coalesce(sum(d.count), 0) AS found
    FROM code_counters
    JOIN codes ON codes.num = code_counters.code_num
    LEFT JOIN scan_daily d ON d.code_num = code_counters.code_num AND d.dimension = ${DIMENSION.total}
    GROUP BY codes.id, code_counters.scan_count
    HAVING code_counters.scan_count <> coalesce(sum(d.count), 0)`.execute(db);
  for (const row of counts.rows) {
    problems.push(`code ${row.id}: scanCount is ${row.held}, its days add up to ${row.found}`);
  }
  return problems;
}

/** Only days whose raw scans are all kept can be compared. */
async function checkDimension(
  db: Kysely<Tables>,
  name: keyof typeof VALUE,
  fromDay: number,
): Promise<string[]> {
  const value = sql.raw(VALUE[name]);
  const known = name === "city" ? sql`WHERE p.city IS NOT NULL` : sql``;
  const { rows } = await sql<{
    code: number;
    day: number;
    value: string;
    raw: number;
    held: number;
  }>`
    SELECT code_num AS code, day, value, sum(raw) AS raw, sum(held) AS held FROM (
      SELECT s.code_num, s.at / ${sql.lit(DAY_MS)} AS day, ${value} AS value, count(*) AS raw, 0 AS held
      FROM scans s JOIN agents a ON a.id = s.agent_id JOIN places p ON p.id = s.place_id ${known}
      GROUP BY 1, 2, 3
      UNION ALL
      SELECT code_num, day, value, 0, count FROM scan_daily WHERE dimension = ${DIMENSION[name]}
    ) AS both_sides WHERE day >= ${fromDay} AND ${NOT_ERASING} GROUP BY 1, 2, 3 HAVING sum(raw) <> sum(held)`.execute(
    db,
  );
  return rows.map(
    (row) =>
      `code number ${row.code}, day ${row.day}, ${name} "${row.value}": ${row.raw} raw scans, ${row.held} in the rollup`,
  );
}

async function checkLastDays(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{
    code: number;
    city: string;
    raw: number | null;
    held: number | null;
  }>`
    SELECT code_num AS code, city, max(raw) AS raw, max(held) AS held FROM (
      SELECT code_num, value AS city, day AS raw, NULL AS held FROM scan_daily WHERE dimension = ${DIMENSION.city}
      UNION ALL
      SELECT code_num, city, NULL, last_day FROM scan_cities
    ) AS both_sides WHERE ${NOT_ERASING} GROUP BY 1, 2 HAVING max(raw) IS NULL OR max(held) IS NULL OR max(raw) <> max(held)`.execute(
    db,
  );
  return rows.map(
    (row) =>
      `code number ${row.code}, city "${row.city}": last scanned on day ${row.raw}, remembered as ${row.held}`,
  );
}

/** Each code's folded days, added up, against what its months hold; by value, over all time. */
async function checkMonths(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{
    code: number;
    dimension: number;
    value: string;
    days: number;
    months: number;
  }>`
    SELECT code_num AS code, dimension, value, sum(days) AS days, sum(months) AS months FROM (
      SELECT d.code_num, d.dimension, d.value, d.count AS days, 0 AS months
      FROM scan_daily d JOIN code_counters l ON l.code_num = d.code_num
      WHERE d.day < l.folded_before AND d.dimension IN (${sql.join(FOLDED_DIMENSIONS)})
      UNION ALL
      SELECT code_num, dimension, value, 0, count FROM scan_monthly
    ) AS both_sides WHERE ${NOT_ERASING} GROUP BY 1, 2, 3 HAVING sum(days) <> sum(months)`.execute(
    db,
  );
  return rows.map(
    (row) =>
      `code number ${row.code}, dimension ${row.dimension} "${row.value}": ${row.days} by day, ${row.months} by month`,
  );
}
