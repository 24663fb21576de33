/** Random texts: secrets of the database, and one-time tokens. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** One-time tokens are stored by hash in better-auth's table for them. */
export function createOneTimeTokenQueries(db: Kysely<Tables>) {
  return {
    /** Stores a token's hash for a purpose, replacing the previous one. */
    replace: (purpose: string, hash: string, now: number, expiresAt: number): Promise<void> =>
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

    /** What is stored for a purpose; null if nothing is, or no longer. */
    async find(purpose: string, now: number): Promise<string | null> {
      const held = await db
        .selectFrom("verification")
        .select("value")
        .where("identifier", "=", purpose)
        .where("expiresAt", ">", new Date(now))
        .executeTakeFirst();
      return held?.value ?? null;
    },

    /** Whether `use` would accept it now. */
    async holds(purpose: string, hash: string, now: number): Promise<boolean> {
      const held = await db
        .selectFrom("verification")
        .select("id")
        .where("identifier", "=", purpose)
        .where("value", "=", hash)
        .where("expiresAt", ">", new Date(now))
        .executeTakeFirst();
      return held !== undefined;
    },

    /** What is stored becomes something else, at once. False if it is not this, or no longer. */
    async change(purpose: string, from: string, to: string, now: number): Promise<boolean> {
      const changed = await db
        .updateTable("verification")
        .set({ value: to, updatedAt: new Date(now) })
        .where("identifier", "=", purpose)
        .where("value", "=", from)
        .where("expiresAt", ">", new Date(now))
        .returning("id")
        .execute();
      return changed.length > 0;
    },

    /** True for the first valid use. */
    async use(purpose: string, hash: string, now: number): Promise<boolean> {
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

/** A random text per name, created once and the same on every node. */
export async function findSecret(db: Kysely<Tables>, name: string): Promise<string> {
  await db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return row.value;
}
