import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../database/tables.ts";

/** Visits that were not counted, by reason, from one UTC day to another. */
export async function readUncounted(
  db: Kysely<Tables>,
  ofCodes: RawBuilder<boolean>,
  fromDay: number,
  toDay: number,
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    SELECT reason, sum(count) AS count FROM uncounted_daily
    WHERE ${ofCodes} AND day >= ${fromDay} AND day <= ${toDay} GROUP BY reason ORDER BY reason`.execute(db);
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }));
}
