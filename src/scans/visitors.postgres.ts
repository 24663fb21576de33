import { type Kysely, sql } from "kysely";
import { list } from "../database/postgres/list.ts";
import type { Pipeline } from "../database/postgres/pipeline.ts";
import type { Tables } from "../database/tables.ts";
import {
  ADD_VISITORS,
  codeDay,
  dueSlots,
  type NewVisits,
  SALT_PART,
  slotOf,
  storedDay,
  tagTable,
  VISITORS_COLUMNS,
} from "./visitors.ts";

const keyOf = ({ codeNum, salt }: NewVisits): number => codeDay(codeNum, salt);

/** Adds tags, and counts those that are new. Rows are written in order, so that two nodes cannot deadlock. */
export async function addVisitors(trx: Pipeline, given: readonly NewVisits[]): Promise<void> {
  // Two spans of one day, after a change of the time zone: neither is complete, and a row can be changed once.
  const visits = [...new Map(given.map((each) => [`${each.codeNum} ${each.day}`, each])).values()];
  const tags = visits
    .flatMap((each) => each.tags.map((tag) => ({ slot: slotOf(each.from), codeDay: keyOf(each), tag })))
    .sort((a, b) => a.slot - b.slot || a.codeDay - b.codeDay || (a.tag < b.tag ? -1 : 1));
  await trx.send(sql`
    WITH added AS (
      INSERT INTO visitor_tags (slot, code_day, tag)
      SELECT * FROM unnest(
        ${list(tags, (row) => row.slot)}::smallint[], ${list(tags, (row) => row.codeDay)}::bigint[],
        ${list(tags, (row) => row.tag)}::text[])
      ON CONFLICT DO NOTHING RETURNING code_day
    ), counted AS (
      SELECT code_day, count(*) AS visitors FROM added GROUP BY code_day
    )
    INSERT INTO scan_visitors (${sql.raw(VISITORS_COLUMNS)})
    SELECT n.code_num, n.day, n.begins, n.quarters, n.salt, coalesce(c.visitors, 0)::integer, n.scans
    FROM unnest(
      ${list(visits, (row) => row.codeNum)}::bigint[], ${list(visits, (row) => row.day)}::integer[],
      ${list(visits, (row) => storedDay(row).begins)}::smallint[], ${list(visits, (row) => row.quarters)}::smallint[],
      ${list(visits, (row) => row.salt % SALT_PART)}::smallint[], ${list(visits, (row) => row.scans)}::integer[],
      ${list(visits, keyOf)}::bigint[]
    ) AS n(code_num, day, begins, quarters, salt, scans, code_day)
    LEFT JOIN counted AS c ON c.code_day = n.code_day ORDER BY 1, 2
    ${sql.raw(ADD_VISITORS)}`);
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
