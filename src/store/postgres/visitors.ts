import { type Kysely, sql } from "kysely";
import type { ScanLine } from "../scan-lines.ts";
import type { Tables } from "../tables.ts";
import type { DaySpan, Visitors } from "../visitor-store.ts";
import { codeDay, dueSlots, type NewVisits, slotOf, tagTable } from "../visitors.ts";
import type { SummedIn } from "../workspace-sums.ts";
import { list } from "./list.ts";
import type { Pipeline } from "./pipeline.ts";

/** What a workspace's sums gain. */
export interface NewVisitors extends Visitors {
  workspaceNum: number;
  day: number;
}

/** Locked, so that they and their tags are not removed before the commit. */
export async function readSalts(trx: Pipeline, scans: readonly ScanLine[]): Promise<Map<number, DaySpan>> {
  const ids = new Set(scans.flatMap(({ visitor }) => (visitor ? [visitor.salt] : [])));
  if (ids.size === 0) return new Map();
  const rows = await trx.send(sql<{ id: number; from: number; quarters: number }>`
    SELECT id, from_quarter AS from, quarters FROM visitor_salts
    WHERE id = ANY(${list([...ids], Number)}::integer[]) ORDER BY id FOR KEY SHARE`);
  return new Map(rows.map(({ id, from, quarters }) => [id, { from, quarters }]));
}

const keyOf = ({ codeNum, salt }: NewVisits): number => codeDay(codeNum, salt);

/**
 * Adds tags, and counts those that are new. If the salt or the span has changed, counting begins again. Rows are
 * written in order, so that two nodes cannot deadlock. Returns what sums of workspaces gain.
 */
export async function addVisitors(
  trx: Pipeline,
  given: readonly NewVisits[],
  summedIn: SummedIn,
): Promise<NewVisitors[]> {
  // Two spans of one day, after a change of the time zone: neither is complete, and a row can be changed once.
  const visits = [...new Map(given.map((each) => [`${each.codeNum} ${each.day}`, each])).values()];
  const tags = visits
    .flatMap((each) => each.tags.map((tag) => ({ slot: slotOf(each.from), codeDay: keyOf(each), tag })))
    .sort((a, b) => a.slot - b.slot || a.codeDay - b.codeDay || (a.tag < b.tag ? -1 : 1));
  const rows = await trx.send(sql<
    Record<"workspace" | "day" | "from" | "quarters" | "salt" | "visitors" | "scans", number>
  >`
    WITH added AS (
      INSERT INTO visitor_tags (slot, code_day, tag)
      SELECT * FROM unnest(
        ${list(tags, (row) => row.slot)}::smallint[], ${list(tags, (row) => row.codeDay)}::bigint[],
        ${list(tags, (row) => row.tag)}::text[])
      ON CONFLICT DO NOTHING RETURNING code_day
    ), counted AS (
      SELECT code_day, count(*) AS visitors FROM added GROUP BY code_day
    ), new AS (
      SELECT n.code_num, n.day, n.from_quarter, n.quarters, n.salt, coalesce(c.visitors, 0)::integer AS visitors,
        n.scans, n.workspace
      FROM unnest(
        ${list(visits, (row) => row.codeNum)}::bigint[], ${list(visits, (row) => row.day)}::integer[],
        ${list(visits, (row) => row.from)}::integer[], ${list(visits, (row) => row.quarters)}::integer[],
        ${list(visits, (row) => row.salt)}::integer[], ${list(visits, (row) => row.scans)}::integer[],
        ${list(visits, keyOf)}::bigint[], ${list(visits, (row) => summedIn.get(row.codeNum) ?? null)}::integer[]
      ) AS n(code_num, day, from_quarter, quarters, salt, scans, code_day, workspace)
      LEFT JOIN counted AS c ON c.code_day = n.code_day
    ), stored AS (
      INSERT INTO scan_quarters (code_num, day, total, visitors)
      SELECT code_num, day, 0, ARRAY[from_quarter, quarters, salt, visitors, scans] FROM new ORDER BY 1, 2
    ON CONFLICT (code_num, day) DO UPDATE SET visitors = CASE
      WHEN scan_quarters.visitors[1:3] = excluded.visitors[1:3] THEN excluded.visitors[1:3]
        || ARRAY[scan_quarters.visitors[4] + excluded.visitors[4], scan_quarters.visitors[5] + excluded.visitors[5]]
      ELSE excluded.visitors END)
    SELECT workspace, day, from_quarter AS from, quarters, salt, sum(visitors) AS visitors, sum(scans) AS scans
    FROM new WHERE workspace IS NOT NULL GROUP BY 1, 2, 3, 4, 5`);
  return rows.map(({ workspace: workspaceNum, visitors, scans, ...day }) => {
    return { workspaceNum, ...day, visitors: Number(visitors), scans: Number(scans) };
  });
}

/**
 * Removes salts and tags that are due. A truncated table's file is emptied; removed rows would stay in theirs, and VACUUM
 * FULL copies those that a transaction still open could see. Fails instead of making settlements wait, as behind a
 * backup that reads the tables.
 */
export async function forgetVisitors(db: Kysely<Tables>, now: number): Promise<void> {
  const dueOf = (salts: readonly { from_quarter: number }[]) =>
    dueSlots(
      salts.map((row) => row.from_quarter),
      now,
    );
  if (dueOf(await db.selectFrom("visitor_salts").select("from_quarter").execute()).size === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL lock_timeout = '2s'`.execute(trx);
    // A salt created meanwhile could lose its first tags.
    await sql`LOCK TABLE visitor_salts IN ACCESS EXCLUSIVE MODE`.execute(trx);
    const salts = await trx.selectFrom("visitor_salts").selectAll().execute();
    const due = dueOf(salts);
    for (const slot of due) await sql`TRUNCATE ${sql.table(tagTable(slot))}`.execute(trx);
    await sql`TRUNCATE visitor_salts`.execute(trx);
    const kept = salts.filter((row) => !due.has(slotOf(row.from_quarter)));
    if (kept.length > 0) await trx.insertInto("visitor_salts").values(kept).execute();
  });
}
