/** Which workspaces and codes have sums in workspace_daily: see src/store/workspace-sums.ts. */
import { setTimeout } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { quarterOf } from "../../shared/days.ts";
import { DIMENSION } from "../dimensions.ts";
import type { EngineName } from "../migrations/types.ts";
import { unpackQuarters } from "../quarters.ts";
import type { Tables } from "../tables.ts";
import { unpackVisitors } from "../visitors.ts";
import {
  combined,
  LAST_VALUE_DIMENSION,
  quarterSums,
  SUMMED,
  visitorSums,
  type WorkspaceCount,
} from "../workspace-sums.ts";
import { IS_PAIR, PAIRS, VALUE } from "./check-parts.ts";
import { forgetCodeDays, packCodeDays } from "./code-days.ts";
import { removeSomeBy } from "./remove-by.ts";

type Trx = Transaction<Tables>;

/** With fewer scans, reading the codes is fast enough. */
const LEAST_SCANS = 100_000;
/** Nobody can write meanwhile on SQLite, so a step is short. */
const CODES_A_STEP = 20;
const SCANS_A_STEP = 20_000;
const PAUSE_MS = 20;
const ROWS_A_STATEMENT = 500;
const MOST_LATE_MS = 48 * 3_600_000;

/** Adds up codes that their workspace's sums do not include yet, if it is large. `leastScans`: fewer only in tests. */
export async function sumWorkspaces(
  db: Kysely<Tables>,
  engine: EngineName,
  now: number,
  leastScans = LEAST_SCANS,
): Promise<void> {
  await removeOldSums(db);
  await sql`
    INSERT INTO summed_workspaces (workspace_id)
    SELECT w.id FROM (
      SELECT list_workspace FROM code_counters WHERE list_workspace IS NOT NULL
      GROUP BY list_workspace HAVING sum(list_scans) >= ${leastScans} AND count(*) > 1) AS large
    JOIN workspaces AS w ON w.id = large.list_workspace
    WHERE w.id NOT IN (SELECT workspace_id FROM summed_workspaces) ORDER BY w.id`.execute(db);
  const workspaces = await db.selectFrom("summed_workspaces").selectAll().orderBy("num").execute();
  for (const { num, workspace_id: workspaceId } of workspaces) {
    // Settling comes in between.
    while (await addSomeCodes(db, engine, { num, workspaceId, now })) await setTimeout(PAUSE_MS);
    await packCodeDays(db, engine, num, now);
  }
}

interface Summed {
  num: number;
  workspaceId: string;
  now: number;
}

/** One step. True if there may be more. */
async function addSomeCodes(db: Kysely<Tables>, engine: EngineName, { num, workspaceId, now }: Summed) {
  const found = await db
    .selectFrom("code_counters")
    .select(["code_num", "list_scans"])
    .where("list_workspace", "=", workspaceId)
    .where("summed_in", "is", null)
    .orderBy("code_num")
    .limit(CODES_A_STEP)
    .execute();
  let scans = 0;
  const some = found.filter(({ list_scans }, i) => {
    scans += Number(list_scans);
    return i === 0 || scans <= SCANS_A_STEP;
  });
  if (some.length === 0) return false;
  await db.transaction().execute(async (trx) => {
    // Again under the lock: a code may have been moved or deleted meanwhile.
    const held = await lockForSums(
      trx,
      engine,
      some.map(({ code_num }) => code_num),
    );
    const due = held.filter((row) => row.summed_in === null && row.list_workspace === workspaceId);
    const codes = due.map(({ code_num }) => code_num);
    if (codes.length === 0) return;
    await changeSums(trx, engine, num, codes, 1, quarterOf(now - MOST_LATE_MS));
    await trx.updateTable("code_counters").set({ summed_in: num }).where("code_num", "in", codes).execute();
  });
  return true;
}

/** Takes codes out of their workspace's sums, before they are moved or erased. */
export async function leaveSums(trx: Trx, engine: EngineName, nums: readonly number[]): Promise<void> {
  const held = await lockForSums(trx, engine, nums);
  for (const [num, rows] of Map.groupBy(held, (row) => row.summed_in)) {
    if (num === null) continue;
    const codes = rows.map(({ code_num }) => code_num);
    await changeSums(trx, engine, num, codes, -1);
    await trx.updateTable("code_counters").set({ summed_in: null }).where("code_num", "in", codes).execute();
  }
}

/** The strongest lock, which also keeps settling out. SQLite has one writer. */
export const lockForSums = (trx: Trx, engine: EngineName, nums: readonly number[]) =>
  trx
    .selectFrom("code_counters")
    .select(["code_num", "summed_in", "list_workspace"])
    .where("code_num", "in", nums)
    .orderBy("code_num")
    .$if(engine === "postgres", (query) => query.forUpdate())
    .execute();

/** Adds everything that was counted for these codes, or takes it off. */
async function changeSums(
  trx: Trx,
  engine: EngineName,
  workspaceNum: number,
  codes: readonly number[],
  sign: 1 | -1,
  completeBefore = Infinity,
): Promise<void> {
  const valuesFrom = await firstDay(trx);
  // As settling orders them, so that the two cannot deadlock.
  const byValue = engine === "postgres" ? sql`value COLLATE "C"` : sql`value`;
  await sql`
    INSERT INTO workspace_daily (workspace_num, dimension, day, value, count)
    SELECT ${sql.lit(workspaceNum)}, dimension, day, value, ${sql.lit(sign)} * sum(count)
    FROM (${valuesByDay(sql`d.code_num IN (${sql.join(codes)}) AND d.day >= ${valuesFrom}`)}) AS parts
    WHERE true GROUP BY dimension, day, value ORDER BY dimension, day, ${byValue}
    ON CONFLICT (workspace_num, dimension, day, value)
    DO UPDATE SET count = workspace_daily.count + excluded.count`.execute(trx);
  const days = await trx
    .selectFrom("quarter_days")
    .select(["day", "counts", "visitors"])
    .where("code_num", "in", codes)
    .where("day", ">=", valuesFrom)
    .execute();
  const counts = days.flatMap(({ day, counts, visitors: packed }) => {
    const visitors = packed === null ? null : unpackVisitors(day, packed);
    // Imported visitors of a day that may have more scans: with these, counting begins again.
    const isComplete = visitors && (visitors.salt !== 0 || visitors.from + visitors.quarters < completeBefore);
    return [
      ...quarterSums(workspaceNum, day, unpackQuarters(counts)),
      ...(isComplete ? visitorSums(workspaceNum, { day, ...visitors }) : []),
    ];
  });
  await addToSums(trx, counts, sign);
  const changed = new Set(days.map(({ day }) => day));
  await forgetCodeDays(trx, workspaceNum, [...changed]);
}

/** Sums of earlier days are not read. */
async function firstDay(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom("meta").select("value").where("name", "=", "values_from_day").executeTakeFirst();
  return row?.value ?? 0;
}

/** All values of scan_daily, whose rows are `d`, with those of pairs. */
export const valuesByDay = (condition: ReturnType<typeof sql>) => sql`
  SELECT d.dimension, d.day, d.value, d.count FROM scan_daily AS d
  WHERE ${condition} AND d.dimension <= ${sql.lit(LAST_VALUE_DIMENSION)}
  UNION ALL ${sql.join(
    Object.entries(VALUE).map(
      ([name, value]) => sql`
        SELECT ${sql.lit(DIMENSION[name as keyof typeof VALUE])}, d.day, ${sql.raw(value)}, d.count
        FROM ${PAIRS} WHERE ${IS_PAIR} AND ${condition} AND ${sql.raw(value)} IS NOT NULL`,
    ),
    sql` UNION ALL `,
  )}`;

export async function addToSums(trx: Trx, counts: readonly WorkspaceCount[], sign: 1 | -1 = 1): Promise<void> {
  const rows = combined(counts);
  for (let i = 0; i < rows.length; i += ROWS_A_STATEMENT) {
    await trx
      .insertInto("workspace_daily")
      .values(
        rows.slice(i, i + ROWS_A_STATEMENT).map(({ workspaceNum, count, ...row }) => {
          return { workspace_num: workspaceNum, ...row, count: sign * count };
        }),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["workspace_num", "dimension", "day", "value"])
          .doUpdateSet({ count: sql`workspace_daily.count + excluded.count` }),
      )
      .execute();
  }
}

/** Of removed workspaces, and of days whose values are kept by month only. */
async function removeOldSums(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ num: number; is_gone: number | boolean }>`
    SELECT num, num NOT IN (SELECT num FROM summed_workspaces) AS is_gone
    FROM (SELECT DISTINCT workspace_num AS num FROM workspace_daily) AS held ORDER BY num`.execute(db);
  const valuesFrom = await firstDay(db);
  const dimensions = [...Object.values(DIMENSION), ...Object.values(SUMMED)];
  for (const { num, is_gone } of rows) {
    const before = is_gone ? sql`` : sql`AND day < ${valuesFrom}`;
    for (const dimension of dimensions) {
      const old = sql`workspace_num = ${num} AND dimension = ${dimension} ${before}`;
      while (await removeSomeBy(db, "workspace_daily", "day", old));
    }
    await sql`DELETE FROM workspace_codes WHERE workspace_num = ${num} ${before}`.execute(db);
  }
}
