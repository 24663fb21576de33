import { type Kysely, sql } from "kysely";
import { LIST_INDEXES } from "../migrations/0009-list-indexes.ts";
import { BIN_INDEXES } from "../migrations/0010-bin.ts";
import { LOOK_INDEXES } from "../migrations/0011-looks.ts";
import type { Tables } from "../tables.ts";

const INDEXES = { ...LIST_INDEXES, ...BIN_INDEXES, ...LOOK_INDEXES };

/** Behind a pooler of transactions the next statement may run in another session. */
const POOLED =
  "The lock for making indexes could not be given back: set DATABASE_DIRECT_URL, which leads past the pooler.";

/** Any number, the same on every node: whoever holds it makes the indexes. */
const LOCK = 7_367_728;

/**
 * Makes the indexes that the migration left out because there are many codes: beside the running
 * service, which reads and writes meanwhile. Until then lists are right, only slower. What an
 * interrupted run left behind is made anew.
 */
export async function makeListIndexes(db: Kysely<Tables>, warn: (message: string) => void = () => {}): Promise<void> {
  if ((await missing(db)).length === 0) return;
  await db.connection().execute(async (session) => {
    const { rows } = await sql<{ ours: boolean }>`
      SELECT pg_try_advisory_lock(${LOCK}) AS ours`.execute(session);
    if (!rows[0]!.ours) return;
    try {
      for (const { name, broken } of await missing(session)) {
        if (broken) await sql`DROP INDEX CONCURRENTLY ${sql.ref(name)}`.execute(session);
        const made = `CREATE INDEX CONCURRENTLY ${name} ON ${INDEXES[name]}`;
        await sql.raw(made).execute(session);
      }
    } finally {
      const { rows } = await sql<{ free: boolean }>`
        SELECT pg_advisory_unlock(${LOCK}) AS free`.execute(session);
      if (!rows[0]!.free) warn(POOLED);
    }
  });
}

async function missing(db: Kysely<Tables>): Promise<{ name: string; broken: boolean }[]> {
  const names = sql.join(Object.keys(INDEXES).map((name) => sql`(${name})`));
  const { rows } = await sql<{ name: string; broken: boolean }>`
    SELECT name, i.indexrelid IS NOT NULL AS broken FROM (VALUES ${names}) AS n(name)
    LEFT JOIN pg_index AS i ON i.indexrelid = to_regclass(name)
    WHERE i.indisvalid IS NOT TRUE`.execute(db);
  return rows;
}
