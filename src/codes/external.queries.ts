import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import { lastErased } from "../shared/bin.ts";

/** Takes these external IDs from codes that can no longer be restored. Returns whether there was any. */
export async function freeExternalIds(
  db: Kysely<Tables>,
  workspaceId: string,
  ids: readonly string[],
  now: number,
): Promise<boolean> {
  const freed = await db
    .updateTable("codes")
    .set({ external_id: null })
    .where("workspace_id", "=", workspaceId)
    .where("external_id", "in", ids)
    .where("deleted_at", "<=", lastErased(now))
    .returning("num")
    .execute();
  return freed.length > 0;
}
