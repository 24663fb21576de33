/** Compares the sums of large workspaces with the rollups of the codes that they include. */
import { type Kysely, sql } from "kysely";
import { firstDayOf, monthOf } from "../../shared/days.ts";
import type { Tables } from "../tables.ts";
import { LAST_VALUE_DIMENSION, SUMMED } from "../workspace-sums.ts";
import { unpackOr } from "./check-parts.ts";
import { checkCodeDays } from "./code-days.ts";
import { valuesByDay } from "./workspace-sums.ts";

const MOST_PROBLEMS = 20;

/** By month, which bounds what a statement groups. */
export async function checkSums(db: Kysely<Tables>, valuesFrom: number): Promise<string[]> {
  const problems: string[] = [];
  for (const { num } of await db.selectFrom("summed_workspaces").select("num").orderBy("num").execute()) {
    for (const month of new Set((await daysOf(db, num, valuesFrom)).map(monthOf))) {
      const days = { from: Math.max(firstDayOf(month), valuesFrom), to: firstDayOf(month + 1) };
      problems.push(...(await checkValues(db, num, days)), ...(await checkSummedQuarters(db, num, days)));
    }
    problems.push(...(await checkCodeDays(db, num)));
  }
  return problems;
}

interface Days {
  from: number;
  to: number;
}

async function daysOf(db: Kysely<Tables>, num: number, from: number): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    SELECT day FROM workspace_daily WHERE workspace_num = ${num} AND day >= ${from}
    UNION SELECT q.day FROM scan_quarters q JOIN code_counters l ON l.code_num = q.code_num
    WHERE l.summed_in = ${num} AND q.day >= ${from} ORDER BY 1`.execute(db);
  return rows.map(({ day }) => day);
}

async function checkValues(db: Kysely<Tables>, num: number, { from, to }: Days): Promise<string[]> {
  const ofCodes = sql`d.code_num IN (SELECT code_num FROM code_counters WHERE summed_in = ${num})
    AND d.day >= ${from} AND d.day < ${to}`;
  const { rows } = await sql<{ dimension: number; day: number; value: string; held: number; found: number }>`
    SELECT dimension, day, value, sum(held) AS held, sum(found) AS found FROM (
      SELECT dimension, day, value, count AS held, 0 AS found FROM workspace_daily
      WHERE workspace_num = ${num} AND dimension <= ${sql.lit(LAST_VALUE_DIMENSION)} AND day >= ${from} AND day < ${to}
      UNION ALL SELECT dimension, day, value, 0, count FROM (${valuesByDay(ofCodes)}) AS codes
    ) AS both_sides GROUP BY 1, 2, 3 HAVING sum(held) <> sum(found) LIMIT ${sql.lit(MOST_PROBLEMS)}`.execute(db);
  return rows.map(
    ({ dimension, day, value, held, found }) =>
      `workspace number ${num}, dimension ${dimension} "${value}" of day ${day}: ${held} in its sums, ${found} of its codes`,
  );
}

async function checkSummedQuarters(db: Kysely<Tables>, num: number, { from, to }: Days): Promise<string[]> {
  const { rows } = await sql<{ day: number; value: string | null; count: number; counts: Uint8Array | string | null }>`
    SELECT day, value, count, NULL AS counts FROM workspace_daily
    WHERE workspace_num = ${num} AND dimension = ${sql.lit(SUMMED.quarter)} AND day >= ${from} AND day < ${to}
    UNION ALL
    SELECT q.day, NULL, 0, q.counts FROM quarter_days q JOIN code_counters l ON l.code_num = q.code_num
    WHERE l.summed_in = ${num} AND q.day >= ${from} AND q.day < ${to}`.execute(db);
  const left = new Map<string, number>();
  const add = (key: string, count: number) => left.set(key, (left.get(key) ?? 0) + count);
  for (const { day, value, count, counts } of rows) {
    if (value !== null) add(`${day}, quarter ${value}`, Number(count));
    else for (const [n, each] of unpackOr(counts)) add(`${day}, quarter ${n}`, -each);
  }
  return [...left]
    .filter(([, count]) => count !== 0)
    .slice(0, MOST_PROBLEMS)
    .map(([when, count]) => `workspace number ${num}, day ${when}: its sums have ${count} scans more than its codes`);
}
