import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { EngineName, Migration } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { MIGRATIONS } from "./migrations.ts";

export interface MigrateOptions {
  migrations?: readonly Migration[];
  /** Called before the first one runs. */
  onMigrating?: (() => void) | undefined;
}

/**
 * Runs pending migrations in one transaction. `lock` makes a second node that starts at the same time wait; it then
 * finds nothing to do.
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: EngineName,
  lock: (trx: Transaction<Tables>) => Promise<unknown>,
  { migrations = MIGRATIONS, onMigrating }: MigrateOptions = {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lock(trx);
    await sql`CREATE TABLE IF NOT EXISTS migrations (
      version integer NOT NULL PRIMARY KEY, name text NOT NULL, fingerprint text NOT NULL,
      applied_at text NOT NULL)`.execute(trx);
    const { rows } = await sql<AppliedRow>`SELECT * FROM migrations ORDER BY version`.execute(trx);
    refuseOthers(rows, engine, migrations);
    const missing = migrations.slice(rows.length);
    if (missing.length > 0) onMigrating?.();
    for (const migration of missing) await apply(trx, engine, migration);
  });
}

/** Databases of other development versions have no fingerprint or a different one. */
interface AppliedRow {
  version: number;
  fingerprint?: string;
}

const fingerprintOf = (migration: Migration, engine: EngineName): string =>
  createHash("sha256").update(migration.statements(engine).join(";\n")).digest("hex").slice(0, 16);

function refuseOthers(applied: readonly AppliedRow[], engine: EngineName, migrations: readonly Migration[]): void {
  const isOurs = (row: AppliedRow, i: number) => row.fingerprint === fingerprintOf(migrations[i]!, engine);
  if (!applied.slice(0, migrations.length).every(isOurs)) throw new EarlierDatabaseError();
  const newest = migrations.at(-1)!.version;
  const version = applied.at(-1)?.version ?? 0;
  if (version > newest) throw new NewerDatabaseError(version, newest);
}

async function apply(trx: Transaction<Tables>, engine: EngineName, migration: Migration): Promise<void> {
  const { version, name, explain = rethrow } = migration;
  for (const statement of migration.statements(engine)) await sql.raw(statement).execute(trx).catch(explain);
  await sql`INSERT INTO migrations (version, name, fingerprint, applied_at) VALUES
    (${version}, ${name}, ${fingerprintOf(migration, engine)}, ${new Date().toISOString()})`.execute(trx);
}

const rethrow = (error: unknown): never => {
  throw error;
};

class EarlierDatabaseError extends Error {
  constructor() {
    super(
      "The database was created by a development version of Tessera that this version cannot read. Export its codes with that version and import them into an empty database.",
    );
    this.name = "EarlierDatabaseError";
  }
}

class NewerDatabaseError extends Error {
  constructor(version: number, newest: number) {
    super(
      `The database is at version ${version}, but this version of Tessera supports only versions up to ${newest}. Start a newer version of Tessera, or restore a backup made with this one.`,
    );
    this.name = "NewerDatabaseError";
  }
}
