/** Compares quarters of an hour with the raw scans, and where these are not kept with the counts of their days. */
import { type Kysely, sql } from "kysely";
import { DAY_MS, QUARTER_MS, QUARTERS_A_DAY, timestamp } from "../../shared/days.ts";
import { COUNTING } from "../dimensions.ts";
import { totalOf, unpackQuarters } from "../quarters.ts";
import type { Tables } from "../tables.ts";
import { CAME_WITHOUT_RAW, type CodeRange, within } from "./check-parts.ts";

export async function checkQuarters(db: Kysely<Tables>, range: CodeRange, rawFrom: number): Promise<string[]> {
  const problems: string[] = [];
  const { rows } = await sql<{ code: number; day: number; total: number; counts: string; has_raw: boolean | number }>`
    SELECT code_num AS code, day, total, counts, CASE WHEN day >= ${rawFrom} AND NOT ${CAME_WITHOUT_RAW} THEN 1 ELSE 0 END AS has_raw
    FROM quarter_days AS both_sides WHERE ${within(range)}`.execute(db);
  const byQuarter = await countRaw(db, range, rawFrom);
  const byDay = await countOldDays(db, range, rawFrom);
  const [first, last] = [new Map<number, number>(), new Map<number, number>()];
  for (const { code, day, total, counts, has_raw } of rows) {
    try {
      const quarters = unpackQuarters(counts);
      const sum = totalOf(quarters);
      if (Number(total) !== sum)
        problems.push(
          `code number ${code}, day ${day}: the total is ${total}, the quarters of an hour add up to ${sum}`,
        );
      for (const [n, count] of quarters) {
        const quarter = day * QUARTERS_A_DAY + n;
        first.set(code, Math.min(first.get(code) ?? Infinity, quarter));
        last.set(code, Math.max(last.get(code) ?? 0, quarter));
        if (has_raw) add(byQuarter, `${code} ${day * QUARTERS_A_DAY + n}`, count);
        else add(byDay, `${code} ${day}`, count);
      }
    } catch {
      problems.push(`code number ${code}, day ${day}: its quarters of an hour cannot be read`);
    }
  }
  for (const [key, { held, counted }] of byDay) {
    if (held === counted) continue;
    const [code, day] = key.split(" ");
    problems.push(`code number ${code}, day ${day}: ${counted} scans, ${held} by quarter of an hour`);
  }
  for (const [key, { held, counted }] of byQuarter) {
    if (held === counted) continue;
    const [code, quarter] = key.split(" ");
    const from = timestamp(Number(quarter) * QUARTER_MS);
    problems.push(`code number ${code}, quarter of an hour from ${from}: ${counted} raw scans, ${held} in the rollup`);
  }
  // What is compared with wrong quarters says nothing.
  return problems.length > 0 ? problems : checkEdges(db, first, last);
}

/** Compares the quarters of each code's last scan, and of its first if that is noted. */
async function checkEdges(
  db: Kysely<Tables>,
  first: ReadonlyMap<number, number>,
  last: ReadonlyMap<number, number>,
): Promise<string[]> {
  if (last.size === 0) return [];
  const held = await db
    .selectFrom("code_counters")
    .select(["code_num", "first_quarter", "last_quarter"])
    .where("code_num", "in", [...last.keys()])
    .execute();
  const named = (quarter: number | null) => (quarter === null ? "none" : timestamp(quarter * QUARTER_MS));
  return held.flatMap(({ code_num: code, first_quarter, last_quarter }) => [
    ...(last_quarter === last.get(code)
      ? []
      : [`code number ${code}: its last scan is from ${named(last.get(code)!)} on, noted is ${named(last_quarter)}`]),
    ...(first_quarter === null || first_quarter === first.get(code)
      ? []
      : [
          `code number ${code}: its first scan is from ${named(first.get(code)!)} on, noted is ${named(first_quarter)}`,
        ]),
  ]);
}

type Sums = Map<string, { held: number; counted: number }>;

function add(sums: Sums, key: string, held: number): void {
  const sum = sums.get(key);
  if (sum) sum.held += held;
  else sums.set(key, { held, counted: 0 });
}

const sumsOf = (rows: readonly { code: number; at: number; count: number }[]): Sums =>
  new Map(rows.map(({ code, at, count }) => [`${code} ${at}`, { held: 0, counted: Number(count) }]));

async function countRaw(db: Kysely<Tables>, range: CodeRange, rawFrom: number): Promise<Sums> {
  const { rows } = await sql<{ code: number; at: number; count: number }>`
    SELECT code_num AS code, day * ${sql.lit(QUARTERS_A_DAY)} + n AS at, count(*) AS count FROM (
      SELECT code_num, at / ${sql.lit(DAY_MS)} AS day, at % ${sql.lit(DAY_MS)} / ${sql.lit(QUARTER_MS)} AS n FROM scans
    ) AS both_sides WHERE day >= ${rawFrom} AND ${within(range)} AND NOT ${CAME_WITHOUT_RAW} GROUP BY 1, 2`.execute(db);
  return sumsOf(rows);
}

async function countOldDays(db: Kysely<Tables>, range: CodeRange, rawFrom: number): Promise<Sums> {
  const { rows } = await sql<{ code: number; at: number; count: number }>`
    SELECT code_num AS code, day AS at, sum(count) AS count FROM scan_daily AS both_sides
    WHERE dimension IN (${sql.join(COUNTING)}) AND ${within(range)} AND (day < ${rawFrom} OR ${CAME_WITHOUT_RAW})
    GROUP BY 1, 2`.execute(db);
  return sumsOf(rows);
}
