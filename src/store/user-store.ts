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

export interface UserStore {
  find(id: string): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  list(): Promise<User[]>;
  page(page: UsersPage): Promise<{ users: User[]; total: number }>;
  count(): Promise<number>;
  change(id: string, change: Partial<Pick<User, "plan" | "contact">>): Promise<void>;
}

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

/** What makes, changes and ends accounts. There is always an administrator who can sign in. */
export interface AccountStore {
  hasAdmin(): Promise<boolean>;
  /** False for who was invited and has not chosen one yet. */
  hasPassword(id: string): Promise<boolean>;
  /** Null where there is no such user, or one without a password. */
  passwordHash(email: string): Promise<string | null>;
  /** The account and its password, both or neither. */
  create(account: NewAccount): Promise<"made" | "email-taken" | "has-admin">;
  /** Ends the user's sessions too. False when there is no such user. */
  setPassword(id: string, passwordHash: string, now: number): Promise<boolean>;
  /**
   * All of it or nothing: false when that would leave no administrator. Who is suspended loses their
   * sessions, and every node is told that their codes changed.
   */
  change(
    id: string,
    change: { plan?: string | undefined; role?: Role | undefined; suspended?: boolean | undefined },
  ): Promise<boolean>;
  endSessions(id: string): Promise<void>;
  /**
   * The account with its password, sessions and keys; their codes answer as paused ones until
   * `removeSomeCodes` has been there. False when that would leave no administrator.
   */
  remove(id: string, now: number): Promise<boolean>;
  /** Puts some codes of users who were removed into the bin; false when none is left. */
  removeSomeCodes(): Promise<boolean>;
}

export interface OneTimeTokenStore {
  /** Whether `use` would take it now. */
  holds(purpose: string, hash: string, now: number): Promise<boolean>;
  /** Keeps a token's hash for a purpose, in place of the one before. */
  replace(purpose: string, hash: string, now: number, expiresAt: number): Promise<void>;
  /** True for the first who brings it in time. */
  use(purpose: string, hash: string, now: number): Promise<boolean>;
}
