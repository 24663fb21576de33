/** What administrators set on the Settings page. */
import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { StoredSettings } from "../workspaces/people.ts";

export function createSettingQueries(db: Kysely<Tables>) {
  return {
    async read(): Promise<StoredSettings> {
      const rows = await db.selectFrom("settings").selectAll().orderBy("name").execute();
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    },

    /** All or nothing. Null removes a setting. */
    write: (changes: { [Name in keyof StoredSettings]: string | null }): Promise<void> =>
      db.transaction().execute(async (trx) => {
        for (const [key, value] of Object.entries(changes)) {
          const name = key as keyof StoredSettings;
          await trx.deleteFrom("settings").where("name", "=", name).execute();
          if (value !== null) await trx.insertInto("settings").values({ name, value }).execute();
        }
      }),
  };
}
