/** Users, workspaces, keys, and the state of a rate limit window. */
import type { ValuesOf } from "../database/table.ts";
import type { keyTables } from "../keys/keys.table.ts";
import type { limitTables } from "../limits/limits.table.ts";
import type { Actor } from "../shared/actor.ts";
import type { AuditAction, AuditChange } from "../shared/audit.ts";
import type { EventType } from "../shared/events.ts";
import type { MemberRole } from "../shared/vocabulary.ts";
import type { workspaceTables } from "./workspaces.table.ts";

export interface User {
  id: string;
  email: string;
  name: string;
  role: string;
  suspended: boolean;
  /** The first workspace that the user owns. */
  workspaceId: string;
  /** Given to the workspaces that the user creates. */
  plan: string;
  createdAt: number;
  /** Null until they first sign in. */
  lastSeenAt: number | null;
}

/** A user as administrators see them. */
export interface ListedUser extends User {
  /** How many codes their workspaces have outside the bin, at most `MAX_COUNTED` + 1. */
  codes: number;
  /** Of how many workspaces they are a member. */
  workspaces: number;
}

export const MAX_COUNTED = 10_000;

/** In order of creation. `search` is part of a name or address, or "" for everyone. */
export type UsersPage = { search: string; limit: number; offset: number };

export type Role = "admin" | "member";

/** What a one-time link to a new password is stored under: one that an administrator passes on, and one by mail. */
export const resetPurposes = (userId: string) => ({
  passedOn: `reset ${userId}`,
  mailed: `mailed reset ${userId}`,
});

export interface NewAccount {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** The account's own workspace. */
  workspaceId: string;
  plan: string;
  /** Null: the user cannot sign in until a password is set. */
  passwordHash: string | null;
  createdAt: number;
  /** Whether the address is known to be the user's, or vouched for by an administrator. */
  emailVerified: boolean;
  /** Only if there is no administrator yet. */
  firstAdmin: boolean;
  /** Of the account's own workspace; undefined: UTC. */
  zone?: string | undefined;
  /** The hash of an invitation that the account accepts. */
  invitation?: string | undefined;
}

/** `suspended`: keys are refused, and codes answer as paused ones. */
export type Workspace = ValuesOf<typeof workspaceTables.workspaces>;

/** Campaign parameters under a name, to fill in for a code's destination. */
export interface UtmPreset {
  name: string;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  term: string | null;
  content: string | null;
}

/** A deleted workspace as its owners see it. */
export interface DeletedWorkspace {
  id: string;
  name: string;
  deletedAt: number;
  /** Removed then with its codes. */
  keptUntil: number;
}

/** An entry of a workspace's audit log. */
export interface AuditEntry {
  num: number;
  at: number;
  action: AuditAction;
  /** Null if it is not known. Without a name if they are no member; `isFormer` if they were one. */
  actor: { kind: Actor["kind"]; name: string | null; displayName: string | null; isFormer: boolean } | null;
  /** The user agent, shortened. */
  agent: string | null;
  /** Of a code, `exists` says whether the workspace still has it. */
  subject: { id: string; name: string | null; displayName: string | null; exists: boolean | null } | null;
  detail: string | null;
  count: number;
  /** Those of the changed fields whose values may be told. */
  changes: AuditChange[];
  /** Of the first ones, if it is about several. */
  names: string[];
}

/** A workspace as one of its members sees it. */
export type Membership = Workspace & ValuesOf<typeof workspaceTables.members>;

/** A link to join a workspace, until it is used, revoked or expired. */
export type Invitation = ValuesOf<typeof workspaceTables.invitations>;

export interface Member {
  userId: string;
  email: string;
  name: string;
  role: MemberRole;
  joinedAt: number;
}

export type Key = ValuesOf<typeof keyTables.api_keys> & ValuesOf<typeof limitTables.rate_windows>;

export type KeyScope = Key["scope"];

/** What a member made in a workspace that gives access without signing in. */
export interface MemberBelongings {
  keys: { name: string; prefix: string }[];
  webhooks: { id: string; host: string; createdAt: number; events: EventType[] }[];
  /** Links to the numbers of a code; null: of all codes. */
  links: { id: string; codeId: string | null; codeName: string | null }[];
}

/** What an owner keeps of it: prefixes of keys, ids of the others. */
export type KeptBelongings = Partial<Record<keyof MemberBelongings, readonly string[]>>;

export interface KeyCredential {
  id: string;
  workspaceId: string;
  /** Whom queues and windows charge: who made it, or the creator of its workspace once that account is removed. */
  person: string;
  name: string;
  scope: KeyScope;
  endsAt: number | null;
  hash: string;
  plan: string;
  /** True if the key is revoked, or its workspace or creator suspended. */
  refused: boolean;
}

/** A key with what may have changed since it was verified. */
export type KeyAsVerified = Pick<KeyCredential, "id" | "plan" | "person">;

export interface Admission {
  admitted: boolean;
  remaining: number;
  /** Ms until one more is admitted if none is left, else until the oldest request leaves the window. */
  resetIn: number;
  /** Unix ms by the window's clock, if that is not this node's. */
  now?: number;
}

/** What administrators set on the Settings page, as they wrote it. */
export interface StoredSettings {
  baseUrl?: string;
  /** The origin of the page on which baseUrl was set. */
  setFrom?: string;
  /** With its password. */
  smtpUrl?: string;
  mailFrom?: string;
  signup?: string;
}
