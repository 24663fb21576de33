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
  `CREATE UNIQUE INDEX domains_default ON domains (workspace_id) WHERE is_default = 1`,
];
