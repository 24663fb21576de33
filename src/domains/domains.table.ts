/** Host names of workspaces. */
import { flag, table, tables, text, time } from "../database/table.ts";

const workspaceId = () => text().references("workspaces (id) ON DELETE CASCADE");

export const domainTables = tables({
  domains: table(
    {
      id: text().primaryKey(),
      workspace_id: workspaceId(),
      /** In ASCII and lower case. */
      host: text(),
      /** The value of its TXT record. */
      proof: text(),
      created_at: time(),
      /** Null until the record was found; null again if another workspace has proven the host since. */
      verified_at: time().optional(),
      /** When another workspace took the host over. */
      lost_at: time().optional(),
      /** When the record was last looked up after it was verified. */
      checked_at: time().optional().internal(),
      /** Since when the record is missing; null: it was there at the last check. */
      missing_since: time().optional(),
      is_default: flag().default(0),
      /** The first time it became the default, and the last time it ceased to be. */
      default_from: time().optional().internal(),
      default_until: time().optional().internal(),
    },
    {
      indexes: [
        `CREATE UNIQUE INDEX domains_workspace ON domains (workspace_id, host)`,
        `CREATE UNIQUE INDEX domains_verified ON domains (host) WHERE verified_at IS NOT NULL`,
        `CREATE UNIQUE INDEX domains_default ON domains (workspace_id) WHERE is_default = 1`,
      ],
    },
  ),
  /** Hosts of removed domains, which may still lead here: nothing is served there. */
  retired_hosts: table({ host: text().primaryKey(), retired_at: time() }),
  /** Links of codes that were moved out of a workspace: its domains go on serving them. */
  moved_links: table(
    { token: text(), workspace_id: workspaceId(), moved_at: time() },
    {
      primaryKey: ["token", "workspace_id"],
      indexes: [`CREATE INDEX moved_links_workspace ON moved_links (workspace_id, moved_at)`],
    },
  ),
});
