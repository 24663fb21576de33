import { type Kysely, type RawBuilder, sql } from "kysely";
import { removeBy } from "../database/remove-by.ts";
import type { Tables } from "../database/tables.ts";
import { DAY_MS } from "../shared/days.ts";

/** Those of keys that are not in use. No window is longer than a day. */
export async function removeIdleRequests(db: Kysely<Tables>, now: RawBuilder<number> | number): Promise<void> {
  const idle = sql`SELECT num FROM rate_windows WHERE last_used_at + ${sql.lit(2 * DAY_MS)} < ${now}`;
  await removeBy(db, "counted_requests", "window_num", sql`window_num IN (${idle})`);
}
