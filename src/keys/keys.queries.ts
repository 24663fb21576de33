import { type Kysely, sql } from "kysely";
import { joined } from "../database/table.ts";
import type { Tables } from "../database/tables.ts";
import { limitTables } from "../limits/limits.table.ts";
import { tooManyInForce, workspaceGone } from "../shared/errors.ts";
import { writeAudit } from "../workspaces/audit.queries.ts";
import type { Key, KeyCredential } from "../workspaces/people.ts";
import { holdWorkspace, isEditorIn } from "../workspaces/workspaces.queries.ts";
import { keyTables } from "./keys.table.ts";

const { api_keys: keys } = keyTables;
const KEY = joined(keys, limitTables.rate_windows);

export function createKeyQueries(db: Kysely<Tables>) {
  return {
    /** Up to `mostInForce` that are valid. Refused if `madeBy` is suspended or no editor of the workspace any more. */
    create: (key: Omit<Key, "lastUsedAt" | "revokedAt"> & { hash: string }, mostInForce: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await holdWorkspace(trx, key.workspaceId);
        if (key.madeBy === null || !(await isEditorIn(trx, key.workspaceId, key.madeBy))) throw workspaceGone();
        const { inForce } = await trx
          .selectFrom("api_keys")
          .select(sql<number>`count(*)`.as("inForce"))
          .where("workspace_id", "=", key.workspaceId)
          .where("revoked_at", "is", null)
          .where(({ eb, or }) => or([eb("ends_at", "is", null), eb("ends_at", ">", key.createdAt)]))
          .executeTakeFirstOrThrow();
        if (Number(inForce) >= mostInForce) throw tooManyInForce("name", mostInForce, "active keys");
        await trx
          .insertInto("api_keys")
          .values({ ...keys.write(key), hash: key.hash })
          .execute();
        await trx.insertInto("rate_windows").values({ key_id: key.id, last_used_at: null }).execute();
        const { workspaceId, prefix, name, scope, createdAt: at } = key;
        await writeAudit(trx, {
          workspaceId,
          at,
          action: "key.created",
          subject: { id: prefix, name },
          detail: scope,
        });
      }),

    async findByPrefix(prefix: string): Promise<KeyCredential | null> {
      const row = await db
        .selectFrom("api_keys")
        .innerJoin("workspaces", "workspaces.id", "api_keys.workspace_id")
        .leftJoin("user", "user.id", "api_keys.made_by")
        .select([
          "api_keys.id",
          "workspace_id",
          "api_keys.name",
          "scope",
          "ends_at",
          "hash",
          "revoked_at",
          "workspaces.plan",
        ])
        .select(["api_keys.made_by as madeBy", "workspaces.made_by as workspaceMadeBy"])
        .select(["workspaces.suspended", "user.suspended as makerSuspended"])
        .where("prefix", "=", prefix)
        .executeTakeFirst();
      if (!row) return null;
      const refused = row.revoked_at !== null || Boolean(row.suspended || row.makerSuspended);
      const { id, name, scope, ends_at: endsAt, hash, plan } = row;
      const { workspace_id: workspaceId, madeBy, workspaceMadeBy } = row;
      const person = madeBy ?? workspaceMadeBy ?? workspaceId;
      return { id, workspaceId, person, name, scope, endsAt, hash, plan, refused };
    },

    /** Whether the creator of a full key is an owner of its workspace now. */
    async isOwners(keyId: string): Promise<boolean> {
      const found = await db
        .selectFrom("api_keys")
        .innerJoin("members", (join) =>
          join.onRef("members.workspace_id", "=", "api_keys.workspace_id").onRef("user_id", "=", "made_by"),
        )
        .select("id")
        .where("id", "=", keyId)
        .where("scope", "=", "full")
        .where("role", "=", "owner")
        .executeTakeFirst();
      return found !== undefined;
    },

    async list(workspaceId: string): Promise<Key[]> {
      const rows = await db
        .selectFrom("api_keys")
        .innerJoin("rate_windows", "rate_windows.key_id", "api_keys.id")
        .select(KEY.selection)
        .where("workspace_id", "=", workspaceId)
        .orderBy("created_at", "desc")
        .execute();
      return rows.map(KEY.read);
    },

    /** False if there is no such valid key. Without `workspaceId`: of any workspace. */
    revoke: (prefix: string, now: number, workspaceId?: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        let query = trx
          .updateTable("api_keys")
          .set({ revoked_at: now })
          .where("prefix", "=", prefix)
          .where("revoked_at", "is", null);
        if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
        const key = await query.returning(["workspace_id", "name", "prefix"]).executeTakeFirst();
        if (!key) return false;
        const subject = { id: key.prefix, name: key.name };
        await writeAudit(trx, { workspaceId: key.workspace_id, at: now, action: "key.revoked", subject });
        return true;
      }),
  };
}
