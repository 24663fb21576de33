/** Codes, how they look, and what becomes of them. */
import type { Generated } from "kysely";

export interface CodeTables {
  codes: CodeTable;
  code_counters: CodeCountersTable;
  code_versions: CodeVersionTable;
  styles: StyleTable;
  logos: LogoTable;
  brands: BrandTable;
  idempotency: IdempotencyTable;
  verdicts: { key: string; verdict: string; created_at: number };
  /** Codes whose scans and rollups are being removed. */
  erasing: { code_num: number };
  /** Codes whose scans are being taken in from a bundle: nobody sees them yet. */
  importing: { code_num: number };
}

interface CodeTable {
  num: Generated<number>;
  id: string;
  owner_id: string;
  name: string;
  type: string;
  content: string;
  token: string;
  foreground: string;
  background: string;
  size: number;
  level: string;
  /** The look as JSON; null is plain. */
  style: string | null;
  /** Title and text for visitors as JSON; null is neither. */
  page: Generated<string | null>;
  category: string | null;
  is_public: number;
  is_favorite: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  /** The name in lower case, kept by the database: lists are sorted by it. */
  name_key: Generated<string>;
  /** Set 30 days after deleted_at: the row is kept for its token alone, which is never given again. */
  erased_at: number | null;
  /** As src/shared/actor.ts writes it. */
  made_by: Generated<string | null>;
}

/** What scans change of a code, apart from `codes`: settler and owner lock different rows. */
interface CodeCountersTable {
  code_num: number;
  scan_count: number;
  expires_at: number;
  expires_fixed: number;
  /** The scan, creation or renewal that expires_at was reckoned from. */
  renewed_at: number;
  /** What the last scan that moved expires_at moved it from; null when none did. */
  expires_before: Generated<number | null>;
  /** Days before this one, the first of a month, are in scan_monthly too. */
  folded_before: number;
  /** The code's owner unless it is deleted. This and the next are copies that the database keeps. */
  list_owner: Generated<string | null>;
  /** The count as lists are sorted by it, at most a 64th behind. */
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
  /** As src/shared/actor.ts writes it. */
  replaced_by: Generated<string | null>;
  /** The code's count when this content was replaced. */
  scans_until: number;
}

/** Named looks of an owner, at most one of them the default. */
interface StyleTable {
  id: string;
  owner_id: string;
  name: string;
  is_default: number;
  style: string;
  created_at: number;
}

/** Pictures for the middle, as PNG; the same one is kept once. */
interface LogoTable {
  id: string;
  owner_id: string;
  hash: string;
  width: number;
  height: number;
  created_at: number;
  bytes: Uint8Array;
}

/** What an owner's visitor pages show of them. */
interface BrandTable {
  owner_id: string;
  name: string | null;
  color: string | null;
  logo_id: string | null;
  show_footer: number;
}

interface IdempotencyTable {
  owner_id: string;
  key: string;
  body_hash: string;
  answer: string;
  created_at: number;
}
