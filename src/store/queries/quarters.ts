import type { Kysely } from "kysely";
import { QUARTERS_A_DAY, quarterOf } from "../../shared/days.ts";
import { unpackQuarters } from "../quarters.ts";
import type { Tables } from "../tables.ts";

/** The first or last quarter of an hour in which a code was scanned; null if there is none. */
async function edgeQuarter(db: Kysely<Tables>, codeNum: number, edge: "first" | "last"): Promise<number | null> {
  const row = await db
    .selectFrom("quarter_days")
    .select(["day", "counts"])
    .where("code_num", "=", codeNum)
    .where("counts", "is not", null)
    .orderBy("day", edge === "first" ? "asc" : "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? row.day * QUARTERS_A_DAY + unpackQuarters(row.counts).at(edge === "first" ? 0 : -1)![0] : null;
}

export const firstQuarter = (db: Kysely<Tables>, codeNum: number) => edgeQuarter(db, codeNum, "first");

/** For code_counters. */
export async function edgeColumns(db: Kysely<Tables>, codeNum: number, createdAt: number) {
  const first = await firstQuarter(db, codeNum);
  return {
    first_quarter: first !== null && first < quarterOf(createdAt) ? first : null,
    last_quarter: await edgeQuarter(db, codeNum, "last"),
  };
}
