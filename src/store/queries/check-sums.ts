/** Compares the sums of large workspaces with the rollups of the codes that they include. */
import { type Kysely, sql } from "kysely";
import { firstDayOf, monthOf } from "../../shared/days.ts";
import type { Tables } from "../tables.ts";
import { LAST_VALUE_DIMENSION, quarterSums, SUMMED, visitorSums, type WorkspaceCount } from "../workspace-sums.ts";
import { unpackOr } from "./check-parts.ts";
import { readOr } from "./check-visitors.ts";
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

/**
 * Quarters of an hour, and visitors. Where counting of a code's day began again, the sums also have what was counted
 * before, so they may have more visitors than the codes.
 */
async function checkSummedQuarters(db: Kysely<Tables>, num: number, { from, to }: Days): Promise<string[]> {
  const { rows: held } = await sql<Omit<WorkspaceCount, "workspaceNum">>`
    SELECT dimension, day, value, count FROM workspace_daily
    WHERE workspace_num = ${num} AND dimension IN (${sql.join(Object.values(SUMMED).map((n) => sql.lit(n)))})
      AND day >= ${from} AND day < ${to}`.execute(db);
  const { rows: found } = await sql<Record<"counts" | "visitors", Uint8Array | string | null> & { day: number }>`
    SELECT q.day, q.counts, q.visitors FROM quarter_days q JOIN code_counters l ON l.code_num = q.code_num
    WHERE l.summed_in = ${num} AND q.day >= ${from} AND q.day < ${to}`.execute(db);
  const left = new Map<string, number>();
  const add = ({ dimension, day, value, count }: Omit<WorkspaceCount, "workspaceNum">, sign: 1 | -1) => {
    const key = `${dimension} ${day} ${value}`;
    left.set(key, (left.get(key) ?? 0) + sign * Number(count));
  };
  for (const row of held) add(row, 1);
  for (const { day, counts, visitors: packed } of found) {
    for (const row of quarterSums(num, day, unpackOr(counts))) add(row, -1);
    const visitors = packed === null ? null : readOr(day, packed);
    // Imported ones may be left out.
    if (visitors && visitors.salt !== 0) for (const row of visitorSums(num, { day, ...visitors })) add(row, -1);
  }
  return [...left]
    .filter(([key, count]) => (key.startsWith(`${SUMMED.quarter} `) ? count !== 0 : count < 0 && !key.endsWith(".0")))
    .slice(0, MOST_PROBLEMS)
    .map(([key, count]) => {
      const [dimension, day, value] = key.split(" ");
      if (Number(dimension) === SUMMED.quarter)
        return `workspace number ${num}, day ${day}, quarter ${value}: its sums have ${count} scans more than its codes`;
      const what = Number(dimension) === SUMMED.visitors ? "visitors" : "scans with a visitor";
      return `workspace number ${num}, day ${day}, local day ${value}: its sums have ${-count} ${what} less than its codes`;
    });
}
