import { type Kysely, sql } from "kysely";
import { ImportRunning } from "../bundle-store.ts";
import type { Tables } from "../tables.ts";

/** Any number, the same on every node. */
const IMPORT_LOCK = 7_367_730;

/** The session holds the lock, so that it ends with the connection. */
export const alone = <T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> =>
  db.connection().execute(async (session) => {
    const { rows } = await sql<{ ours: boolean }>`
      SELECT pg_try_advisory_lock(${sql.lit(IMPORT_LOCK)}) AS ours`.execute(session);
    if (!rows[0]!.ours) throw new ImportRunning();
    try {
      return await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${sql.lit(IMPORT_LOCK)})`.execute(session);
    }
  });
