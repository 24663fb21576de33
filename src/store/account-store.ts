/** Users, keys, and the state of a rate limit window. */
export interface User {
  id: string;
  email: string;
  name: string;
  plan: string;
  role: string;
  suspended: boolean;
  /** An email address shown to visitors of expired codes, if set. */
  contact: string | null;
  createdAt: number;
  /** Null until they first sign in. */
  lastSeenAt: number | null;
}

/** A user as administrators see them. */
export interface ListedUser extends User {
  /** How many codes they have outside the bin, at most `MOST_COUNTED` + 1. */
  codes: number;
}

export const MOST_COUNTED = 10_000;

/** In order of creation. `search` is part of a name or address, or "" for everyone. */
export type UsersPage = { search: string; limit: number; offset: number };

export type Role = "admin" | "member";

export interface NewAccount {
  id: string;
  email: string;
  name: string;
  plan: string;
  role: Role;
  /** Null: the user cannot sign in until a password is set. */
  passwordHash: string | null;
  createdAt: number;
  /** Only if there is no administrator yet. */
  firstAdmin: boolean;
}

export type KeyScope = "full" | "read-only";

export interface Key {
  id: string;
  userId: string;
  name: string;
  prefix: string;
  lastFour: string;
  scope: KeyScope;
  /** The key is refused from then on; null: never. */
  endsAt: number | null;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export interface KeyCredential {
  id: string;
  userId: string;
  name: string;
  scope: KeyScope;
  endsAt: number | null;
  hash: string;
  plan: string;
  /** True if the key is revoked or its owner suspended. */
  refused: boolean;
}

export interface Admission {
  admitted: boolean;
  remaining: number;
  /** Ms until one more is admitted if none is left, else until the oldest request leaves the window. */
  resetIn: number;
  /** Unix ms by the window's clock, if that is not this node's. */
  now?: number;
}
