/** People, their keys, and what a window of requests answers. */
export interface User {
  id: string;
  email: string;
  name: string;
  plan: string;
  role: string;
  suspended: boolean;
  /** An e-mail address that visitors of expired codes may be shown. */
  contact: string | null;
  createdAt: number;
}

/** In the order they came. `email` is part of an address, or "" for everyone. */
export type UsersPage = { email: string; limit: number; offset: number };

export type Role = "admin" | "member";

export interface NewAccount {
  id: string;
  email: string;
  name: string;
  plan: string;
  role: Role;
  /** Null: none until one is set, and until then the user cannot sign in. */
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
  /** From then on it is refused; null: never. */
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
  /** True while the key is revoked or its owner suspended. */
  refused: boolean;
}

export interface Admission {
  admitted: boolean;
  remaining: number;
  /** Ms until one more is admitted if none is left, else until the oldest request leaves. */
  resetIn: number;
  /** Unix ms by the clock that the window goes by, where that is not this node's. */
  now?: number;
}
