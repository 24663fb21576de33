/** Links to join a workspace. Only the hash of a link's token is stored. */
import type { Kysely, Selectable, Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { notFound, tooManyInForce } from "../shared/errors.ts";
import { writeAudit } from "./audit.queries.ts";
import type { Invitation } from "./people.ts";
import { tooManyOwners } from "./refusals.ts";
import {
  activeRoleIn,
  holdWorkspace,
  insertMember,
  isBeyond,
  lockWorkspace,
  notSuspended,
  roleIn,
} from "./workspaces.queries.ts";
import { workspaceTables } from "./workspaces.table.ts";

const { invitations } = workspaceTables;
type Trx = Transaction<Tables>;
type NewInvitation = Omit<Invitation, "email"> & { hash: string; email?: string | null };

/** `announce` and `changed` as in workspaces.ts. */
export function createInvitationQueries(
  db: Kysely<Tables>,
  announce: (trx: Trx, workspaceId: string) => Promise<void>,
  changed: (workspaceId: string) => void,
) {
  return {
    /** Refused also if `madeBy` is suspended or no owner any more. `mostWorkspaces`: see isBeyond. */
    async create(invitation: NewInvitation, most: number, mostWorkspaces = Number.POSITIVE_INFINITY): Promise<void> {
      const { id, workspaceId, role, hash, madeBy, createdAt } = invitation;
      // Also if this one is refused.
      await db.deleteFrom("invitations").where("expires_at", "<=", createdAt).execute();
      await db.transaction().execute(async (trx) => {
        await holdWorkspace(trx, workspaceId, notFound);
        if ((await activeRoleIn(trx, workspaceId, madeBy)) !== "owner") throw notFound();
        if (role === "owner" && (await isBeyond(trx, workspaceId, madeBy, mostWorkspaces)))
          throw tooManyOwners(mostWorkspaces);
        const there = await valid(trx, createdAt).select("id").where("workspace_id", "=", workspaceId).execute();
        if (there.length >= most) throw tooManyInForce("role", most, "unused invitations");
        await trx
          .insertInto("invitations")
          .values({ ...invitations.write(invitation), hash })
          .execute();
        const subject = { id, name: role };
        await writeAudit(trx, { workspaceId, at: createdAt, action: "member.invited", subject, detail: role });
      });
    },

    async list(workspaceId: string, now: number): Promise<Invitation[]> {
      const rows = await valid(db, now)
        .select(invitations.selection)
        .where("workspace_id", "=", workspaceId)
        .orderBy("id", "desc")
        .execute();
      return rows.map(invitations.read);
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
    async find(
      hash: string,
      now: number,
    ): Promise<(Pick<Invitation, "workspaceId" | "role" | "email"> & { name: string }) | null> {
      const found = await valid(db, now)
        .innerJoin("workspaces", "workspaces.id", "invitations.workspace_id")
        .select(["workspace_id as workspaceId", "name", "role", "email"])
        .where("hash", "=", hash)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return found ?? null;
    },

    /** Uses a link up and returns its workspace; null if it is not valid. A member keeps the role and the link. */
    async accept(hash: string, userId: string, now: number): Promise<string | null> {
      let isTold = false;
      const workspaceId = await db.transaction().execute(async (trx) => {
        const invitation = await lockInvitation(trx, hash, now);
        if (!invitation) return null;
        const { workspace_id } = invitation;
        if ((await roleIn(trx, workspace_id, userId)) !== undefined) return workspace_id;
        isTold = await takeInvitation(trx, invitation, userId, now);
        if (isTold) await announce(trx, workspace_id);
        return workspace_id;
      });
      if (isTold) changed(workspaceId!);
      return workspaceId;
    },
  };
}

type Row = Selectable<Tables["invitations"]>;

/** Nobody who is suspended lets others in. */
const valid = (from: Kysely<Tables>, now: number) =>
  from
    .selectFrom("invitations")
    .where("expires_at", ">", now)
    .where("invitations.made_by", "in", from.selectFrom("user").select("user.id").where(notSuspended));

/** A valid invitation, locked with its workspace, so that nobody else uses or ends it; null if there is none. */
export async function lockInvitation(trx: Trx, hash: string, now: number): Promise<Row | null> {
  const wanted = valid(trx, now).selectAll().where("hash", "=", hash);
  const found = await wanted.executeTakeFirst();
  if (!found || !(await lockWorkspace(trx, found.workspace_id))) return null;
  // Somebody may have used it while this waited for the lock, and somebody else may be withdrawing it.
  const still = await wanted.forUpdate().executeTakeFirst();
  return still ?? null;
}

/** Uses up a locked invitation. Returns what insertMember does. */
export async function takeInvitation(trx: Trx, { id, workspace_id, role }: Row, userId: string, now: number) {
  await trx.deleteFrom("invitations").where("id", "=", id).execute();
  return insertMember(trx, { workspace_id, user_id: userId, role, joined_at: now });
}
