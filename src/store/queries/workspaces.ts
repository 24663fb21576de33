/** Workspaces and their members. Every workspace has an owner, and every account owns a workspace. */
import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, type SelectQueryBuilder, sql, type Transaction } from "kysely";
import type { MemberRole } from "../../shared/vocabulary.ts";
import type { DeletedWorkspace, Member, Membership, Workspace } from "../account-store.ts";
import { BIN_MS } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { writeAudit } from "./audit.ts";
import { lastErased } from "./code-lists.ts";

type Trx = Transaction<Tables>;
type Row = Selectable<Tables["workspaces"]>;
type NewWorkspace = Pick<Workspace, "id" | "name" | "plan" | "createdAt">;
/** A key that was revoked because its creator left. */
type RevokedKey = { name: string; prefix: string };

/** `announce` tells every node within the change that any code may have changed; `changed` tells this one. */
export function createWorkspaceQueries(
  db: Kysely<Tables>,
  engine: EngineName,
  announce: (trx: Trx) => Promise<void>,
  changed: () => void,
) {
  const memberships = (userId: string) =>
    db
      .selectFrom("members")
      .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
      .selectAll("workspaces")
      .select(["role", "joined_at"])
      .where("user_id", "=", userId)
      .where("deleted_at", "is", null)
      .orderBy("joined_at")
      .orderBy("workspaces.id");

  /** Changes members under a lock of the workspace, so that of two last owners one stays. */
  async function change<const T>(workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T | "not-found"> {
    const result = await db
      .transaction()
      .execute(async (trx) => ((await lockWorkspace(trx, engine, workspaceId)) ? work(trx) : "not-found"));
    changed();
    return result;
  }

  const memberOf = (trx: Trx, workspaceId: string, userId: string) =>
    trx
      .selectFrom("members")
      .select("role")
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .executeTakeFirst();

  const hasOtherOwner = async (trx: Trx, workspaceId: string, userId: string): Promise<boolean> => {
    const other = await trx
      .selectFrom("members")
      .select("user_id")
      .where("workspace_id", "=", workspaceId)
      .where("role", "=", "owner")
      .where("user_id", "!=", userId)
      .executeTakeFirst();
    return other !== undefined;
  };

  /** Those that can still be restored. */
  const deleted = (from: Kysely<Tables>, now: number) =>
    from.selectFrom("workspaces").where("deleted_at", ">", lastErased(now));

  return {
    /** Null if it is deleted. */
    async find(id: string): Promise<Workspace | null> {
      const found = db.selectFrom("workspaces").selectAll().where("id", "=", id).where("deleted_at", "is", null);
      const row = await found.executeTakeFirst();
      return row ? toWorkspace(row) : null;
    },

    /** In the order in which the user joined them. */
    async ofUser(userId: string): Promise<Membership[]> {
      return (await memberships(userId).execute()).map(toMembership);
    },

    /** Null if there is no such workspace or the user is not a member. */
    async membership(userId: string, workspaceId: string): Promise<Membership | null> {
      const row = await memberships(userId).where("workspaces.id", "=", workspaceId).executeTakeFirst();
      return row ? toMembership(row) : null;
    },

    /** With its creator as owner. */
    create: (workspace: NewWorkspace, userId: string): Promise<void> =>
      db.transaction().execute((trx) => insertWorkspace(trx, workspace, userId)),

    async change(
      id: string,
      change: Partial<Pick<Workspace, "name" | "zone" | "contact">>,
      now: number,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.updateTable("workspaces").set(change).where("id", "=", id).execute();
        const detail = Object.keys(change).join(", ");
        await writeAudit(trx, { workspaceId: id, at: now, action: "workspace.changed", detail });
      });
    },

    /**
     * Returns the members' ids. Until it is removed 30 days later, an owner can restore it; until then its keys are
     * refused, and its codes answer as paused ones. Owners who would own no workspace get one on the same plan.
     */
    delete: (id: string, now: number): Promise<string[] | "not-found"> =>
      change(id, async (trx) => {
        const { plan } = await trx
          .updateTable("workspaces")
          .set({ deleted_at: now, suspended: 1 })
          .where("id", "=", id)
          .returning("plan")
          .executeTakeFirstOrThrow();
        const members = await trx
          .selectFrom("members")
          .innerJoin("user", "user.id", "members.user_id")
          .select(["user_id", "members.role", "name"])
          .where("workspace_id", "=", id)
          .execute();
        for (const { user_id, role, name } of members) {
          if (role === "owner") await ensureOwned(trx, user_id, { id: randomUUID(), name, plan, createdAt: now });
        }
        await writeAudit(trx, { workspaceId: id, at: now, action: "workspace.deleted" });
        await announce(trx);
        return members.map(({ user_id }) => user_id);
      }),

    /** The deleted workspaces that a user owns, the latest first. */
    async deletedOf(userId: string, now: number): Promise<DeletedWorkspace[]> {
      const rows = await deleted(db, now)
        .innerJoin("members", "members.workspace_id", "workspaces.id")
        .select(["id", "name", "deleted_at"])
        .where("user_id", "=", userId)
        .where("role", "=", "owner")
        .orderBy("deleted_at", "desc")
        .execute();
      return rows.map(({ id, name, deleted_at }) => {
        return { id, name, deletedAt: deleted_at!, keptUntil: deleted_at! + BIN_MS };
      });
    },

    /** False if the user owns no such deleted workspace, or its time is over. */
    async restore(id: string, userId: string, now: number): Promise<boolean> {
      const isRestored = await db.transaction().execute(async (trx) => {
        await lockWorkspace(trx, engine, id, "deleted too");
        const { numUpdatedRows } = await trx
          .updateTable("workspaces")
          .set({ deleted_at: null })
          .where("id", "in", deleted(trx, now).select("id").where("id", "=", id))
          .where("id", "in", owned(trx, userId))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await followOwners(trx, [id]);
        await writeAudit(trx, { workspaceId: id, at: now, action: "workspace.restored" });
        await announce(trx);
        return true;
      });
      changed();
      return isRestored;
    },

    async members(workspaceId: string): Promise<Member[]> {
      const rows = await db
        .selectFrom("members")
        .innerJoin("user", "user.id", "members.user_id")
        .select(["user_id", "email", "name", "members.role", "joined_at"])
        .where("workspace_id", "=", workspaceId)
        .orderBy("joined_at")
        .orderBy("user_id")
        .execute();
      return rows.map(({ user_id: userId, joined_at: joinedAt, ...row }) => ({ ...row, userId, joinedAt }));
    },

    /** Keeps the role of somebody who already is a member. */
    join: (workspaceId: string, userId: string, role: MemberRole, now: number): Promise<"joined" | "not-found"> =>
      change(workspaceId, async (trx): Promise<"joined"> => {
        await insertMember(trx, { workspace_id: workspaceId, user_id: userId, role, joined_at: now });
        await announce(trx);
        return "joined";
      }),

    /**
     * A viewer cannot create keys, so one who becomes a viewer loses theirs. `ownWorkspace` is created for a user who
     * would own no workspace.
     */
    setRole: (
      { workspaceId, userId, role, now }: { workspaceId: string; userId: string; role: MemberRole; now: number },
      ownWorkspace: NewWorkspace,
    ): Promise<RevokedKey[] | "last-owner" | "not-found"> =>
      change(workspaceId, async (trx) => {
        const member = await memberOf(trx, workspaceId, userId);
        if (!member) return "not-found";
        if (role !== "owner" && !(await hasOtherOwner(trx, workspaceId, userId))) return "last-owner";
        await trx
          .updateTable("members")
          .set({ role })
          .where("workspace_id", "=", workspaceId)
          .where("user_id", "=", userId)
          .execute();
        if (role !== "owner") await voidInvitations(trx, workspaceId, userId);
        await followOwners(trx, [workspaceId]);
        await ensureOwned(trx, userId, ownWorkspace);
        await writeAudit(trx, { workspaceId, at: now, action: "member.role-changed", userId, detail: role });
        await announce(trx);
        return role === "viewer" ? revokeKeysOf(trx, userId, now, workspaceId) : [];
      }),

    /**
     * Ends a membership. The member's keys are revoked, except those with `keep`, which then belong to `keeper`.
     * `ownWorkspace` as in setRole.
     */
    removeMember: (
      {
        workspaceId,
        userId,
        now,
        keeper,
        keep = [],
      }: { workspaceId: string; userId: string; now: number; keeper?: string; keep?: readonly string[] },
      ownWorkspace: NewWorkspace,
    ): Promise<RevokedKey[] | "last-owner" | "not-found"> =>
      change(workspaceId, async (trx) => {
        if (!(await memberOf(trx, workspaceId, userId))) return "not-found";
        if (!(await hasOtherOwner(trx, workspaceId, userId))) return "last-owner";
        await trx.deleteFrom("members").where("workspace_id", "=", workspaceId).where("user_id", "=", userId).execute();
        if (keeper !== undefined && keep.length > 0) {
          await trx
            .updateTable("api_keys")
            .set({ made_by: keeper })
            .where("workspace_id", "=", workspaceId)
            .where("made_by", "=", userId)
            .where("prefix", "in", keep)
            .execute();
        }
        const action = keeper === undefined ? "member.left" : "member.removed";
        await writeAudit(trx, { workspaceId, at: now, action, userId });
        const revoked = await revokeKeysOf(trx, userId, now, workspaceId);
        await voidInvitations(trx, workspaceId, userId);
        await followOwners(trx, [workspaceId]);
        await ensureOwned(trx, userId, ownWorkspace);
        await announce(trx);
        return revoked;
      }),
  };
}

export const toWorkspace = (row: Row): Workspace => ({
  id: row.id,
  name: row.name,
  plan: row.plan,
  zone: row.zone,
  contact: row.contact,
  suspended: Boolean(row.suspended),
  createdAt: row.created_at,
});

const toMembership = (row: Row & Pick<Selectable<Tables["members"]>, "role" | "joined_at">): Membership => ({
  ...toWorkspace(row),
  role: row.role,
  joinedAt: row.joined_at,
});

/** The workspaces that a user owns. */
export const owned = (trx: Trx, userId: string) =>
  trx.selectFrom("members").select("workspace_id").where("user_id", "=", userId).where("role", "=", "owner");

export async function insertWorkspace(trx: Trx, { id, name, plan, createdAt }: NewWorkspace, userId: string) {
  await trx.insertInto("workspaces").values({ id, name, plan, created_at: createdAt }).execute();
  const member = { workspace_id: id, user_id: userId, role: "owner", joined_at: createdAt } as const;
  await trx.insertInto("members").values(member).execute();
  await writeAudit(trx, { workspaceId: id, at: createdAt, action: "workspace.created", userId });
}

/** Changes nothing if the user is already a member. */
export async function insertMember(trx: Trx, member: Selectable<Tables["members"]>): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId, role, joined_at: at } = member;
  const joined = await trx
    .insertInto("members")
    .values(member)
    .onConflict((conflict) => conflict.columns(["workspace_id", "user_id"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (joined) await writeAudit(trx, { workspaceId, at, action: "member.joined", userId, detail: role });
  if (member.role === "owner") await followOwners(trx, [member.workspace_id]);
}

/** Somebody who is no owner any more must not come back by a link of their own. */
const voidInvitations = (trx: Trx, workspaceId: string, userId: string) =>
  trx.deleteFrom("invitations").where("workspace_id", "=", workspaceId).where("made_by", "=", userId).execute();

async function ensureOwned(trx: Trx, userId: string, workspace: NewWorkspace): Promise<void> {
  const live = trx.selectFrom("workspaces").select("id").where("deleted_at", "is", null);
  if (await owned(trx, userId).where("workspace_id", "in", live).limit(1).executeTakeFirst()) return;
  await insertWorkspace(trx, workspace, userId);
}

/**
 * Sets which of these workspaces are suspended: those whose owners all are. Expiry dates that passed while one was
 * suspended are not sent to its webhooks.
 */
export async function followOwners(
  trx: Trx,
  ids: readonly string[] | SelectQueryBuilder<Tables, "members", { workspace_id: string }>,
): Promise<void> {
  const hasActiveOwner = sql<boolean>`EXISTS (SELECT 1 FROM members m JOIN "user" u ON u.id = m.user_id
    WHERE m.workspace_id = workspaces.id AND m.role = 'owner' AND NOT u.suspended)`;
  const changing = (suspended: number) =>
    trx
      .updateTable("workspaces")
      .set({ suspended })
      .where("id", "in", ids)
      .where("suspended", "!=", suspended)
      .where("deleted_at", "is", null);
  await changing(1)
    .where(({ not }) => not(hasActiveOwner))
    .execute();
  const resumed = await changing(0).where(hasActiveOwner).returning("id").execute();
  if (resumed.length === 0) return;
  const resumedIds = resumed.map(({ id }) => id);
  await trx.updateTable("webhooks").set({ since: Date.now() }).where("workspace_id", "in", resumedIds).execute();
}

/** Revokes the keys that a user created, in one workspace or in all. */
export async function revokeKeysOf(trx: Trx, userId: string, now: number, workspaceId?: string): Promise<RevokedKey[]> {
  const revoked = await trx
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("made_by", "=", userId)
    .where("revoked_at", "is", null)
    .$if(workspaceId !== undefined, (query) => query.where("workspace_id", "=", workspaceId!))
    .returning(["workspace_id", "name", "prefix"])
    .execute();
  for (const { workspace_id, prefix, name } of revoked) {
    const subject = { id: prefix, name };
    await writeAudit(trx, { workspaceId: workspace_id, at: now, action: "key.revoked", subject });
  }
  return revoked.map(({ name, prefix }) => ({ name, prefix }));
}

/**
 * The workspaces that a user owns: those with no other member, or deleted with no other owner (`alone`); with other
 * members but no other owner (`orphaned`); and with another owner (`shared`). They are locked, so that nobody joins or
 * leaves meanwhile.
 */
export async function workspacesLeftBy(trx: Trx, engine: EngineName, userId: string) {
  const ids = (await owned(trx, userId).orderBy("workspace_id").execute()).map((row) => row.workspace_id);
  const alone: string[] = [];
  const orphaned: string[] = [];
  const shared: string[] = [];
  for (const id of ids) {
    await lockWorkspace(trx, engine, id, "deleted too");
    const isDeleted = !(await lockWorkspace(trx, engine, id));
    const others = await trx
      .selectFrom("members")
      .select("role")
      .where("workspace_id", "=", id)
      .where("user_id", "!=", userId)
      .execute();
    if (others.some(({ role }) => role === "owner")) shared.push(id);
    else if (others.length === 0 || isDeleted) alone.push(id);
    else orphaned.push(id);
  }
  return { alone, orphaned, shared };
}

/** Deletes keys, looks, webhooks and brand too. The codes follow in steps: see removeSomeCodes. */
export async function removeWorkspace(trx: Trx, id: string, now: number): Promise<void> {
  await trx.deleteFrom("idempotency").where("workspace_id", "=", id).execute();
  await trx.deleteFrom("workspaces").where("id", "=", id).execute();
  await trx.insertInto("removed_workspaces").values({ workspace_id: id, removed_at: now }).execute();
}

/** Those that were deleted 30 days ago. */
export async function removeDeletedWorkspaces(db: Kysely<Tables>, engine: EngineName, now: number): Promise<void> {
  const due = db.selectFrom("workspaces").select("id").where("deleted_at", "<=", lastErased(now));
  for (const { id } of await due.execute()) {
    await db.transaction().execute(async (trx) => {
      await lockWorkspace(trx, engine, id, "deleted too");
      const still = trx.selectFrom("workspaces").select("deleted_at").where("id", "=", id);
      const row = await still.where("deleted_at", "<=", lastErased(now)).executeTakeFirst();
      // Its codes have been in the bin since then.
      if (row) await removeWorkspace(trx, id, row.deleted_at!);
    });
  }
}

/**
 * Locks a workspace, so that two calls cannot both take the last place. SQLite has one writer. False if the workspace
 * was removed or, unless they are wanted too, deleted.
 */
export async function lockWorkspace(
  trx: Trx,
  engine: EngineName,
  workspaceId: string,
  wanted?: "deleted too",
): Promise<boolean> {
  const workspace = await trx
    .selectFrom("workspaces")
    .select("id")
    .where("id", "=", workspaceId)
    .$if(wanted === undefined, (query) => query.where("deleted_at", "is", null))
    .$if(engine === "postgres", (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return workspace !== undefined;
}
