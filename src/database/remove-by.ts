import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Short enough that nobody waits long. */
export const ROWS_PER_STEP = 5000;

/** Removes all matching rows along an index, some thousands at a time. */
export async function removeBy(...what: Parameters<typeof removeSomeBy>): Promise<void> {
  while (await removeSomeBy(...what));
}

/** One step. True if there is more. */
export async function removeSomeBy(
  db: Kysely<Tables>,
  table: keyof Tables,
  column: string,
  condition: ReturnType<typeof sql>,
): Promise<boolean> {
  const by = sql.ref(column);
  const { rows } = await sql<{ edge: unknown }>`
    SELECT ${by} AS edge FROM ${sql.table(table)} WHERE ${condition}
    ORDER BY ${by} LIMIT 1 OFFSET ${ROWS_PER_STEP}`.execute(db);
  const [last] = rows;
  const upTo = last ? sql`AND ${by} <= ${last.edge}` : sql``;
  await sql`DELETE FROM ${sql.table(table)} WHERE ${condition} ${upTo}`.execute(db);
  return last !== undefined;
}
