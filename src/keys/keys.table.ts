import { table, tables, text, time } from "../database/table.ts";

export const keyTables = tables({
  api_keys: table(
    {
      id: text().primaryKey(),
      workspace_id: text().references("workspaces (id) ON DELETE CASCADE"),
      /** The member who created it; null if the account was removed. */
      made_by: text().optional().references(`"user" (id) ON DELETE SET NULL`),
      name: text(),
      prefix: text().unique(),
      last_four: text(),
      hash: text().internal(),
      created_at: time(),
      revoked_at: time().optional(),
      scope: text<"full" | "read-only">().default("full"),
      /** It is refused from then on; null: never. */
      ends_at: time().optional(),
    },
    {
      indexes: [
        `CREATE INDEX api_keys_workspace ON api_keys (workspace_id)`,
        `CREATE INDEX api_keys_maker ON api_keys (made_by)`,
      ],
    },
  ),
});
