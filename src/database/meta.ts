import { type Kysely, sql } from "kysely";
import type { MetaName } from "./database.table.ts";
import type { Tables } from "./tables.ts";

export function createMetaQueries(db: Kysely<Tables>) {
  return {
    async find(name: MetaName): Promise<number | undefined> {
      const row = await db.selectFrom("meta").select("value").where("name", "=", name).executeTakeFirst();
      return row?.value;
    },

    async set(name: MetaName, value: number): Promise<void> {
      await sql`INSERT INTO meta (name, value) VALUES (${name}, ${value})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(db);
    },
  };
}
