/** Looks, logos and brands. */
import { bytes, flag, integer, table, tables, text, time } from "../database/table.ts";
import type { Afterwards } from "../routing/afterwards.ts";

const workspaceId = () => text().references("workspaces (id) ON DELETE CASCADE");

export const lookTables = tables({
  /** Named looks of a workspace, at most one of them the default. */
  styles: table(
    {
      id: text().primaryKey(),
      workspace_id: workspaceId(),
      name: text(),
      is_default: flag(),
      /** As JSON. */
      style: text(),
      created_at: time(),
    },
    {
      indexes: [
        `CREATE INDEX styles_workspace ON styles (workspace_id, id)`,
        `CREATE UNIQUE INDEX styles_default ON styles (workspace_id) WHERE is_default = 1`,
      ],
    },
  ),
  /** As PNG; the same image is stored once. */
  logos: table(
    {
      id: text().primaryKey(),
      workspace_id: workspaceId(),
      hash: text().internal(),
      width: integer(),
      height: integer(),
      created_at: time(),
      bytes: bytes().internal(),
    },
    {
      indexes: [
        `CREATE INDEX logos_workspace ON logos (workspace_id, id)`,
        `CREATE UNIQUE INDEX logos_hash ON logos (workspace_id, hash)`,
      ],
    },
  ),
  /** What visitor pages show of a workspace. */
  brands: table({
    workspace_id: text().primaryKey().references("workspaces (id) ON DELETE CASCADE").internal(),
    name: text().optional(),
    /** #RRGGBB. */
    color: text().optional(),
    logo_id: text().optional(),
    /** The way on from the page of a code that is paused or expired. */
    website: text().optional(),
    /** For codes that have none of their own. */
    afterwards: text()
      .through((stored) => JSON.parse(stored) as Afterwards, JSON.stringify)
      .optional(),
    /** Whether the pages name Tessera at their foot. */
    show_footer: flag(),
  }),
  /** By a hash of everything a picture depends on, so that no verdict is computed twice. */
  verdicts: table(
    { key: text().primaryKey(), verdict: text(), created_at: time() },
    { indexes: [`CREATE INDEX verdicts_age ON verdicts (created_at)`] },
  ),
});
