import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import type { OneTimeTokenStore } from "../user-store.ts";

/** Kept in better-auth's table for such things, by their hash. */
export function createOneTimeTokenQueries(db: Kysely<Tables>): OneTimeTokenStore {
  return {
    replace: (purpose, hash, now, expiresAt) =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom("verification").where("identifier", "=", purpose).execute();
        await trx
          .insertInto("verification")
          .values({
            id: randomUUID(),
            identifier: purpose,
            value: hash,
            expiresAt: new Date(expiresAt),
            createdAt: new Date(now),
            updatedAt: new Date(now),
          })
          .execute();
      }),

    async holds(purpose, hash, now) {
      const held = await db
        .selectFrom("verification")
        .select("id")
        .where("identifier", "=", purpose)
        .where("value", "=", hash)
        .where("expiresAt", ">", new Date(now))
        .executeTakeFirst();
      return held !== undefined;
    },

    async use(purpose, hash, now) {
      const used = await db
        .deleteFrom("verification")
        .where("identifier", "=", purpose)
        .where("value", "=", hash)
        .where("expiresAt", ">", new Date(now))
        .returning("id")
        .execute();
      return used.length > 0;
    },
  };
}
