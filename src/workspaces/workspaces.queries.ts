/** Workspaces and their members. Every workspace has an owner, and every account owns a workspace. */
import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, type SelectQueryBuilder, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { joined } from "../database/table.ts";
import type { Tables } from "../database/tables.ts";
import { BIN_MS, lastErased } from "../shared/bin.ts";
import { notFound, workspaceGone } from "../shared/errors.ts";
import type { MemberRole } from "../shared/vocabulary.ts";
import { changesOf, writeAudit, writeChange } from "./audit.queries.ts";
import { belongingsOf, endBelongings } from "./member-belongings.queries.ts";
import type {
  DeletedWorkspace,
  KeptBelongings,
  Member,
  MemberBelongings,
  Membership,
  UtmPreset,
  Workspace,
} from "./people.ts";
import { lastOwner, tooManyOfCreator, tooManyOwners, tooManyWorkspaces } from "./refusals.ts";
import { workspaceTables } from "./workspaces.table.ts";

const { workspaces, members } = workspaceTables;
const MEMBERSHIP = joined(workspaces, members);

type Trx = Transaction<Tables>;
interface NewWorkspace extends Pick<Workspace, "id" | "name" | "createdAt"> {
  zone?: string | undefined;
  /** Undefined: that of the account that creates it. */
  plan?: string | undefined;
}
type WorkspaceChange = Partial<Pick<Workspace, "name" | "zone" | "contact">>;

interface MemberChange {
  workspaceId: string;
  userId: string;
  /** The user who does it. Checked under the lock: they may have been removed since the request began. */
  by: string;
  now: number;
  /** What an owner keeps of what somebody else made. */
  keep?: KeptBelongings;
}

/** Of a user. */
export const notSuspended = sql<boolean>`NOT suspended`;

/** An arbitrary number, the same on every node: protects what a user owns. */
const OWNED_LOCK = 7_367_732;

/** `announce` tells every node within the change that the codes of a workspace changed; `changed` tells this one. */
export function createWorkspaceQueries(
  db: Kysely<Tables>,
  engine: EngineName,
  announce: (trx: Trx, workspaceId: string) => Promise<void>,
  changed: (workspaceId: string) => void,
) {
  const memberships = (userId: string) =>
    db
      .selectFrom("members")
      .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
      .select(MEMBERSHIP.selection)
      .where("user_id", "=", userId)
      .where("deleted_at", "is", null)
      .orderBy("joined_at")
      .orderBy("workspaces.id");

  /** Changes members under a lock of the workspace, so that of two last owners one stays. `announceCodes` announces codes. */
  async function change<T>(
    workspaceId: string,
    work: (trx: Trx, announceCodes: () => Promise<void>) => Promise<T>,
    gone = notFound,
  ): Promise<T> {
    let isTold = false;
    const result = await db.transaction().execute(async (trx) => {
      await holdWorkspace(trx, workspaceId, gone);
      return work(trx, async () => {
        isTold = true;
        await announce(trx, workspaceId);
      });
    });
    if (isTold) changed(workspaceId);
    return result;
  }

  /** Who is not suspended: the codes of a workspace without such an owner stop. */
  const hasOtherOwner = async (trx: Trx, workspaceId: string, userId: string): Promise<boolean> => {
    const other = await trx
      .selectFrom("members")
      .innerJoin("user", "user.id", "user_id")
      .select("user_id")
      .where("workspace_id", "=", workspaceId)
      .where("members.role", "=", "owner")
      .where("user_id", "!=", userId)
      .where(notSuspended)
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
      return row ? workspaces.read(row) : null;
    },

    /** In the order in which the user joined them. */
    async ofUser(userId: string): Promise<Membership[]> {
      return (await memberships(userId).execute()).map(MEMBERSHIP.read);
    },

    /** Null if there is no such workspace or the user is not a member. */
    async membership(userId: string, workspaceId: string): Promise<Membership | null> {
      const row = await memberships(userId).where("workspaces.id", "=", workspaceId).executeTakeFirst();
      return row ? MEMBERSHIP.read(row) : null;
    },

    /** With its creator as owner, who can have `most`. */
    create: (workspace: NewWorkspace, userId: string, most = Number.POSITIVE_INFINITY): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockOwned(trx, engine, userId);
        if ((await ownedOrMade(trx, userId).execute()).length >= most) throw tooManyWorkspaces(most);
        await insertWorkspace(trx, workspace, userId);
      }),

    /**
     * Only of this workspace. If it is not the plan of the account that created it, a change of the account's plan leaves
     * it as it is.
     */
    setPlan: (id: string, plan: string, now: number): Promise<void> =>
      change(id, (trx) => givePlan(trx, [id], plan, now)),

    change: (id: string, fields: WorkspaceChange, now: number): Promise<void> =>
      change(id, async (trx, announceCodes) => {
        const found = trx.selectFrom("workspaces").select(["name", "zone", "contact"]).where("id", "=", id);
        const before = await found.executeTakeFirst();
        const entry = { workspaceId: id, at: now, action: "workspace.changed" } as const;
        if (!before || !(await writeChange<WorkspaceChange>(trx, entry, before, fields))) return;
        await trx.updateTable("workspaces").set(fields).where("id", "=", id).execute();
        // Known codes hold both: visitors are counted by its days, and see its contact.
        const isNew = (field: "zone" | "contact") => fields[field] !== undefined && fields[field] !== before[field];
        if (isNew("zone") || isNew("contact")) await announceCodes();
      }),

    /** In the order in which they were set. */
    async utmPresets(id: string): Promise<UtmPreset[]> {
      const row = await db.selectFrom("workspaces").select("utm_presets").where("id", "=", id).executeTakeFirst();
      return readPresets(row?.utm_presets);
    },

    /** Throws what `check` of the current ones throws. */
    setUtmPresets: (
      id: string,
      presets: readonly UtmPreset[],
      now: number,
      check: (current: UtmPreset[]) => void,
    ): Promise<void> => {
      const set = async (trx: Trx) => {
        const row = await trx.selectFrom("workspaces").select("utm_presets").where("id", "=", id).executeTakeFirst();
        check(readPresets(row?.utm_presets));
        const text = presets.length === 0 ? null : JSON.stringify(presets);
        if (text === (row?.utm_presets ?? null)) return;
        await trx.updateTable("workspaces").set({ utm_presets: text }).where("id", "=", id).execute();
        await writeAudit(trx, { workspaceId: id, at: now, action: "workspace.changed", detail: "utmPresets" });
      };
      return change(id, set, workspaceGone);
    },

    /**
     * Returns the members' ids. Until it is removed 30 days later, an owner can restore it; until then its keys are
     * refused, and its codes answer as paused ones. Owners who would own no workspace get one.
     */
    delete: (id: string, now: number): Promise<string[]> =>
      change(id, async (trx, announceCodes) => {
        await trx.updateTable("workspaces").set({ deleted_at: now, suspended: 1 }).where("id", "=", id).execute();
        const members = await trx
          .selectFrom("members")
          .innerJoin("user", "user.id", "members.user_id")
          .select(["user_id", "members.role", "name"])
          .where("workspace_id", "=", id)
          // Each is locked, in the same order by everybody, to avoid deadlocks.
          .orderBy("user_id")
          .execute();
        for (const { user_id, role, name } of members) {
          if (role !== "owner") continue;
          await ensureOwned(trx, engine, user_id, { id: randomUUID(), name, createdAt: now });
        }
        await writeAudit(trx, { workspaceId: id, at: now, action: "workspace.deleted" });
        await announceCodes();
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

    /** Refused if its time is over, or if its creator has created more than `most` others. */
    async restore(id: string, userId: string, now: number, most = Number.POSITIVE_INFINITY): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await lockWorkspace(trx, id, "deleted too");
        const there = await deleted(trx, now)
          .select("made_by")
          .where("id", "=", id)
          .where("id", "in", owned(trx, userId))
          .executeTakeFirst();
        if (!there) throw notFound();
        if (there.made_by !== null) {
          await lockOwned(trx, engine, there.made_by);
          if ((await madeAndLive(trx, there.made_by)).length > most) throw tooManyOfCreator(most);
        }
        await trx.updateTable("workspaces").set({ deleted_at: null }).where("id", "=", id).execute();
        await followOwners(trx, [id]);
        await writeAudit(trx, { workspaceId: id, at: now, action: "workspace.restored" });
        await announce(trx, id);
      });
      changed(id);
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
    join: (workspaceId: string, userId: string, role: MemberRole, now: number): Promise<void> =>
      change(workspaceId, async (trx, announceCodes) => {
        const member = { workspace_id: workspaceId, user_id: userId, role, joined_at: now };
        if (await insertMember(trx, member)) await announceCodes();
      }),

    /** What ends if a member leaves or becomes a viewer. */
    belongings: (workspaceId: string, userId: string, now: number): Promise<MemberBelongings> =>
      db.transaction().execute(async (trx) => {
        if ((await roleIn(trx, workspaceId, userId)) === undefined) throw notFound();
        return belongingsOf(trx, { workspaceId, userId }, now);
      }),

    /**
     * `by` has to be an owner. A viewer cannot create keys, webhooks and links to numbers, so those of one who becomes a
     * viewer end, and are returned. `ownWorkspace` is created for a user who would own no workspace. `most`: see isBeyond.
     */
    setRole: (
      { workspaceId, userId, role, by, now, keep }: MemberChange & { role: MemberRole },
      ownWorkspace: NewWorkspace,
      most = Number.POSITIVE_INFINITY,
    ): Promise<MemberBelongings> =>
      change(workspaceId, async (trx, announceCodes) => {
        const before = await roleIn(trx, workspaceId, userId);
        if (before === undefined || (await activeRoleIn(trx, workspaceId, by)) !== "owner") throw notFound();
        if (before === role) return nothing();
        if (before === "owner" && !(await hasOtherOwner(trx, workspaceId, userId))) throw lastOwner();
        if (role === "owner" && (await isBeyond(trx, workspaceId, by, most))) throw tooManyOwners(most);
        await trx
          .updateTable("members")
          .set({ role })
          .where("workspace_id", "=", workspaceId)
          .where("user_id", "=", userId)
          .execute();
        if (role !== "owner") await voidInvitations(trx, userId, now, workspaceId);
        if (await followOwners(trx, [workspaceId])) await announceCodes();
        await ensureOwned(trx, engine, userId, ownWorkspace);
        await writeAudit(trx, {
          workspaceId,
          at: now,
          action: "member.role-changed",
          userId,
          detail: role,
          changes: changesOf({ role: before }, { role }),
        });
        if (role !== "viewer") return nothing();
        return endBelongings(trx, { userId, workspaceId }, now, by === userId ? undefined : keep);
      }),

    /**
     * Ends a membership: a member leaves, or an owner removes them (`by`). Returns what ended with it. `ownWorkspace` as
     * in setRole.
     */
    removeMember: (
      { workspaceId, userId, by, now, keep }: MemberChange,
      ownWorkspace: NewWorkspace,
    ): Promise<MemberBelongings> =>
      change(workspaceId, async (trx, announceCodes) => {
        const isLeaving = by === userId;
        const role = await roleIn(trx, workspaceId, userId);
        if (role === undefined) throw notFound();
        if (!isLeaving && (await activeRoleIn(trx, workspaceId, by)) !== "owner") throw notFound();
        if (role === "owner" && !(await hasOtherOwner(trx, workspaceId, userId))) throw lastOwner();
        await trx.deleteFrom("members").where("workspace_id", "=", workspaceId).where("user_id", "=", userId).execute();
        const action = isLeaving ? "member.left" : "member.removed";
        await writeAudit(trx, { workspaceId, at: now, action, userId });
        const ended = await endBelongings(trx, { userId, workspaceId }, now, isLeaving ? undefined : keep);
        await voidInvitations(trx, userId, now, workspaceId);
        if (await followOwners(trx, [workspaceId])) await announceCodes();
        await ensureOwned(trx, engine, userId, ownWorkspace);
        return ended;
      }),
  };
}

/** The role of a user in a workspace; undefined if the user is no member. */
export async function roleIn(trx: Trx, workspaceId: string, userId: string): Promise<MemberRole | undefined> {
  const member = await trx
    .selectFrom("members")
    .select("role")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return member?.role;
}

/** The role in which a user may do something: nobody suspended has one. */
export async function activeRoleIn(trx: Trx, workspaceId: string, userId: string): Promise<MemberRole | undefined> {
  const active = await trx
    .selectFrom("user")
    .select("id")
    .where("id", "=", userId)
    .where(notSuspended)
    .executeTakeFirst();
  return active && roleIn(trx, workspaceId, userId);
}

/** Whether a user may create something in a workspace. */
export async function isEditorIn(trx: Trx, workspaceId: string, userId: string): Promise<boolean> {
  const role = await activeRoleIn(trx, workspaceId, userId);
  return role === "editor" || role === "owner";
}

const nothing = (): MemberBelongings => ({ keys: [], webhooks: [], links: [] });

export const readPresets = (text: string | null | undefined): UtmPreset[] => (text ? JSON.parse(text) : []);

/** The workspaces that a user owns. */
export const owned = (from: Kysely<Tables>, userId: string) =>
  from.selectFrom("members").select("workspace_id").where("user_id", "=", userId).where("role", "=", "owner");

/**
 * What counts against the limit of an account, deleted ones included: also those that it has handed over. A union, since
 * PostgreSQL reads all workspaces for an OR with a subquery.
 */
export const ownedOrMade = (from: Kysely<Tables>, userId: string) =>
  owned(from, userId).union(from.selectFrom("workspaces").select("id as workspace_id").where("made_by", "=", userId));

/** Those that an account has created and that are not deleted. */
const madeAndLive = (trx: Trx, userId: string) =>
  trx.selectFrom("workspaces").select("id").where("made_by", "=", userId).where("deleted_at", "is", null).execute();

/**
 * Whether a user created more than `most` workspaces, this one too, and owns no other. They can make nobody else an owner
 * of it: else they could leave it and get another, because they would own none, and so on without end.
 */
export async function isBeyond(trx: Trx, workspaceId: string, userId: string, most: number): Promise<boolean> {
  const made = await madeAndLive(trx, userId);
  if (made.length <= most || !made.some(({ id }) => id === workspaceId)) return false;
  const live = trx.selectFrom("workspaces").select("id").where("deleted_at", "is", null);
  const others = await owned(trx, userId)
    .where("workspace_id", "!=", workspaceId)
    .where("workspace_id", "in", live)
    .execute();
  return others.length === 0;
}

export async function insertWorkspace(trx: Trx, workspace: NewWorkspace, userId: string) {
  const { id, name, zone = "UTC", createdAt } = workspace;
  const account = await trx
    .selectFrom("user")
    .select("plan")
    .where("id", "=", userId)
    // A concurrent change of the account's plan waits, and then sees this workspace.
    .forShare()
    .executeTakeFirstOrThrow();
  const plan = workspace.plan ?? account.plan;
  await trx.insertInto("workspaces").values({ id, name, plan, zone, made_by: userId, created_at: createdAt }).execute();
  const member = { workspace_id: id, user_id: userId, role: "owner", joined_at: createdAt } as const;
  await trx.insertInto("members").values(member).execute();
  await writeAudit(trx, { workspaceId: id, at: createdAt, action: "workspace.created", userId });
}

/** Changes nothing if the user is already a member. True if the workspace is now suspended or no longer so. */
export async function insertMember(trx: Trx, member: Selectable<Tables["members"]>): Promise<boolean> {
  const { workspace_id: workspaceId, user_id: userId, role, joined_at: at } = member;
  const joined = await trx
    .insertInto("members")
    .values(member)
    .onConflict((conflict) => conflict.columns(["workspace_id", "user_id"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (joined) await writeAudit(trx, { workspaceId, at, action: "member.joined", userId, detail: role });
  return role === "owner" && followOwners(trx, [workspaceId]);
}

/** Somebody who is no owner any more must not come back by a link of their own. In one workspace or in all. */
export async function voidInvitations(trx: Trx, userId: string, now: number, workspaceId?: string): Promise<void> {
  const ended = await trx
    .deleteFrom("invitations")
    .where("made_by", "=", userId)
    .$if(workspaceId !== undefined, (query) => query.where("workspace_id", "=", workspaceId!))
    .returning(["id", "workspace_id", "role", "expires_at"])
    .execute();
  for (const { id, workspace_id, role, expires_at } of ended) {
    if (expires_at <= now) continue;
    const entry = { workspaceId: workspace_id, at: now, action: "member.invitation-revoked" } as const;
    await writeAudit(trx, { ...entry, subject: { id, name: role } });
  }
}

/** Otherwise two changes that each take a workspace from a user would count on each other's. SQLite has one writer. */
async function lockOwned(trx: Trx, engine: EngineName, userId: string): Promise<void> {
  if (engine === "sqlite") return;
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(OWNED_LOCK)}, hashtext(${userId}))`.execute(trx);
}

async function ensureOwned(trx: Trx, engine: EngineName, userId: string, workspace: NewWorkspace): Promise<void> {
  await lockOwned(trx, engine, userId);
  const live = trx.selectFrom("workspaces").select("id").where("deleted_at", "is", null);
  if (await owned(trx, userId).where("workspace_id", "in", live).limit(1).executeTakeFirst()) return;
  await insertWorkspace(trx, workspace, userId);
}

/** With an entry in each workspace whose plan this changes. */
export async function givePlan(trx: Trx, ids: readonly string[], plan: string, at: number): Promise<void> {
  if (ids.length === 0) return;
  const found = trx.selectFrom("workspaces").select(["id", "plan"]).where("id", "in", ids).where("plan", "!=", plan);
  for (const { id, plan: before } of await found.execute()) {
    await trx.updateTable("workspaces").set({ plan }).where("id", "=", id).execute();
    await writeChange(trx, { workspaceId: id, at, action: "workspace.plan-changed" }, { plan: before }, { plan });
  }
}

/**
 * Sets which of these workspaces are suspended: those whose owners all are. Expiry dates that passed while one was
 * suspended are not sent to its webhooks. True if any has changed.
 */
export async function followOwners(
  trx: Trx,
  ids: readonly string[] | SelectQueryBuilder<Tables, "members", { workspace_id: string }>,
): Promise<boolean> {
  const hasActiveOwner = sql<boolean>`EXISTS (SELECT 1 FROM members m JOIN "user" u ON u.id = m.user_id
    WHERE m.workspace_id = workspaces.id AND m.role = 'owner' AND NOT u.suspended)`;
  const changing = (suspended: number) =>
    trx
      .updateTable("workspaces")
      .set({ suspended })
      .where("id", "in", ids)
      .where("suspended", "!=", suspended)
      .where("deleted_at", "is", null);
  const suspended = await changing(1)
    .where(({ not }) => not(hasActiveOwner))
    .returning("id")
    .execute();
  const resumed = await changing(0).where(hasActiveOwner).returning("id").execute();
  const resumedIds = resumed.map(({ id }) => id);
  if (resumedIds.length > 0) {
    await trx.updateTable("webhooks").set({ since: Date.now() }).where("workspace_id", "in", resumedIds).execute();
  }
  return suspended.length + resumed.length > 0;
}

/**
 * Locks every workspace of which a user is a member or that they created, deleted ones too, so that nobody joins or
 * leaves meanwhile. Returns the user's memberships. In the same order as for a move, to avoid deadlocks.
 */
export async function lockMemberships(trx: Trx, userId: string) {
  const all = trx
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "workspace_id")
    .select(["workspace_id as id", "role", "deleted_at"])
    .where("user_id", "=", userId);
  const made = await trx.selectFrom("workspaces").select("id").where("made_by", "=", userId).execute();
  const ids = [...new Set([...(await all.execute()), ...made].map(({ id }) => id))].sort();
  for (const id of ids) await lockWorkspace(trx, id, "deleted too");
  // Roles may have changed while this waited for the locks.
  return all.execute();
}

/**
 * The workspaces that a user leaves: those with no other member, or deleted with no other owner (`alone`); with other
 * members but no owner (`orphaned`); and all others (`shared`). Whoever leaves by themselves (`isLeaving`) leaves an
 * owner who is not suspended, as with removeMember. They are locked.
 */
export async function workspacesLeftBy(trx: Trx, userId: string, isLeaving: boolean) {
  const alone: string[] = [];
  const orphaned: string[] = [];
  const shared: string[] = [];
  for (const { id, role: own, deleted_at } of await lockMemberships(trx, userId)) {
    const others = await trx
      .selectFrom("members")
      .innerJoin("user", "user.id", "user_id")
      .select(["members.role", "suspended"])
      .where("workspace_id", "=", id)
      .where("user_id", "!=", userId)
      .execute();
    const isKept = isLeaving && own === "owner" && deleted_at === null;
    if (others.some(({ role, suspended }) => role === "owner" && !(isKept && suspended))) shared.push(id);
    else if (others.length === 0 || deleted_at !== null) alone.push(id);
    else orphaned.push(id);
  }
  return { alone, orphaned, shared };
}

/**
 * Deletes keys, looks, webhooks, domains and brand too. The codes follow in steps: see removeSomeCodes. Hosts of its
 * domains may still lead here.
 */
export async function removeWorkspace(trx: Trx, id: string, now: number): Promise<void> {
  await sql`INSERT INTO retired_hosts (host, retired_at)
    SELECT host, ${sql.lit(now)} FROM domains WHERE workspace_id = ${id} AND verified_at IS NOT NULL
    ON CONFLICT DO NOTHING`.execute(trx);
  await trx.deleteFrom("idempotency").where("workspace_id", "=", id).execute();
  await trx.deleteFrom("workspaces").where("id", "=", id).execute();
  await trx.insertInto("removed_workspaces").values({ workspace_id: id, removed_at: now }).execute();
}

/** Those that were deleted 30 days ago. `announce` tells every node within each change; `changed` tells this one. */
export async function removeDeletedWorkspaces(
  db: Kysely<Tables>,
  now: number,
  announce: (trx: Trx) => Promise<void>,
  changed: () => void,
): Promise<void> {
  const due = db.selectFrom("workspaces").select("id").where("deleted_at", "<=", lastErased(now));
  for (const { id } of await due.execute()) {
    await db.transaction().execute(async (trx) => {
      await lockWorkspace(trx, id, "deleted too");
      const still = trx.selectFrom("workspaces").select("deleted_at").where("id", "=", id);
      const row = await still.where("deleted_at", "<=", lastErased(now)).executeTakeFirst();
      // Its codes have been in the bin since then.
      if (!row) return;
      await removeWorkspace(trx, id, row.deleted_at!);
      await announce(trx);
    });
    changed();
  }
}

/** As lockWorkspace. Throws if the workspace was removed or deleted. */
export async function holdWorkspace(trx: Trx, workspaceId: string, gone = workspaceGone): Promise<void> {
  if (!(await lockWorkspace(trx, workspaceId))) throw gone();
}

/**
 * Locks a workspace, so that two calls cannot both take the last place. SQLite has one writer. False if the workspace
 * was removed or, unless they are wanted too, deleted.
 */
export async function lockWorkspace(trx: Trx, workspaceId: string, wanted?: "deleted too"): Promise<boolean> {
  const workspace = await trx
    .selectFrom("workspaces")
    .select("id")
    .where("id", "=", workspaceId)
    .$if(wanted === undefined, (query) => query.where("deleted_at", "is", null))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return workspace !== undefined;
}
