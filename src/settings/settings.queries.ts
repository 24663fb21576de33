/** What administrators set on the Settings page. */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { StoredSettings } from "../workspaces/people.ts";

export function createSettingQueries(db: Kysely<Tables>, listDb: Kysely<Tables>) {
  return {
    async read(): Promise<StoredSettings> {
      const rows = await db.selectFrom("settings").selectAll().orderBy("name").execute();
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    },

    /**
     * How many codes, of up to `most`, have the public address in their links, and how many of these were scanned. A
     * workspace with a default domain has that in its links.
     */
    async links(most: number) {
      const withDomain = sql`SELECT workspace_id FROM domains WHERE is_default = 1`;
      const { rows } = await sql<Record<"codes" | "scanned" | "domains", number | null>>`
        SELECT count(*) AS codes, sum(CASE WHEN scan_count > 0 THEN 1 ELSE 0 END) AS scanned,
          (SELECT count(*) FROM (${withDomain}) AS d) AS domains
        FROM (SELECT scan_count FROM code_counters
          WHERE list_workspace IS NOT NULL AND list_workspace NOT IN (${withDomain}) LIMIT ${sql.lit(most)}) AS c`.execute(
        listDb,
      );
      const { codes, scanned, domains } = rows[0]!;
      return {
        codes: Number(codes),
        scanned: Number(scanned),
        isMore: Number(codes) === most,
        /** Workspaces with a default domain. */
        domains: Number(domains),
      };
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
