import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { lockCodes } from "../codes/rows.queries.ts";
import type { EngineName } from "../database/engine.ts";
import { removeSomeBy } from "../database/remove-by.ts";
import { reservedFor } from "../database/reserved.ts";
import type { Tables } from "../database/tables.ts";
import { actingNow } from "../shared/audit.ts";
import { notFound, voidInvitation } from "../shared/errors.ts";
import { sendAgain } from "../webhooks/deliveries.queries.ts";
import { writeAudit, writeAuditOf } from "../workspaces/audit.queries.ts";
import { lockInvitation, takeInvitation } from "../workspaces/invitations.queries.ts";
import { endBelongings } from "../workspaces/member-belongings.queries.ts";
import { type NewAccount, type Role, resetPurposes } from "../workspaces/people.ts";
import {
  followOwners,
  givePlan,
  insertWorkspace,
  lockMemberships,
  owned,
  removeWorkspace,
  voidInvitations,
  workspacesLeftBy,
} from "../workspaces/workspaces.queries.ts";
import { emailTaken, lastAdmin, lastWay, onlyOwnerOf } from "./refusals.ts";

type Trx = Transaction<Tables>;

export interface PasskeyRemoval {
  userId: string;
  id: string;
  /** Stays signed in. */
  exceptSession: string;
  /** The identity provider by which users can sign in, if any. */
  providerId: string | undefined;
  now: number;
}

/** An arbitrary number, the same on every node: protects changes of who is an administrator. */
const ADMIN_LOCK = 7_367_731;
/** Few enough that no other writer waits long for a step. */
const CODES_PER_STEP = 200;

/**
 * Creates, changes and ends accounts. There is always an administrator who can sign in. `announce` tells every node
 * within the change that any code may have changed; `changed` tells this one.
 */
export function createAccountQueries(
  db: Kysely<Tables>,
  engine: EngineName,
  announce: (trx: Trx) => Promise<void>,
  changed: () => void,
) {
  /** SQLite has one writer at a time anyway. */
  const lockAdmins = async (trx: Trx): Promise<void> => {
    if (engine === "postgres") {
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(ADMIN_LOCK)})`.execute(trx);
    }
  };

  const admins = (from: Kysely<Tables>) => from.selectFrom("user").select("user.id").where("role", "=", "admin");

  /** Whether another administrator can sign in, that is, has a password or a passkey. */
  const hasOther = async (trx: Trx, id: string): Promise<boolean> => {
    const rows = await admins(trx)
      .select("suspended")
      .where("user.id", "!=", id)
      .where(sql<boolean>`(EXISTS (SELECT 1 FROM "account" a WHERE a."userId" = "user"."id" AND a."password" IS NOT NULL)
        OR EXISTS (SELECT 1 FROM "passkey" p WHERE p."userId" = "user"."id"))`)
      .execute();
    return rows.some((row) => !row.suspended);
  };

  /** Changes administrators. Refused, with the field, if none would be left. */
  const keepingOne = (id: string, field: string, work: (trx: Trx) => Promise<void>): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await lockAdmins(trx);
      if (!(await hasOther(trx, id))) {
        const isAdmin = await admins(trx).where("id", "=", id).executeTakeFirst();
        if (isAdmin) throw lastAdmin(field);
      }
      await work(trx);
    });

  /** Also ends sign-ins that wait for a code: their value is the user's id. True if there was a session. */
  async function endSessions(from: Kysely<Tables>, id: string, except?: string): Promise<boolean> {
    const ended = await from
      .deleteFrom("session")
      .where("userId", "=", id)
      .$if(except !== undefined, (query) => query.where("id", "!=", except!))
      .returning("id")
      .execute();
    await from.deleteFrom("verification").where("value", "=", id).execute();
    return ended.length > 0;
  }

  /** Where no other entry says so. */
  async function endAndAnnounce(trx: Trx, id: string, now: number, except?: string): Promise<void> {
    if (!(await endSessions(trx, id, except))) return;
    const user = await trx.selectFrom("user").select("suspended").where("id", "=", id).executeTakeFirst();
    // A suspended user's session began with a sign-in that is being refused.
    if (!user?.suspended) await writeAuditOf(trx, id, "sign-in.sessions-ended", now);
  }

  /** SQLite has one writer at a time anyway. */
  const lockUser = (trx: Trx, id: string) =>
    trx.selectFrom("user").select(["id", "emailVerified"]).where("id", "=", id).forUpdate().executeTakeFirst();

  const insertPassword = (trx: Trx, userId: string, password: string, now: Date) =>
    trx
      .insertInto("account")
      .values({
        id: randomUUID(),
        userId,
        accountId: userId,
        providerId: "credential",
        password,
        createdAt: now,
        updatedAt: now,
      })
      .execute();

  /** The workspaces that a user created and nobody has put on another plan than the account's. */
  const madeOnPlan = async (trx: Trx, id: string, plan: string): Promise<string[]> => {
    const made = trx.selectFrom("workspaces").select("id").where("made_by", "=", id).where("plan", "=", plan);
    return (await made.execute()).map((row) => row.id);
  };

  return {
    hasAdmin: async (): Promise<boolean> => (await admins(db).limit(1).executeTakeFirst()) !== undefined,

    /** False for invited users who have not set one yet. */
    async hasPassword(id: string): Promise<boolean> {
      const found = await db
        .selectFrom("account")
        .select("id")
        .where("userId", "=", id)
        .where("password", "is not", null)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Null for unknown addresses and users without a password. */
    async passwordHash(email: string): Promise<string | null> {
      const found = await db
        .selectFrom("account")
        .innerJoin("user", "user.id", "account.userId")
        .select("password")
        .where("email", "=", email)
        .where("providerId", "=", "credential")
        .executeTakeFirst();
      return found?.password ?? null;
    },

    /**
     * The account with its password and its own workspace, all or nothing. With an invitation, it is also a member of
     * that workspace, and the invitation is used up: of several accounts by one invitation, one is made. False if it
     * should be the first administrator's and there is one.
     */
    async create({ passwordHash, createdAt, firstAdmin, workspaceId, plan, invitation, zone, ...user }: NewAccount) {
      let isTold = false;
      const isMade = await db.transaction().execute(async (trx) => {
        const invited = invitation === undefined ? null : await lockInvitation(trx, invitation, createdAt);
        if (invitation !== undefined && !invited) throw voidInvitation();
        if (firstAdmin) {
          await lockAdmins(trx);
          if (await admins(trx).limit(1).executeTakeFirst()) return false;
        }
        const now = new Date(createdAt);
        const inserted = await trx
          .insertInto("user")
          .values({ ...user, plan, suspended: false, createdAt: now, updatedAt: now })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returning("id")
          .executeTakeFirst();
        if (!inserted) throw emailTaken(user.email);
        if (passwordHash !== null) await insertPassword(trx, user.id, passwordHash, now);
        await insertWorkspace(trx, { id: workspaceId, name: user.name, zone, createdAt }, user.id);
        // Later than their own workspace, which is the first of their list.
        if (invited) isTold = await takeInvitation(trx, invited, user.id, createdAt + 1);
        if (isTold) await announce(trx);
        return true;
      });
      if (isTold) changed();
      return isMade;
    },

    /** Whether an account of an identity provider is joined to a user. */
    async isJoined({ providerId, accountId }: { providerId: string; accountId: string }): Promise<boolean> {
      const found = await db
        .selectFrom("account")
        .select("id")
        .where("providerId", "=", providerId)
        .where("accountId", "=", accountId)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Whether somebody else at the identity provider is joined to the user with this address. */
    async isOthers(
      email: string,
      { providerId, accountId }: { providerId: string; accountId: string },
    ): Promise<boolean> {
      const found = await db
        .selectFrom("account")
        .innerJoin("user", "user.id", "account.userId")
        .select("account.id")
        .where("email", "=", email)
        .where("providerId", "=", providerId)
        .where("accountId", "!=", accountId)
        .executeTakeFirst();
      return found !== undefined;
    },

    /**
     * For somebody with a link to the account: people of an identity provider join it anew. While nobody has proved its
     * address, somebody else may have created it: every other way into it ends, except that the second factor is still
     * asked for.
     */
    takeOver: (id: string, { provesEmail, now }: { provesEmail: boolean; now: number }): Promise<void> =>
      db.transaction().execute(async (trx) => {
        // In the order of everything that ends belongings, to avoid deadlocks.
        await lockMemberships(trx, id);
        const user = await lockUser(trx, id);
        await trx.deleteFrom("account").where("userId", "=", id).where("providerId", "!=", "credential").execute();
        if (!user || user.emailVerified) return;
        if (provesEmail) await trx.updateTable("user").set({ emailVerified: true }).where("id", "=", id).execute();
        for (const table of ["passkey", "account"] as const) {
          await trx.deleteFrom(table).where("userId", "=", id).execute();
        }
        await voidInvitations(trx, id, now);
        await endBelongings(trx, { userId: id }, now);
        await endSessions(trx, id);
      }),

    /** Also ends the user's sessions, except one, and links to a new password. False if there is no such user. */
    setPassword: (id: string, passwordHash: string, now: number, exceptSession?: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (!(await lockUser(trx, id))) return false;
        const { numUpdatedRows } = await trx
          .updateTable("account")
          .set({ password: passwordHash, updatedAt: new Date(now) })
          .where("userId", "=", id)
          .where("providerId", "=", "credential")
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) await insertPassword(trx, id, passwordHash, new Date(now));
        const links = Object.values(resetPurposes(id));
        await trx.deleteFrom("verification").where("identifier", "in", links).execute();
        await endSessions(trx, id, exceptSession);
        await writeAuditOf(trx, id, "sign-in.password-changed", now);
        return true;
      }),

    /** Also ends the user's other sessions. Refused if the user could not sign in any more. */
    removePasskey: ({ userId, id, exceptSession, providerId = "", now }: PasskeyRemoval): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const passkeys = await trx.selectFrom("passkey").select("id").where("userId", "=", userId).execute();
        if (!passkeys.some((passkey) => passkey.id === id)) throw notFound();
        const others = await trx
          .selectFrom("account")
          .select("id")
          .where("userId", "=", userId)
          .where(({ or, eb }) => or([eb("password", "is not", null), eb("providerId", "=", providerId)]))
          .execute();
        if (passkeys.length + others.length === 1) throw lastWay();
        await trx.deleteFrom("passkey").where("id", "=", id).execute();
        await endAndAnnounce(trx, userId, now, exceptSession);
      }),

    /** Also ends the user's sessions, except one. If it was on, there is an entry in every workspace of the user. */
    removeSecondFactor: (id: string, at: number, exceptSession?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const user = await trx.selectFrom("user").select("twoFactorEnabled").where("id", "=", id).executeTakeFirst();
        await trx.updateTable("user").set({ twoFactorEnabled: false }).where("id", "=", id).execute();
        await trx.deleteFrom("twoFactor").where("userId", "=", id).execute();
        await endSessions(trx, id, exceptSession);
        if (!user?.twoFactorEnabled) return;
        await writeAuditOf(trx, id, "sign-in.second-factor-off", at);
      }),

    /**
     * All or nothing: refused if no administrator would be left. Suspending ends the sessions and invitations. The plan is
     * also given to the workspaces that the user created, except those on another plan than the account.
     */
    async change(
      id: string,
      change: { plan?: string | undefined; role?: Role | undefined; suspended?: boolean | undefined },
      now = Date.now(),
    ): Promise<void> {
      const { plan, role, suspended } = change;
      if (Object.values(change).every((value) => value === undefined)) return;
      let isTold = false;
      const work = async (trx: Trx) => {
        if (plan !== undefined || suspended !== undefined) await lockMemberships(trx, id);
        const before = await trx
          .selectFrom("user")
          .select(["plan", "suspended"])
          .where("id", "=", id)
          .forNoKeyUpdate()
          .executeTakeFirstOrThrow();
        await trx.updateTable("user").set(change).where("id", "=", id).execute();
        if (plan !== undefined) await givePlan(trx, await madeOnPlan(trx, id, before.plan), plan, now);
        if (suspended === undefined) return;
        if (suspended !== Boolean(before.suspended)) {
          await writeAuditOf(trx, id, suspended ? "member.suspended" : "member.resumed", now);
        }
        isTold = await followOwners(trx, owned(trx, id));
        if (isTold) await announce(trx);
        if (!suspended) return before.suspended ? sendAgain(trx, id, now) : undefined;
        await endSessions(trx, id);
        // They must not come back by a link of their own.
        await voidInvitations(trx, id, now);
      };
      const mayLeaveNone = role === "member" || suspended === true;
      if (mayLeaveNone) await keepingOne(id, role === "member" ? "role" : "suspended", work);
      else await db.transaction().execute(work);
      if (isTold) changed();
    },

    /** False if the user has no such session. */
    endSession: (userId: string, id: string, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const ended = await trx
          .deleteFrom("session")
          .where("userId", "=", userId)
          .where("id", "=", id)
          .returning("id")
          .executeTakeFirst();
        if (ended) await writeAuditOf(trx, userId, "sign-in.sessions-ended", now);
        return ended !== undefined;
      }),

    endSessions: (id: string, now: number, except?: string): Promise<void> =>
      db.transaction().execute((trx) => endAndAnnounce(trx, id, now, except)),

    /**
     * Removes the account with its password and sessions, and the workspaces in which nobody else is a member; their
     * codes answer as paused until `removeSomeCodes` has moved them to the bin. In other workspaces the keys, webhooks
     * and links to numbers that the user created end. Refused if there are `orphaned` ones (see workspacesLeftBy).
     */
    async remove(id: string, now: number): Promise<void> {
      await keepingOne(id, "id", async (trx) => {
        const isLeaving = actingNow()?.actor?.name === id;
        const { alone, orphaned, shared } = await workspacesLeftBy(trx, id, isLeaving);
        if (orphaned.length > 0) {
          const found = trx.selectFrom("workspaces").select("name").where("id", "in", orphaned).orderBy("name");
          throw onlyOwnerOf((await found.execute()).map(({ name }) => name));
        }
        const action = isLeaving ? "member.left" : "member.removed";
        for (const workspaceId of shared) await writeAudit(trx, { workspaceId, at: now, action, userId: id });
        await endBelongings(trx, { userId: id }, now);
        for (const workspaceId of alone) await removeWorkspace(trx, workspaceId, now);
        await voidInvitations(trx, id, now);
        // Deletes the password and the sessions too.
        await trx.deleteFrom("user").where("id", "=", id).execute();
        if (shared.length > 0) await followOwners(trx, shared);
        await announce(trx);
      });
      changed();
    },

    /** Moves some codes of removed workspaces to the bin; false if none is left. */
    async removeSomeCodes(): Promise<boolean> {
      const workspace = await db.selectFrom("removed_workspaces").selectAll().limit(1).executeTakeFirst();
      if (!workspace) return false;
      const { workspace_id: id, removed_at: removedAt } = workspace;
      const some = await db
        .selectFrom("codes")
        .select("num")
        .where("workspace_id", "in", [id, reservedFor(id)])
        .where("deleted_at", "is", null)
        .limit(CODES_PER_STEP)
        .execute();
      const nums = some.map(({ num }) => num);
      if (nums.length === 0) {
        if (await removeSomeBy(db, "audit", "num", sql`workspace_id = ${id}`)) return true;
        await db.deleteFrom("removed_workspaces").where("workspace_id", "=", id).execute();
      } else {
        await db.transaction().execute(async (trx) => {
          await lockCodes(trx, engine, nums);
          await trx
            .updateTable("codes")
            .set({ deleted_at: removedAt })
            .where("num", "in", nums)
            .where("deleted_at", "is", null)
            .execute();
        });
      }
      return true;
    },
  };
}
