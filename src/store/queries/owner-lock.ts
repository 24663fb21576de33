import type { Transaction } from "kysely";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";

/**
 * Two at once must not both take the last place: on SQLite there is one writer anyway. False when the
 * owner is gone.
 */
export async function lockOwner(trx: Transaction<Tables>, engine: EngineName, ownerId: string): Promise<boolean> {
  const owner = await trx
    .selectFrom("user")
    .select("id")
    .where("id", "=", ownerId)
    .$if(engine === "postgres", (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return owner !== undefined;
}
