import { bigint, serial, smallint, table, tables, text, time } from "../database/table.ts";

export const tagTables = tables({
  tags: table(
    {
      num: serial(),
      id: text().unique(),
      workspace_id: text().references("workspaces (id) ON DELETE CASCADE"),
      name: text(),
      /** The name without regard to case, unique among the tags in use. */
      name_key: text(),
      color: text(),
      created_at: time(),
      /** Null while it is in use. Otherwise its codes are being moved to the tag of this number; 0: removed from it. */
      merged_into: bigint().optional(),
    },
    {
      indexes: [
        `CREATE UNIQUE INDEX tags_name ON tags (workspace_id, name_key) WHERE merged_into IS NULL`,
        `CREATE INDEX tags_moved ON tags (merged_into) WHERE merged_into IS NOT NULL`,
      ],
    },
  ),
  code_tags: table(
    {
      code_num: bigint(),
      tag_num: bigint(),
      /** 0 while the code is in the bin, maintained by the database. */
      is_listed: smallint(),
    },
    {
      primaryKey: ["code_num", "tag_num"],
      isClustered: true,
      indexes: [`CREATE INDEX code_tags_by_tag ON code_tags (tag_num, is_listed, code_num)`],
    },
  ),
  /** Filters of the list with a name, for all members of a workspace. */
  views: table(
    {
      id: text().primaryKey(),
      workspace_id: text().references("workspaces (id) ON DELETE CASCADE"),
      name: text(),
      name_key: text(),
      /** As JSON. */
      query: text(),
      created_at: time(),
    },
    { indexes: [`CREATE UNIQUE INDEX views_name ON views (workspace_id, name_key)`] },
  ),
});
