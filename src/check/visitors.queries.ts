/**
 * A day has at most as many visitors as scans, and while its tags are kept as many as tags. A day that is not complete
 * may have fewer: after a change of the zone counting begins again, while tags of before are still there.
 */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { Visitors } from "../scans/visitor-days.ts";
import { codeDay, SALT_PART, SLOTS, tagTable } from "../scans/visitors.ts";
import { QUARTERS_PER_DAY } from "../shared/days.ts";
import { type CodeRange, within } from "./parts.queries.ts";

/** `quartersOf`: scans of a code by quarter of an hour; null if they are unknown. */
export async function checkVisitors(
  db: Kysely<Tables>,
  range: CodeRange,
  quartersOf: (codeNum: number) => ReadonlyMap<number, number> | null,
): Promise<string[]> {
  const rows = await db.selectFrom("scan_visitors").selectAll().where(within(range)).execute();
  const tagsOf = await readTags(db, range);
  return rows.flatMap(({ code_num, day, begins, ...row }) => {
    const code = Number(code_num);
    const held: Visitors = { ...row, from: day * QUARTERS_PER_DAY + begins };
    const counts = quartersOf(code);
    if (counts === null) return [];
    return Array.from(problemsOf(held, counts, tagsOf(code, held)), (problem) => {
      return `code number ${code}, visitors of day ${day}: ${problem}`;
    });
  });
}

function* problemsOf(held: Visitors, counts: ReadonlyMap<number, number>, tags: number | null): Generator<string> {
  const { from, quarters, visitors, scans } = held;
  let all = 0;
  for (let quarter = from; quarter < from + quarters; quarter++) all += counts.get(quarter) ?? 0;
  if (visitors > scans) yield `${visitors}, but only ${scans} scans have one`;
  if (scans > all) yield `${scans} scans have one, but there are ${all} scans`;
  if (tags !== null && (visitors > tags || (scans === all && visitors < tags)))
    yield `${visitors}, but there are ${tags} tags`;
}

const MAX = Number.MAX_SAFE_INTEGER;

/** The number of tags of a code's day; null if they are removed. */
async function readTags(db: Kysely<Tables>, { after, to }: CodeRange) {
  const salts = await db.selectFrom("visitor_salts").select(["id", "from_quarter", "quarters"]).execute();
  const begin = (code: number) => Math.max(-MAX, Math.min(codeDay(code, 0), MAX));
  const tables = Array.from({ length: SLOTS }, (_, slot) => sql`SELECT code_day FROM ${sql.table(tagTable(slot))}`);
  const { rows } = await sql<{ codeDay: number; count: number }>`
    SELECT code_day AS "codeDay", count(*) AS count FROM (${sql.join(tables, sql` UNION ALL `)}) AS tags
    WHERE code_day >= ${begin(after + 1)} AND code_day < ${begin(to + 1)} GROUP BY 1`.execute(db);
  const counts = new Map(rows.map((row) => [Number(row.codeDay), Number(row.count)]));
  return (code: number, { from, quarters, salt }: Visitors): number | null => {
    const isKept = salts.some(
      (each) => each.from_quarter === from && each.quarters === quarters && each.id % SALT_PART === salt % SALT_PART,
    );
    return isKept ? (counts.get(codeDay(code, salt)) ?? 0) : null;
  };
}
