import { type Kysely, sql } from "kysely";
import type { Tables } from "../../src/database/tables.ts";
import { until } from "./eventually.ts";

/** Waits until this many statements wait for a lock in a PostgreSQL database. */
export async function lockWaits(db: Kysely<Tables>, count: number): Promise<void> {
  if (db.isTransaction) throw new Error("A transaction sees only the activity of its first look.");
  await until(async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(db);
    return rows.length === count;
  });
}
