import type { Generated } from "kysely";

/** The tables as both engines hold them. Times are Unix ms, days are days since 1970, flags 0 or 1. */
export interface Tables {
  user: UserTable;
  account: AccountTable;
  session: SessionTable;
  verification: VerificationTable;
  secrets: { name: string; value: string };
  api_keys: ApiKeyTable;
  rate_windows: RateWindowTable;
  throttles: ThrottleTable;
  codes: CodeTable;
  code_counters: CodeCountersTable;
  removed_owners: RemovedOwnerTable;
  code_versions: CodeVersionTable;
  idempotency: IdempotencyTable;
  scans: ScanTable;
  agents: AgentTable;
  places: PlaceTable;
  scan_daily: ScanDailyTable;
  scan_monthly: ScanMonthlyTable;
  scan_cities: ScanCityTable;
  uncounted_daily: UncountedDailyTable;
  settled_sums: SettledSumsTable;
  /** Journal lines that were given to no code, each once. */
  set_aside: { id: string; line: string; reason: string; set_aside_at: number };
  /** Codes whose scans and rollups are being removed. */
  erasing: { code_num: number };
  meta: { name: MetaName; value: number };
}

/**
 * raw_from_day, values_from_day, sums_from_day: raw scans, what scan_daily says of each value, and ids of
 * settled sums of earlier days may be gone. raw_removed_to, values_removed_to: those of days before it
 * are all gone. lines_dropped: lines from before those.
 */
export type MetaName =
  | `${"raw" | "values" | "sums"}_from_day`
  | `${"raw" | "values"}_removed_to`
  | "lines_dropped";

/** user, account, session and verification belong to better-auth, which names its own columns. */
interface UserTable {
  id: string;
  email: string;
  name: string;
  plan: string;
  role: string;
  suspended: number | boolean;
  contact: string | null;
  emailVerified: number | boolean;
  createdAt: string | Date;
  updatedAt: string | Date;
}

interface AccountTable {
  id: string;
  userId: string;
  accountId: string;
  providerId: string;
  password: string | null;
  createdAt: string | Date;
  updatedAt: string | Date;
}

interface SessionTable {
  id: string;
  userId: string;
  expiresAt: string | Date;
}

interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: string | Date;
  createdAt: string | Date;
  updatedAt: string | Date;
}

interface ApiKeyTable {
  id: string;
  user_id: string;
  name: string;
  prefix: string;
  last_four: string;
  hash: string;
  created_at: number;
  revoked_at: number | null;
}

interface RateWindowTable {
  key_id: string;
  last_used_at: number | null;
}

/** Windows by name, of users and networks. */
interface ThrottleTable {
  name: string;
  /** JSON on SQLite, an array on PostgreSQL. */
  times: Generated<string | number[]>;
  expires_at: number;
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
}

/** Users who are gone, and whose codes go into the bin step by step. */
interface RemovedOwnerTable {
  owner_id: string;
  removed_at: number;
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
}

interface IdempotencyTable {
  owner_id: string;
  key: string;
  body_hash: string;
  answer: string;
  created_at: number;
}

interface ScanTable {
  code_num: number;
  /** A UUID: 16 bytes on SQLite, uuid on PostgreSQL. */
  id: string | Uint8Array;
  at: number;
  agent_id: number;
  place_id: number;
}

interface AgentTable {
  id: Generated<number>;
  key: string;
  device: string;
  browser: string;
  os: string;
}

interface PlaceTable {
  id: Generated<number>;
  key: string;
  country: string;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
}

interface ScanDailyTable {
  code_num: number;
  dimension: number;
  day: number;
  value: string;
  count: number;
}

/** Whole months that are over, so that a year is read from a dozen rows a value. */
interface ScanMonthlyTable {
  code_num: number;
  dimension: number;
  month: number;
  value: string;
  count: number;
}

/** The last day each city was seen. Every period ends today, so a city is in it if that day is. */
interface ScanCityTable {
  code_num: number;
  city: string;
  last_day: number;
}

interface UncountedDailyTable {
  code_num: number;
  day: number;
  reason: string;
  count: number;
}

interface SettledSumsTable {
  id: string;
  code_num: number;
  day: number;
  reason: string;
  count: number;
}
