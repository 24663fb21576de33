import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";

export async function findSecret(db: Kysely<Tables>, name: string): Promise<string> {
  await db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return row.value;
}
