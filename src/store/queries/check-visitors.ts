/**
 * A day has at most as many visitors as scans, and while its tags are kept as many as tags. A day that is not complete
 * may have fewer: after a change of the zone counting begins again, while tags of before are still there.
 */
import { type Kysely, sql } from "kysely";
import { QUARTERS_A_DAY } from "../../shared/days.ts";
import type { Tables } from "../tables.ts";
import type { Visitors } from "../visitor-store.ts";
import { codeDay, SALT_PART, SLOTS, tagTable, unpackVisitors } from "../visitors.ts";
import { type CodeRange, unpackOr, within } from "./check-parts.ts";

export async function checkVisitors(db: Kysely<Tables>, range: CodeRange): Promise<string[]> {
  const { rows } = await sql<{
    code: number;
    day: number;
    counts: Uint8Array | string | null;
    visitors: Uint8Array | string | null;
  }>`
    SELECT code_num AS code, day, counts, visitors FROM quarter_days WHERE ${within(range)}`.execute(db);
  const tagsOf = await readTags(db, range);
  const problems: string[] = [];
  for (const [code, days] of Map.groupBy(rows, (row) => row.code)) {
    const counts = new Map<number, number>();
    for (const { day, counts: packed } of days) {
      for (const [n, count] of unpackOr(packed)) counts.set(day * QUARTERS_A_DAY + n, count);
    }
    for (const { day, visitors: packed } of days) {
      if (packed === null) continue;
      const held = readOr(day, packed);
      const name = `code number ${code}, visitors of day ${day}`;
      if (held === null) problems.push(`${name}: they cannot be read`);
      else problems.push(...problemsOf(held, counts, tagsOf(code, held)).map((problem) => `${name}: ${problem}`));
    }
  }
  return problems;
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

/** Null if they cannot be read. */
export function readOr(day: number, packed: Uint8Array | string): Visitors | null {
  try {
    const held = unpackVisitors(day, packed);
    return Object.values(held).every(Number.isSafeInteger) ? held : null;
  } catch {
    return null;
  }
}

const MOST = Number.MAX_SAFE_INTEGER;

/** The number of tags of a code's day; null if they are removed. */
async function readTags(db: Kysely<Tables>, { after, to }: CodeRange) {
  const salts = await db.selectFrom("visitor_salts").select(["id", "from_quarter", "quarters"]).execute();
  const begin = (code: number) => Math.max(-MOST, Math.min(codeDay(code, 0), MOST));
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
