/** Links to join a workspace. Only the hash of a link's token is stored. */
import type { Kysely, Transaction } from "kysely";
import type { MemberRole } from "../../shared/vocabulary.ts";
import type { Invitation } from "../account-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { writeAudit } from "./audit.ts";
import { insertMember, lockWorkspace } from "./workspaces.ts";

/** `announce` and `changed` as in workspaces.ts. */
export function createInvitationQueries(
  db: Kysely<Tables>,
  engine: EngineName,
  announce: (trx: Transaction<Tables>) => Promise<void>,
  changed: () => void,
) {
  const valid = (from: Kysely<Tables>, now: number) => from.selectFrom("invitations").where("expires_at", ">", now);

  return {
    /** "too-many": the workspace has that many unused ones. */
    create: (invitation: Invitation & { hash: string }, most: number): Promise<"made" | "too-many" | "not-found"> =>
      db.transaction().execute(async (trx) => {
        const { id, workspaceId, role, hash, madeBy, createdAt, expiresAt } = invitation;
        if (!(await lockWorkspace(trx, engine, workspaceId))) return "not-found";
        await trx.deleteFrom("invitations").where("expires_at", "<=", createdAt).execute();
        const there = await valid(trx, createdAt).select("id").where("workspace_id", "=", workspaceId).execute();
        if (there.length >= most) return "too-many";
        await trx
          .insertInto("invitations")
          .values({
            id,
            workspace_id: workspaceId,
            role,
            hash,
            made_by: madeBy,
            created_at: createdAt,
            expires_at: expiresAt,
          })
          .execute();
        const subject = { id, name: role };
        await writeAudit(trx, { workspaceId, at: createdAt, action: "member.invited", subject, detail: role });
        return "made";
      }),

    async list(workspaceId: string, now: number): Promise<Invitation[]> {
      const rows = await valid(db, now)
        .select(["id", "role", "made_by as madeBy", "created_at as createdAt", "expires_at as expiresAt"])
        .where("workspace_id", "=", workspaceId)
        .orderBy("id", "desc")
        .execute();
      return rows.map((row) => ({ ...row, workspaceId }));
    },

    /** False if there is no such unused invitation. */
    remove: (workspaceId: string, id: string, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const removed = await trx
          .deleteFrom("invitations")
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", id)
          .returning("role")
          .executeTakeFirst();
        if (!removed) return false;
        const subject = { id, name: removed.role };
        await writeAudit(trx, { workspaceId, at: now, action: "member.invitation-revoked", subject });
        return true;
      }),

    /** What the link with this hash leads to; null if it is not valid. */
    async find(hash: string, now: number): Promise<{ workspaceId: string; name: string; role: MemberRole } | null> {
      const found = await valid(db, now)
        .innerJoin("workspaces", "workspaces.id", "invitations.workspace_id")
        .select(["workspace_id as workspaceId", "name", "role"])
        .where("hash", "=", hash)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return found ?? null;
    },

    /** Uses a link up and returns its workspace; null if it is not valid. A member keeps the role and the link. */
    async accept(hash: string, userId: string, now: number): Promise<string | null> {
      const workspaceId = await db.transaction().execute(async (trx) => {
        const found = await valid(trx, now).select("workspace_id").where("hash", "=", hash).executeTakeFirst();
        if (!found || !(await lockWorkspace(trx, engine, found.workspace_id))) return null;
        const member = await trx
          .selectFrom("members")
          .select("role")
          .where("workspace_id", "=", found.workspace_id)
          .where("user_id", "=", userId)
          .executeTakeFirst();
        if (member) return found.workspace_id;
        const used = await trx.deleteFrom("invitations").where("hash", "=", hash).returningAll().executeTakeFirst();
        if (!used) return null;
        const { workspace_id, role } = used;
        await insertMember(trx, { workspace_id, user_id: userId, role, joined_at: now });
        await announce(trx);
        return workspace_id;
      });
      changed();
      return workspaceId;
    },
  };
}
