import { type Kysely, sql } from "kysely";
import type { ScanLine } from "../scan-lines.ts";
import type { Tables } from "../tables.ts";
import type { DaySpan } from "../visitor-store.ts";
import { dueBefore, type NewVisits, slotOf, tagTable } from "../visitors.ts";
import { list } from "./list.ts";
import type { Pipeline } from "./pipeline.ts";

/** Locked, so that they and their tags are not removed before the commit. */
export async function readSalts(trx: Pipeline, scans: readonly ScanLine[]): Promise<Map<number, DaySpan>> {
  const ids = new Set(scans.flatMap(({ visitor }) => (visitor ? [visitor.salt] : [])));
  if (ids.size === 0) return new Map();
  const rows = await trx.send(sql<{ id: number; from: number; quarters: number }>`
    SELECT id, from_quarter AS from, quarters FROM visitor_salts
    WHERE id = ANY(${list([...ids], Number)}::integer[]) ORDER BY id FOR KEY SHARE`);
  return new Map(rows.map(({ id, from, quarters }) => [id, { from, quarters }]));
}

/**
 * Adds tags, and counts those that are new. If the salt or the span has changed, counting begins again. Rows are
 * written in order, so that two nodes cannot deadlock.
 */
export function addVisitors(trx: Pipeline, given: readonly NewVisits[]): Promise<unknown> {
  // Two spans of one day, after a change of the time zone: neither is complete, and a row can be changed once.
  const visits = [...new Map(given.map((each) => [`${each.codeNum} ${each.day}`, each])).values()];
  const tags = visits
    .flatMap(({ codeNum, salt, from, tags }) => tags.map((tag) => ({ slot: slotOf(from), codeNum, salt, tag })))
    .sort((a, b) => a.slot - b.slot);
  return trx.send(sql`
    WITH added AS (
      INSERT INTO visitor_tags (slot, code_num, salt, tag)
      SELECT * FROM unnest(
        ${list(tags, (row) => row.slot)}::smallint[], ${list(tags, (row) => row.codeNum)}::bigint[],
        ${list(tags, (row) => row.salt)}::integer[], ${list(tags, (row) => row.tag)}::text[])
      ON CONFLICT DO NOTHING RETURNING code_num, salt
    ), counted AS (
      SELECT code_num, salt, count(*) AS visitors FROM added GROUP BY code_num, salt
    )
    INSERT INTO scan_quarters (code_num, day, visitors)
    SELECT n.code_num, n.day, ARRAY[n.from_quarter, n.quarters, n.salt, coalesce(c.visitors, 0)::integer, n.scans]
    FROM unnest(
      ${list(visits, (row) => row.codeNum)}::bigint[], ${list(visits, (row) => row.day)}::integer[],
      ${list(visits, (row) => row.from)}::integer[], ${list(visits, (row) => row.quarters)}::integer[],
      ${list(visits, (row) => row.salt)}::integer[], ${list(visits, (row) => row.scans)}::integer[]
    ) AS n(code_num, day, from_quarter, quarters, salt, scans)
    LEFT JOIN counted AS c ON c.code_num = n.code_num AND c.salt = n.salt ORDER BY 1, 2
    ON CONFLICT (code_num, day) DO UPDATE SET visitors = CASE
      WHEN scan_quarters.visitors[1:3] = excluded.visitors[1:3] THEN excluded.visitors[1:3]
        || ARRAY[scan_quarters.visitors[4] + excluded.visitors[4], scan_quarters.visitors[5] + excluded.visitors[5]]
      ELSE excluded.visitors END`);
}

/** Removes salts and tags that are due. A truncated table's file is deleted; removed rows would stay in theirs. */
export async function forgetVisitors(db: Kysely<Tables>, now: number): Promise<void> {
  const removed = await db.transaction().execute(async (trx) => {
    const due = await trx
      .deleteFrom("visitor_salts")
      .where("from_quarter", "<", dueBefore(now))
      .returning(["id", "from_quarter"])
      .execute();
    const kept = await trx.selectFrom("visitor_salts").select("from_quarter").execute();
    const inUse = new Set(kept.map((row) => slotOf(row.from_quarter)));
    for (const [slot, rows] of Map.groupBy(due, (row) => slotOf(row.from_quarter))) {
      const table = sql.table(tagTable(slot));
      // Only after more than 48 hours without maintenance a table has tags of two days.
      if (inUse.has(slot))
        await sql`DELETE FROM ${table} WHERE salt IN (${sql.join(rows.map(({ id }) => id))})`.execute(trx);
      else await sql`TRUNCATE ${table}`.execute(trx);
    }
    return due.length > 0;
  });
  if (removed) await sql`VACUUM FULL visitor_salts`.execute(db);
}
