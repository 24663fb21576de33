export const domainTables = (): string[] => [
  `CREATE TABLE domains (
    id text NOT NULL PRIMARY KEY, workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    host text NOT NULL, proof text NOT NULL, created_at bigint NOT NULL, verified_at bigint, lost_at bigint,
    checked_at bigint, missing_since bigint, is_default smallint NOT NULL DEFAULT 0,
    default_from bigint, default_until bigint)`,
  `CREATE UNIQUE INDEX domains_workspace ON domains (workspace_id, host)`,
  `CREATE UNIQUE INDEX domains_verified ON domains (host) WHERE verified_at IS NOT NULL`,
  // Hosts that no workspace has any more, which may still lead here.
  `CREATE TABLE retired_hosts (host text NOT NULL PRIMARY KEY, retired_at bigint NOT NULL)`,
  // Links of codes that were moved out of a workspace, which its domains go on serving.
  `CREATE TABLE moved_links (
    token text NOT NULL, workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    moved_at bigint NOT NULL, PRIMARY KEY (token, workspace_id))`,
  `CREATE INDEX moved_links_workspace ON moved_links (workspace_id, moved_at)`,
  `CREATE UNIQUE INDEX domains_default ON domains (workspace_id) WHERE is_default = 1`,
];
