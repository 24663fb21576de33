/** Host names of workspaces. */
import type { Generated } from "kysely";

export interface DomainTables {
  domains: DomainTable;
  /** Links of codes that were moved out of a workspace: its domains go on serving them. */
  moved_links: { token: string; workspace_id: string; moved_at: number };
  /** Hosts of removed domains: nothing is served there. */
  retired_hosts: { host: string; retired_at: number };
}

interface DomainTable {
  id: string;
  workspace_id: string;
  host: string;
  proof: string;
  created_at: number;
  verified_at: Generated<number | null>;
  lost_at: Generated<number | null>;
  /** When the record was last looked up after it was verified. */
  checked_at: Generated<number | null>;
  missing_since: Generated<number | null>;
  is_default: Generated<number>;
  /** The first time it became the default, and the last time it ceased to be. */
  default_from: Generated<number | null>;
  default_until: Generated<number | null>;
}
