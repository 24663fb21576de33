import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";

/** Links use the default domain of a workspace: it must be one, verified, and of a workspace that exists. */
export async function checkDomains(db: Kysely<Tables>): Promise<string[]> {
  const unproven = await db
    .selectFrom("domains")
    .select("host")
    .where("is_default", "=", 1)
    .where("verified_at", "is", null)
    .execute();
  const several = await sql<{ workspace: string; count: number }>`
    SELECT workspace_id AS workspace, count(*) AS count FROM domains
    WHERE is_default = 1 GROUP BY workspace_id HAVING count(*) > 1`.execute(db);
  const orphans = await db
    .selectFrom("domains")
    .select("host")
    .where("workspace_id", "not in", db.selectFrom("workspaces").select("id"))
    .execute();
  const retired = await db
    .selectFrom("domains")
    .innerJoin("retired_hosts", "retired_hosts.host", "domains.host")
    .select("domains.host")
    .where("verified_at", "is not", null)
    .execute();
  return [
    ...unproven.map(({ host }) => `domain ${host}: it is the default, but is not verified`),
    ...several.rows.map(({ workspace, count }) => `workspace ${workspace}: ${count} default domains`),
    ...orphans.map(({ host }) => `domain ${host}: its workspace does not exist`),
    ...retired.map(({ host }) => `domain ${host}: it is verified, but is listed as removed`),
  ];
}
