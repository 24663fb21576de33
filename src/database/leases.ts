/** Work that one node does at a time. A lease expires when its holder is gone. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** The clock of leases: the database's, if there are several nodes. */
export type LeaseClock = () => number | RawBuilder<number>;

/** Takes or renews a lease. False while another holder has it. */
export async function holdLease(
  db: Kysely<Tables>,
  clock: LeaseClock,
  name: string,
  holder: string,
  forMs: number,
): Promise<boolean> {
  const now = sql<number>`CAST(${clock()} AS float8)`;
  // An end far ahead was written by a clock that has been set back since.
  const { rows } = await sql`
    INSERT INTO leases (name, holder, ends_at) VALUES (${name}, ${holder}, ${now} + ${sql.lit(forMs)})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
    WHERE leases.holder = excluded.holder OR leases.ends_at <= ${now}
      OR leases.ends_at > ${now} + ${sql.lit(10 * forMs)}
    RETURNING name`.execute(db);
  return rows.length === 1;
}

export async function releaseLease(db: Kysely<Tables>, name: string, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute();
}
