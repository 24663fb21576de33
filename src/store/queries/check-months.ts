import { type Kysely, sql } from "kysely";
import { DAY_MS, monthOf } from "../../shared/days.ts";
import { DIMENSION, FOLDED_DIMENSIONS } from "../dimensions.ts";
import type { Tables } from "../tables.ts";
import { type CodeRange, IS_PAIR, PAIRS, RAW, VALUE, within } from "./check-parts.ts";

interface Row {
  code: number;
  dimension: number;
  value: string;
  days: number;
  months: number;
}

const FOLDED = sql.join(FOLDED_DIMENSIONS.map((dimension) => sql.lit(dimension)));

/** Compares each code's folded days with its months, for all days kept by value. */
export async function checkMonths(db: Kysely<Tables>, range: CodeRange, valuesFrom: number): Promise<string[]> {
  const { rows } = await sql<Row>`
    SELECT code_num AS code, dimension, value, sum(days) AS days, sum(months) AS months FROM (
      SELECT d.code_num, d.dimension, d.value, d.count AS days, 0 AS months
      FROM scan_daily d JOIN code_counters l ON l.code_num = d.code_num
      WHERE d.day >= ${valuesFrom} AND d.day < l.folded_before AND d.dimension IN (${FOLDED})
      UNION ALL
      SELECT code_num, dimension, value, 0, count FROM scan_monthly WHERE month >= ${monthOf(valuesFrom)}
    ) AS both_sides WHERE ${within(range)} GROUP BY 1, 2, 3 HAVING sum(days) <> sum(months)`.execute(db);
  return rows.map(
    (row) =>
      `code number ${row.code}, dimension ${row.dimension} "${row.value}": ${row.days} by day, ${row.months} by month`,
  );
}

/**
 * Days before `valuesFrom` may be gone by value. Their months, and days not folded yet, must agree with the raw scans
 * while these are kept, and always with the daily totals.
 */
export async function checkOldMonths(
  db: Kysely<Tables>,
  range: CodeRange,
  rawFrom: number,
  valuesFrom: number,
): Promise<string[]> {
  if (valuesFrom === 0) return [];
  const problems = await checkAgainstTotals(db, range, valuesFrom);
  if (rawFrom < valuesFrom) problems.push(...(await checkAgainstRaw(db, range, rawFrom, valuesFrom)));
  return problems;
}

/** Counts of months between two days, plus days by value that are not folded yet. */
const held = (from: number, to: number) => sql`
  SELECT code_num, dimension, value, 0 AS days, count AS months FROM scan_monthly
  WHERE month >= ${monthOf(from)} AND month < ${monthOf(to)}
  UNION ALL
  SELECT d.code_num, d.dimension, d.value, 0, d.count
  FROM scan_daily d JOIN code_counters l ON l.code_num = d.code_num
  WHERE d.dimension IN (${FOLDED}) AND d.day >= ${from} AND d.day < ${to} AND d.day >= l.folded_before`;

/** Not every scan has a city. */
async function checkAgainstTotals(db: Kysely<Tables>, range: CodeRange, before: number): Promise<string[]> {
  const totals = FOLDED_DIMENSIONS.map(
    (dimension) => sql`
      SELECT code_num, ${sql.lit(dimension)} AS dimension, '' AS value, count AS days, 0 AS months
      FROM scan_daily WHERE dimension = ${sql.lit(DIMENSION.total)} AND day < ${before}`,
  );
  const { rows } = await sql<Row>`
    SELECT code_num AS code, dimension, sum(days) AS days, sum(months) AS months FROM (
      ${held(0, before)} UNION ALL ${sql.join(totals, sql` UNION ALL `)}
    ) AS both_sides WHERE ${within(range)} GROUP BY 1, 2
    HAVING sum(days) < sum(months) OR (sum(days) > sum(months) AND dimension <> ${sql.lit(DIMENSION.city)})`.execute(
    db,
  );
  return rows.map(
    ({ code, dimension, days, months }) =>
      `code number ${code}, dimension ${dimension} before day ${before}: ${days} by day, ${months} by month`,
  );
}

async function checkAgainstRaw(db: Kysely<Tables>, range: CodeRange, from: number, to: number): Promise<string[]> {
  const sides = (["device", "browser", "os", "country", "city"] as const).map((name) => {
    const isKnown = name === "city" ? sql`AND p.city IS NOT NULL` : sql``;
    return sql`
      SELECT s.code_num, ${sql.lit(DIMENSION[name])} AS dimension, ${sql.raw(VALUE[name])} AS value, 1 AS days, 0 AS months
      FROM ${RAW} WHERE s.at >= ${from * DAY_MS} AND s.at < ${to * DAY_MS} ${isKnown}
      UNION ALL
      SELECT d.code_num, ${sql.lit(DIMENSION[name])}, ${sql.raw(VALUE[name])}, 0, d.count
      FROM ${PAIRS} WHERE ${IS_PAIR} AND d.day >= ${from} AND d.day < ${to} ${isKnown}`;
  });
  const { rows } = await sql<Row>`
    SELECT code_num AS code, dimension, value, sum(days) AS days, sum(months) AS months FROM (
      ${held(from, to)} UNION ALL ${sql.join(sides, sql` UNION ALL `)}
    ) AS both_sides WHERE ${within(range)} AND code_num NOT IN (
      SELECT code_num FROM imported_raw WHERE from_day > ${from}) GROUP BY 1, 2, 3 HAVING sum(days) <> sum(months)`.execute(
    db,
  );
  return rows.map(
    ({ code, dimension, value, days, months }) =>
      `code number ${code}, dimension ${dimension} "${value}" before day ${to}: ${days} raw scans, ${months} by month`,
  );
}
