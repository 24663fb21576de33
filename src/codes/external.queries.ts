import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import { lastErased } from "../shared/bin.ts";
import type { Code } from "./code.ts";
import { CODE } from "./codes.table.ts";

/** As worded by either engine. */
export const isExternalIdHeld = ({ message }: Error): boolean =>
  /unique constraint.+\bcodes[._]external_id/i.test(message);

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

/** Those of the external IDs that codes of the workspace have. */
export async function heldExternalIds(
  db: Kysely<Tables>,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const query = db.selectFrom("codes").select("external_id").where("workspace_id", "=", workspaceId);
  const rows = await query.where("external_id", "in", ids).execute();
  return new Set(rows.flatMap(({ external_id }) => external_id ?? []));
}

export const createExternalQueries = (db: Kysely<Tables>) => ({
  /** By the caller's own id, also in the bin while it can be restored. */
  async findExternal(workspaceId: string, externalId: string, now: number): Promise<Code | null> {
    const row = await db
      .selectFrom("codes")
      .innerJoin("code_counters", "code_counters.code_num", "codes.num")
      .select(CODE.selection)
      .where("workspace_id", "=", workspaceId)
      .where("external_id", "=", externalId)
      .where((is) => is.or([is("deleted_at", "is", null), is("deleted_at", ">", lastErased(now))]))
      .executeTakeFirst();
    return row ? CODE.read(row) : null;
  },
});
