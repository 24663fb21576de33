import { type Kysely, sql } from "kysely";
import { QUARTERS_A_DAY } from "../../shared/days.ts";
import { unpackQuarters } from "../quarters.ts";
import type { Tables } from "../tables.ts";

/** Codes by number, or all of a workspace outside its bin. */
export type CodeSet = readonly number[] | { workspaceId: string };

export interface QuarterCount {
  /** Quarters of an hour since 1970. */
  quarter: number;
  count: number;
}

/** Scans of all these codes per quarter of an hour, from `from` to before `to`, in order; without empty quarters. */
export async function readQuarters(
  db: Kysely<Tables>,
  codes: CodeSet,
  from: number,
  to: number,
): Promise<QuarterCount[]> {
  const sums = new Map<number, number>();
  for (const { day, counts } of await packedDays(db, codes, from, to)) {
    for (const [n, count] of unpackQuarters(counts)) {
      const quarter = day * QUARTERS_A_DAY + n;
      if (quarter >= from && quarter < to) sums.set(quarter, (sums.get(quarter) ?? 0) + count);
    }
  }
  return Array.from(sums, ([quarter, count]) => ({ quarter, count })).sort((a, b) => a.quarter - b.quarter);
}

async function packedDays(db: Kysely<Tables>, codes: CodeSet, from: number, to: number) {
  const days = db
    .selectFrom("quarter_days")
    .select(["day", "counts"])
    .where("day", ">=", Math.floor(from / QUARTERS_A_DAY))
    .where("day", "<=", Math.floor((to - 1) / QUARTERS_A_DAY));
  return days.where("code_num", "in", ofCodes(codes)).execute();
}

/** The last quarter of an hour in which a code was scanned; null if there is none. */
export async function lastQuarter(db: Kysely<Tables>, codeNum: number): Promise<number | null> {
  const last = await db
    .selectFrom("quarter_days")
    .select(["day", "counts"])
    .where("code_num", "=", codeNum)
    .where("counts", "is not", null)
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ? last.day * QUARTERS_A_DAY + unpackQuarters(last.counts).at(-1)![0] : null;
}

/** The numbers of codes, for `code_num IN`. */
export const ofCodes = (codes: CodeSet) =>
  "workspaceId" in codes
    ? sql<number>`(SELECT num FROM codes WHERE workspace_id = ${codes.workspaceId} AND deleted_at IS NULL)`
    : sql<number>`(${codes.length === 0 ? sql`NULL` : sql.join(codes)})`;
