import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import type { AccountStore } from "../types.ts";

type Trx = Transaction<Tables>;

/** Any number, the same on every node: whoever holds it may say who is an administrator. */
const ADMIN_LOCK = 7_367_727;
const CODES_A_STEP = 1000;

/** `announce` tells every node that any code may have changed, as part of the change; `changed` this one. */
export function createAccountQueries(
  db: Kysely<Tables>,
  engine: EngineName,
  announce: (trx: Trx) => Promise<void>,
  changed: () => void,
): AccountStore {
  /** SQLite has one writer at a time anyway. */
  const lockAdmins = async (trx: Trx): Promise<void> => {
    if (engine === "postgres") {
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(ADMIN_LOCK)})`.execute(trx);
    }
  };

  const admins = (from: Kysely<Tables>) =>
    from.selectFrom("user").select("id").where("role", "=", "admin");

  /** Whether somebody who can sign in is an administrator beside this person. */
  const hasOther = async (trx: Trx, id: string): Promise<boolean> => {
    const rows = await admins(trx).select("suspended").where("id", "!=", id).execute();
    return rows.some((row) => !row.suspended);
  };

  /** Changes who the administrators are; false when that would leave none. */
  const keepingOne = (id: string, work: (trx: Trx) => Promise<unknown>): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      await lockAdmins(trx);
      if (!(await hasOther(trx, id))) {
        const isAdmin = await admins(trx).where("id", "=", id).executeTakeFirst();
        if (isAdmin) return false;
      }
      await work(trx);
      return true;
    });

  const endSessions = (from: Kysely<Tables>, id: string) =>
    from.deleteFrom("session").where("userId", "=", id).execute();

  const insertPassword = (trx: Trx, userId: string, password: string, now: Date) =>
    trx
      .insertInto("account")
      .values({
        ...{ id: randomUUID(), userId, accountId: userId, providerId: "credential", password },
        ...{ createdAt: now, updatedAt: now },
      })
      .execute();

  return {
    hasAdmin: async () => (await admins(db).limit(1).executeTakeFirst()) !== undefined,

    create: ({ passwordHash, createdAt, firstAdmin, ...person }) =>
      db.transaction().execute(async (trx) => {
        if (firstAdmin) {
          await lockAdmins(trx);
          if (await admins(trx).limit(1).executeTakeFirst()) return "has-admin";
        }
        const now = new Date(createdAt);
        const inserted = await trx
          .insertInto("user")
          .values({
            ...{ ...person, emailVerified: true, suspended: false, contact: null },
            ...{ createdAt: now, updatedAt: now },
          })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .returning("id")
          .executeTakeFirst();
        if (!inserted) return "email-taken";
        await insertPassword(trx, person.id, passwordHash, now);
        return "made";
      }),

    setPassword: (id, passwordHash, now) =>
      db.transaction().execute(async (trx) => {
        const found = await trx
          .selectFrom("user")
          .select("id")
          .where("id", "=", id)
          .executeTakeFirst();
        if (!found) return false;
        const { numUpdatedRows } = await trx
          .updateTable("account")
          .set({ password: passwordHash, updatedAt: new Date(now) })
          .where("userId", "=", id)
          .where("providerId", "=", "credential")
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) await insertPassword(trx, id, passwordHash, new Date(now));
        await endSessions(trx, id);
        return true;
      }),

    setRole: async (id, role) => {
      const change = (trx: Kysely<Tables>) =>
        trx.updateTable("user").set({ role }).where("id", "=", id).execute();
      if (role === "member") return keepingOne(id, change);
      await change(db);
      return true;
    },

    async setSuspended(id, suspended) {
      const change = async (trx: Trx) => {
        await trx.updateTable("user").set({ suspended }).where("id", "=", id).execute();
        await announce(trx);
        if (suspended) await endSessions(trx, id);
      };
      if (suspended && !(await keepingOne(id, change))) return false;
      if (!suspended) await db.transaction().execute(change);
      changed();
      return true;
    },

    endSessions: async (id) => void (await endSessions(db, id)),

    async removeCodes(id, now) {
      const some = db
        .selectFrom("codes")
        .select("num")
        .where("owner_id", "=", id)
        .where("deleted_at", "is", null)
        .limit(CODES_A_STEP);
      const { numUpdatedRows } = await db
        .updateTable("codes")
        .set({ deleted_at: now })
        .where("num", "in", some)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    async remove(id) {
      const removed = await keepingOne(id, async (trx) => {
        await trx.deleteFrom("idempotency").where("owner_id", "=", id).execute();
        // Password, sessions, keys and their windows go with it.
        await trx.deleteFrom("user").where("id", "=", id).execute();
        await announce(trx);
      });
      if (removed) changed();
      return removed;
    },
  };
}
