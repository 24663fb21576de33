/** Workspaces, and who did what in them. */
import { bigint, flag, integer, serial, table, tables, text, time } from "../database/table.ts";
import type { AuditAction } from "../shared/audit.ts";
import type { MemberRole } from "../shared/vocabulary.ts";

const workspaceId = () => text().references("workspaces (id) ON DELETE CASCADE");

export const workspaceTables = tables({
  workspaces: table(
    {
      id: text().primaryKey(),
      name: text(),
      plan: text(),
      /** An IANA time zone. */
      zone: text().default("UTC"),
      /** An email address shown to visitors of expired codes. */
      contact: text().optional(),
      /** JSON; null for none. */
      utm_presets: text().optional().internal(),
      /** While every owner is suspended, or the workspace is deleted. */
      suspended: flag().default(0),
      /** Names that it chose for its codes and placements, ever; imported ones too. */
      slugs_taken: bigint().default(0).internal(),
      /** Placements that it created, ever. */
      placements_made: bigint().default(0).internal(),
      /** The account that created it; null once it is removed. */
      made_by: text().optional().references(`"user" (id) ON DELETE SET NULL`),
      created_at: time(),
      /** Removed 30 days later unless it is restored. */
      deleted_at: time().optional().internal(),
    },
    {
      indexes: [
        `CREATE INDEX workspaces_maker ON workspaces (made_by)`,
        `CREATE INDEX workspaces_deleted ON workspaces (deleted_at) WHERE deleted_at IS NOT NULL`,
      ],
    },
  ),
  members: table(
    {
      workspace_id: workspaceId().internal(),
      user_id: text().references(`"user" (id) ON DELETE CASCADE`).internal(),
      role: text<MemberRole>(),
      joined_at: time(),
    },
    {
      primaryKey: ["workspace_id", "user_id"],
      indexes: [`CREATE INDEX members_by_user ON members (user_id, joined_at, workspace_id)`],
    },
  ),
  /** Unused links to join a workspace. */
  invitations: table(
    {
      id: text().primaryKey(),
      workspace_id: workspaceId(),
      role: text<MemberRole>(),
      /** The SHA-256 of the link's token. */
      hash: text().unique().internal(),
      /** The owner who created it. */
      made_by: text().references(`"user" (id) ON DELETE CASCADE`),
      /** Where it was sent; null if the owner passes the link on. */
      email: text().optional(),
      created_at: time(),
      expires_at: time(),
    },
    { indexes: [`CREATE INDEX invitations_workspace ON invitations (workspace_id, id)`] },
  ),
  /** Removed workspaces whose codes are being moved to the bin. */
  removed_workspaces: table({ workspace_id: text().primaryKey(), removed_at: time() }),
  /** What was done in a workspace, for 400 days. Not removed with it, but in steps: it may have very many entries. */
  audit: table(
    {
      num: serial(),
      workspace_id: text(),
      at: time(),
      action: text<AuditAction>(),
      /** In the format of src/shared/actor.ts. */
      actor: text().optional(),
      agent: text().optional(),
      subject_id: text().optional(),
      subject_name: text().optional(),
      /** The user that it is about. */
      user_id: text().optional(),
      detail: text().optional(),
      count: integer().default(1),
      /** JSON, of AuditChange; null for none. */
      changes: text().optional(),
      /** JSON: the names of the first ones, if it is about several. */
      names: text().optional(),
      /** Of several requests that are one action, as the dashboard names it. */
      action_id: text().optional(),
    },
    {
      indexes: [
        `CREATE INDEX audit_actions ON audit (workspace_id, action_id) WHERE action_id IS NOT NULL`,
        `CREATE INDEX audit_workspace ON audit (workspace_id, num)`,
        `CREATE INDEX audit_age ON audit (at)`,
        `CREATE INDEX audit_departures ON audit (workspace_id, user_id) WHERE action IN ('member.left', 'member.removed')`,
      ],
    },
  ),
});
