import { type Kysely, sql, type Transaction } from "kysely";
import { MIGRATIONS } from "./migrations/index.ts";
import type { EngineName } from "./migrations/types.ts";
import type { Tables } from "./tables.ts";

const NEWEST = MIGRATIONS.at(-1)!.version;

/**
 * Runs what this database has not seen yet, in one transaction. `lock` makes a second node that
 * starts at the same moment wait, and then find nothing left to do.
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: EngineName,
  lock: (trx: Transaction<Tables>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lock(trx);
    await sql`CREATE TABLE IF NOT EXISTS migrations (
      version integer NOT NULL PRIMARY KEY, name text NOT NULL, applied_at text NOT NULL)`.execute(trx);
    const found = await sql<{ version: number | null }>`
      SELECT max(version) AS version FROM migrations`.execute(trx);
    const version = found.rows[0]?.version ?? 0;
    if (version > NEWEST) throw new NewerDatabaseError(version);
    for (const migration of MIGRATIONS.filter((step) => step.version > version)) {
      for (const statement of migration.statements(engine)) {
        await sql
          .raw(statement)
          .execute(trx)
          .catch(migration.explain ?? asItIs);
      }
      await sql`INSERT INTO migrations (version, name, applied_at)
        VALUES (${migration.version}, ${migration.name}, ${new Date().toISOString()})`.execute(trx);
    }
  });
}

const asItIs = (error: unknown): never => {
  throw error;
};

class NewerDatabaseError extends Error {
  constructor(version: number) {
    super(
      `The database is at version ${version}, but this Tessera knows only versions up to ${NEWEST}. Start a newer Tessera, or restore a backup made with this one.`,
    );
    this.name = "NewerDatabaseError";
  }
}
