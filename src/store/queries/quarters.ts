import type { Kysely } from "kysely";
import { QUARTERS_A_DAY } from "../../shared/days.ts";
import { unpackQuarters } from "../quarters.ts";
import type { Tables } from "../tables.ts";

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
