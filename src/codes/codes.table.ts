/** Codes, looks and logos. */
import type { Generated, GeneratedAlways } from "kysely";
import type { ChangeKind } from "./code.ts";

export interface CodeTables {
  codes: CodeTable;
  code_counters: CodeCountersTable;
  code_versions: CodeVersionTable;
  placements: PlacementTable;
  /** Codes that a placement's scans may have been moved to, also after it was deleted. */
  placement_moves: { placement_id: string; from_num: number; code_num: number };
  /** In lower case; rows are never deleted. */
  taken_tokens: { token: string; is_slug: number };
  /** What else happened to a code, for its time axis. */
  code_changes: { code_num: number; at: number; kind: ChangeKind };
  styles: StyleTable;
  logos: LogoTable;
  brands: BrandTable;
  insight_links: InsightLinkTable;
  tags: TagTable;
  code_tags: CodeTagTable;
  views: ViewTable;
  idempotency: IdempotencyTable;
  verdicts: { key: string; verdict: string; created_at: number };
  /** Codes whose scans are being removed. */
  erasing: { code_num: number };
  /** Codes whose scans are being imported; not visible yet. */
  importing: { code_num: number };
}

interface CodeTable {
  num: Generated<number>;
  id: string;
  workspace_id: string;
  name: string;
  type: string;
  content: string;
  token: string;
  foreground: string;
  background: string;
  size: number;
  level: string;
  /** The look as JSON; null for plain. */
  style: string | null;
  /** Title and text for visitors as JSON; null for neither. */
  page: Generated<string | null>;
  category: string | null;
  /** 1 if a person chose the token: then its case does not matter. */
  is_slug: Generated<number>;
  is_public: number;
  is_favorite: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  /** The name in lower case, maintained by the database: lists are sorted by it. */
  name_key: Generated<string>;
  /** Set 30 days after deleted_at: the row is kept only so that its token is never assigned again. */
  erased_at: number | null;
  /** In the format of src/shared/actor.ts. */
  made_by: Generated<string | null>;
  /** The key of the verdict, if it was found to be hard to scan. It may look different since. */
  hard_to_scan: Generated<string | null>;
}

interface PlacementTable {
  num: Generated<number>;
  id: string;
  code_num: number;
  /** Null: a blank copy. */
  name: string | null;
  /** Lists are sorted by it. */
  name_key: string;
  token: string;
  is_slug: number;
  is_paused: number;
  created_at: number;
  scan_count: Generated<number>;
  /** The code it belonged to, while its scans are moved from there. */
  moved_from: Generated<number | null>;
  /** The last scan of that code that was looked at. */
  moved_through: Generated<string | null>;
  /** Its name and slug, for searches; empty for blank copies. Maintained by the database. */
  words: GeneratedAlways<string>;
}

/** The columns that scans change, separate from `codes` so that settling and changes lock different rows. */
interface CodeCountersTable {
  code_num: number;
  scan_count: number;
  expires_at: number;
  expires_fixed: number;
  /** The scan, creation or renewal that expires_at is based on. */
  renewed_at: number;
  /** expires_at before the last scan moved it; null if none did. */
  expires_before: Generated<number | null>;
  /** The quarter of an hour of the first scan, if a placement brought it along from before the code was created. */
  first_quarter: Generated<number | null>;
  /** The quarter of an hour of the last scan; null if there was none. An index changes with it, so not the exact time. */
  last_quarter: Generated<number | null>;
  /** Null if there was none. */
  last_scan_at: Generated<number | null>;
  /** How often scans were moved or forgotten, other than by being settled. */
  scans_changed: Generated<number>;
  /** The code's workspace unless it is deleted. This and the next are copies maintained by the database. */
  list_workspace: Generated<string | null>;
  /** The count that lists are sorted by, at most a 64th behind. */
  list_scans: Generated<number>;
  list_public: Generated<number>;
  list_favorite: Generated<number>;
  list_type: Generated<string>;
  list_category: Generated<string | null>;
}

interface CodeVersionTable {
  code_num: number;
  n: number;
  content: string;
  replaced_at: number;
  /** In the format of src/shared/actor.ts. */
  replaced_by: Generated<string | null>;
  /** The code's count when this content was replaced. */
  scans_until: number;
}

/** Named looks of a workspace, at most one of them the default. */
interface StyleTable {
  id: string;
  workspace_id: string;
  name: string;
  is_default: number;
  style: string;
  created_at: number;
}

/** Logos as PNG; the same image is stored once. */
interface LogoTable {
  id: string;
  workspace_id: string;
  hash: string;
  width: number;
  height: number;
  created_at: number;
  bytes: Uint8Array;
}

/** Brands of workspaces, for visitor pages. */
interface BrandTable {
  workspace_id: string;
  name: string | null;
  color: string | null;
  logo_id: string | null;
  show_footer: number;
}

interface IdempotencyTable {
  workspace_id: string;
  key: string;
  body_hash: string;
  answer: string;
  created_at: number;
}

/** Public pages with the numbers of a code; of the whole workspace if `code_num` is null. */
interface InsightLinkTable {
  id: string;
  workspace_id: string;
  code_num: number | null;
  /** Stored as it is, so that members can copy the link again. */
  secret: string;
  created_at: number;
  /** Null: until it is revoked. */
  ends_at: number | null;
  /** Null if an owner kept it when its creator left. */
  made_by: string | null;
}

interface TagTable {
  num: Generated<number>;
  id: string;
  workspace_id: string;
  name: string;
  /** The name without regard to case, unique among the tags in use. */
  name_key: string;
  color: string;
  created_at: number;
  /** Null while it is in use. Otherwise its codes are being moved to the tag of this number; 0: removed from it. */
  moved_to: number | null;
}

interface CodeTagTable {
  code_num: number;
  tag_num: number;
  /** 0 while the code is in the bin, maintained by the database. */
  is_listed: number;
}

/** Filters of the list with a name, for all members of a workspace. */
interface ViewTable {
  id: string;
  workspace_id: string;
  name: string;
  name_key: string;
  /** As JSON. */
  query: string;
  created_at: number;
}
