/** Users, keys and rate limits. */
import type { Generated } from "kysely";
import type { KeyScope } from "../account-store.ts";

export interface AccountTables {
  /** Tables of better-auth, with its column names. */
  user: UserTable;
  account: AccountTable;
  session: SessionTable;
  verification: VerificationTable;
  api_keys: ApiKeyTable;
  rate_windows: RateWindowTable;
  throttles: ThrottleTable;
  removed_workspaces: RemovedWorkspaceTable;
}

interface UserTable {
  id: string;
  email: string;
  name: string;
  plan: string;
  role: string;
  suspended: number | boolean;
  contact: string | null;
  /** Null until the user first signs in; written at most once an hour. */
  lastSeenAt: string | Date | null;
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
  scope: Generated<KeyScope>;
  ends_at: Generated<number | null>;
}

interface RateWindowTable {
  key_id: string;
  last_used_at: number | null;
}

/** Rate limit windows of users and networks. */
interface ThrottleTable {
  name: string;
  /** JSON on SQLite, an array on PostgreSQL. */
  times: Generated<string | number[]>;
  expires_at: number;
}

/** Removed users whose codes are being moved to the bin. */
interface RemovedWorkspaceTable {
  workspace_id: string;
  removed_at: number;
}
