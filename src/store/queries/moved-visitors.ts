import { sql, type Transaction } from "kysely";
import { QUARTERS_A_DAY, quarterOf } from "../../shared/days.ts";
import type { EngineName } from "../migrations/types.ts";
import { unpackQuarters } from "../quarters.ts";
import type { Tables } from "../tables.ts";
import { codeDay, isWithin, slotOf, tagTable } from "../visitors.ts";
import type { MovedScan } from "./moved-counts.ts";
import { removeSomeBy } from "./remove-by.ts";

type Trx = Transaction<Tables>;

/**
 * A local day that loses its last scan begins without tags again, or its next visitors would not count as new. True if
 * there are more: until they are removed, the last scans have to stay, because then the day's visitors are unknown.
 */
export async function forgetSomeTags(trx: Trx, engine: EngineName, code: number, scans: readonly MovedScan[]) {
  const taken = Map.groupBy(scans, ({ at }) => quarterOf(at));
  const salts = await trx.selectFrom("visitor_salts").select(["id", "from_quarter as from", "quarters"]).execute();
  const touched = salts.filter((salt) => taken.keys().some((quarter) => isWithin(salt, quarter)));
  if (touched.length === 0) return false;
  const ends = touched.flatMap(({ from, quarters }) => [from, from + quarters - 1]);
  const [first, last] = [Math.min(...ends), Math.max(...ends)].map((quarter) => Math.floor(quarter / QUARTERS_A_DAY));
  const rows = await trx
    .selectFrom("quarter_days")
    .select(["day", "counts"])
    .where("code_num", "=", code)
    .where("day", ">=", first!)
    .where("day", "<=", last!)
    .execute();
  const left = rows.flatMap(({ day, counts }) =>
    unpackQuarters(counts).map(([n, count]) => {
      const quarter = day * QUARTERS_A_DAY + n;
      return { quarter, count: count - (taken.get(quarter)?.length ?? 0) };
    }),
  );
  const emptied = touched.filter((salt) => left.every(({ quarter, count }) => count === 0 || !isWithin(salt, quarter)));
  const remove = async () => {
    let isMore = false;
    for (const { id, from } of emptied) {
      const table = tagTable(slotOf(from)) as keyof Tables;
      if (await removeSomeBy(trx, table, "tag", sql`code_day = ${codeDay(code, id)}`)) isMore = true;
    }
    return isMore;
  };
  if (emptied.length === 0 || engine === "postgres") return remove();
  // Leaves no bytes of them in the file. The connection keeps the pragma until it is set back.
  await sql`PRAGMA secure_delete = ON`.execute(trx);
  try {
    return await remove();
  } finally {
    await sql`PRAGMA secure_delete = OFF`.execute(trx);
  }
}
