import { bigint, table, tables, text, time } from "../database/table.ts";

export const insightTables = tables({
  /** Public pages with the numbers of a code; of the whole workspace if `code_num` is null. */
  insight_links: table(
    {
      id: text().primaryKey(),
      workspace_id: text().references("workspaces (id) ON DELETE CASCADE"),
      code_num: bigint().optional(),
      /** Stored as it is, so that members can copy the link again. */
      secret: text().unique(),
      created_at: time(),
      /** Null: until it is revoked. */
      ends_at: time().optional(),
      /** Null if an owner kept it when its creator left. */
      made_by: text().optional().references(`"user" (id) ON DELETE SET NULL`),
    },
    {
      indexes: [
        `CREATE INDEX insight_links_maker ON insight_links (made_by)`,
        `CREATE INDEX insight_links_workspace ON insight_links (workspace_id, id)`,
        `CREATE INDEX insight_links_code ON insight_links (code_num) WHERE code_num IS NOT NULL`,
      ],
    },
  ),
});
