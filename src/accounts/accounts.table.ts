/** Users, workspaces, keys and rate limits. */
import type { Generated } from "kysely";
import type { AuditAction } from "../shared/audit.ts";
import type { MemberRole } from "../shared/vocabulary.ts";
import type { KeyScope } from "../workspaces/people.ts";

export interface AccountTables {
  /** Tables of better-auth, with its column names. */
  user: UserTable;
  account: AccountTable;
  session: SessionTable;
  verification: VerificationTable;
  twoFactor: TwoFactorTable;
  passkey: PasskeyTable;
  workspaces: WorkspaceTable;
  members: MemberTable;
  invitations: InvitationTable;
  api_keys: ApiKeyTable;
  rate_windows: RateWindowTable;
  throttles: ThrottleTable;
  throttle_keys: { hour: number; key: string };
  removed_workspaces: RemovedWorkspaceTable;
  audit: AuditTable;
}

interface UserTable {
  id: string;
  email: string;
  name: string;
  role: string;
  suspended: number | boolean;
  /** Null until the user first signs in; written at most once an hour. */
  lastSeenAt: string | Date | null;
  emailVerified: number | boolean;
  createdAt: string | Date;
  updatedAt: string | Date;
  /** Whether a password alone is not enough. */
  twoFactorEnabled: Generated<number | boolean | null>;
  plan: Generated<string>;
  /** Of all workspaces that the account created, removed ones included. */
  slugs_taken: Generated<number>;
  placements_made: Generated<number>;
}

interface TwoFactorTable {
  id: string;
  userId: string;
}

interface PasskeyTable {
  id: string;
  userId: string;
  name: string | null;
  createdAt: string | Date | null;
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

interface WorkspaceTable {
  id: string;
  name: string;
  plan: string;
  /** An IANA time zone. */
  zone: Generated<string>;
  /** An email address shown to visitors of expired codes. */
  contact: Generated<string | null>;
  /** JSON; null for none. */
  utm_presets: Generated<string | null>;
  /** 1 while every owner is suspended, or the workspace is deleted. */
  suspended: Generated<number>;
  /** Names that it chose for its codes and placements, ever; imported ones too. */
  slugs_taken: Generated<number>;
  /** Placements that it created, ever. */
  placements_made: Generated<number>;
  /** The account that created it; null once it is removed. */
  made_by: string | null;
  created_at: number;
  /** Removed 30 days later unless it is restored. */
  deleted_at: Generated<number | null>;
}

interface MemberTable {
  workspace_id: string;
  user_id: string;
  role: MemberRole;
  joined_at: number;
}

/** Unused links to join a workspace. */
interface InvitationTable {
  id: string;
  workspace_id: string;
  role: MemberRole;
  /** The SHA-256 of the link's token. */
  hash: string;
  made_by: string;
  /** Null if it was not mailed. */
  email: string | null;
  created_at: number;
  expires_at: number;
}

interface ApiKeyTable {
  id: string;
  workspace_id: string;
  /** The member who created it; null if the account was removed. */
  made_by: string | null;
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

/** What was done in a workspace, for 400 days. */
interface AuditTable {
  num: Generated<number>;
  workspace_id: string;
  at: number;
  action: AuditAction;
  /** In the format of src/shared/actor.ts. */
  actor: string | null;
  agent: string | null;
  subject_id: string | null;
  subject_name: string | null;
  /** The user that it is about. */
  user_id: string | null;
  detail: string | null;
  count: Generated<number>;
  /** JSON, of AuditChange; null for none. */
  changes: Generated<string | null>;
  /** JSON: the names of the first ones, if it is about several. */
  names: Generated<string | null>;
}

/** Removed workspaces whose codes are being moved to the bin. */
interface RemovedWorkspaceTable {
  workspace_id: string;
  removed_at: number;
}
