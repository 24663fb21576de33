import { type Kysely, sql } from "kysely";
import { ImportRunning } from "../bundle-store.ts";
import type { Tables } from "../tables.ts";

/** Any number, the same on every node. */
const IMPORT_LOCK = 7_367_730;

/**
 * An open transaction holds the lock, so that it ends with the connection. A session would not do: a pooler
 * lends the same one to others between two statements.
 */
export const alone = <T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    // It waits for as long as the work takes.
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
    const { rows } = await sql<{ ours: boolean }>`
      SELECT pg_try_advisory_xact_lock(${sql.lit(IMPORT_LOCK)}) AS ours`.execute(trx);
    if (!rows[0]!.ours) throw new ImportRunning();
    return work();
  });
