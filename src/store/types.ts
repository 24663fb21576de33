import type { CodeType, Level } from "../shared/vocabulary.ts";
import type { EngineName } from "./migrations/types.ts";
import type { AsideLine } from "./scan-lines.ts";

/** What the modules ask of a store. Both engines answer alike; one suite of tests holds them to it. */
export interface Store {
  readonly engine: EngineName;
  readonly codes: CodeStore;
  readonly keys: KeyStore;
  readonly users: UserStore;
  readonly accounts: AccountStore;
  readonly oneTimeTokens: OneTimeTokenStore;
  readonly scans: ScanStore;
  readonly throttles: ThrottleStore;
  /** Takes one place in a key's window if there is one. Exact over every process on this store. */
  admit(keyId: string, limit: number, windowMs: number): Promise<Admission>;
  /** Reads a key's window without taking a place in it. */
  usage(keyId: string, limit: number, windowMs: number): Promise<Admission>;
  /**
   * Settles journal rows (see scan-lines.ts). Settling one again changes nothing. A line that cannot
   * be given to its code is kept aside, never to another; only an outage makes this fail.
   */
  settleScans(batches: readonly string[]): Promise<SettleReport>;
  /** A random text made once in this database, the same on every node and in every backup. */
  identity(): Promise<string>;
  /** Called with the token of each code that changed, on whichever node. Null: any may have. */
  onCodeChanged(listener: (token: string | null) => void): void;
  /** A random text made once and the same on every node, under a name. */
  secret(name: string): Promise<string>;
  /** What better-auth speaks to. */
  readonly auth: AuthDatabase;
  ping(): Promise<void>;
  /** How often change notices from other nodes may have been missed since the start. */
  lostNotices(): number;
  /** True while this node surely hears of every change that any process makes. */
  hearsChanges(): boolean;
  /**
   * Makes partitions for coming scans, removes raw scans of days before `keepFrom` if given, and erases
   * what is past its time, in small steps. With nothing to do it does next to nothing.
   */
  maintain(now: number, keepFrom?: number): Promise<void>;
  /** What the engine itself finds wrong with its files, in words. Sound: []. */
  integrity(): Promise<string[]>;
  /** A consistent copy of an embedded database, made while it is in use. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

/** What settling did with lines that no code was given. */
export interface SettleReport {
  /** Kept aside: their code is not here, or younger than they are, or they cannot be read. */
  aside: AsideLine[];
  /** Dropped: from before what is kept, so that nobody can tell whether they were settled before. */
  dropped: number;
}

export interface AuthDatabase {
  // biome-ignore lint/suspicious/noExplicitAny: better-auth brings its own view of the tables.
  db: any;
  type: EngineName;
}

export interface Admission {
  admitted: boolean;
  remaining: number;
  /** Ms until one more is admitted if none is left, else until the oldest request leaves. */
  resetIn: number;
}

export interface ThrottleStore {
  /**
   * Takes one place in each of the named windows, or in none of them when one is full. Exact over
   * every process on this store. Gives how each stands, in their order.
   */
  take(windows: readonly { name: string; limit: number }[], windowMs: number): Promise<Admission[]>;
  /** Gives the place taken last in each window back. */
  giveBack(names: readonly string[]): Promise<void>;
}

export interface Code {
  /** The store's own short number, never shown. */
  num: number;
  id: string;
  ownerId: string;
  name: string;
  type: CodeType;
  content: string;
  token: string;
  foregroundColor: string;
  backgroundColor: string;
  size: number;
  errorCorrection: Level;
  category: string | null;
  isPublic: boolean;
  isFavorite: boolean;
  createdAt: number;
  updatedAt: number;
  scanCount: number;
  expiresAt: number;
  /** True when the owner set expiresAt by hand: then no scan moves it. */
  expiresFixed: boolean;
  /** What the last scan that moved expiresAt moved it from. */
  expiresBefore: number | null;
  /** Scans of days before this one are added up by month as well. */
  foldedBefore: number;
}

export type NewCode = Omit<
  Code,
  "num" | "scanCount" | "expiresFixed" | "expiresBefore" | "foldedBefore"
> & {
  /** None: false. */
  expiresFixed?: boolean;
};

export type CodeChange = Partial<
  Pick<
    Code,
    | "name"
    | "content"
    | "foregroundColor"
    | "backgroundColor"
    | "size"
    | "errorCorrection"
    | "category"
    | "isPublic"
    | "isFavorite"
    | "expiresAt"
    | "expiresFixed"
  >
>;

export interface Idempotency {
  key: string;
  bodyHash: string;
  answer: string;
  /** Answers older than this are forgotten. */
  notBefore: number;
}

export interface CodeFilter {
  q?: string | undefined;
  type?: CodeType | undefined;
  category?: string | undefined;
  favorite?: boolean | undefined;
  state?: "active" | "paused" | "expired" | undefined;
}

export const CODE_SORTS = ["newest", "name", "scans", "expires"] as const;
export type CodeSort = (typeof CODE_SORTS)[number];

export interface CodeStore {
  /**
   * With `once`, the first caller creates and every later one gets the first one's record. Nothing is
   * made for an owner who is removed or suspended, however late the removal came: "no-owner".
   */
  create(
    code: NewCode,
    once?: Idempotency,
  ): Promise<{ bodyHash: string; answer: string } | "no-owner" | null>;
  find(ownerId: string, id: string): Promise<Code | null>;
  /** Its place in the list, which it keeps when it is deleted. */
  numOf(ownerId: string, id: string): Promise<number | null>;
  /** As visitors may see them, whatever their state: deleted ones are not found, a suspended or removed owner's are paused. */
  findByTokens(tokens: readonly string[]): Promise<Code[]>;
  /** `decide` sees the code as it is, under a lock, and says what to change. Null: nothing. */
  update(
    ownerId: string,
    id: string,
    now: number,
    decide: (code: Code) => CodeChange | null,
  ): Promise<Code | null>;
  remove(ownerId: string, id: string, now: number): Promise<boolean>;
  /**
   * Newest first, those before the num `before`. `next` is the id to go on from, null at the end. Where
   * matches are rare among very many codes, a page may hold fewer than `limit` and yet have a next one.
   */
  list(
    ownerId: string,
    filter: CodeFilter,
    now: number,
    limit: number,
    before?: number,
  ): Promise<{ codes: Code[]; next: string | null }>;
  /** With `more`, there are more than `total`. `stopped`: only the newest codes were looked at. */
  browse(
    ownerId: string,
    filter: CodeFilter,
    now: number,
    page: { sort: CodeSort; offset: number; limit: number },
  ): Promise<{ codes: Code[]; total: number; more: boolean; stopped: boolean }>;
  /** In their order, the first thousand. */
  categories(ownerId: string): Promise<string[]>;
}

export interface Key {
  id: string;
  userId: string;
  name: string;
  prefix: string;
  lastFour: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export interface KeyCredential {
  id: string;
  userId: string;
  hash: string;
  plan: string;
  /** True while the key is revoked or its owner suspended. */
  refused: boolean;
}

export interface KeyStore {
  /** False when the user has as many keys in force as they may. */
  create(
    key: Omit<Key, "lastUsedAt" | "revokedAt"> & { hash: string },
    mostInForce: number,
  ): Promise<boolean>;
  findByPrefix(prefix: string): Promise<KeyCredential | null>;
  list(userId: string): Promise<Key[]>;
  /** False when there is no such key in force. Without userId: whoever's it is. */
  revoke(prefix: string, now: number, userId?: string): Promise<boolean>;
}

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
    change: {
      plan?: string | undefined;
      role?: Role | undefined;
      suspended?: boolean | undefined;
    },
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
  /** Keeps a token's hash for a purpose, in place of the one before. */
  replace(purpose: string, hash: string, now: number, expiresAt: number): Promise<void>;
  /** True for the first who brings it in time. */
  use(purpose: string, hash: string, now: number): Promise<boolean>;
}

export interface ScanRow {
  id: string;
  at: number;
  device: string;
  browser: string;
  os: string;
  country: string;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
}

export interface Counted {
  value: string;
  count: number;
}

export interface Rollup {
  device: Counted[];
  browser: Counted[];
  os: Counted[];
  country: Counted[];
  days: { day: number; count: number }[];
  cities: number;
}

export interface ScanStore {
  /** Newest first, those before the scan `before` if given. */
  page(codeNum: number, limit: number, before?: string): Promise<ScanRow[]>;
  has(codeNum: number, id: string): Promise<boolean>;
  /** `foldedBefore` is the code's; one that has moved on since is as good. */
  rollup(codeNum: number, fromDay: number, toDay: number, foldedBefore: number): Promise<Rollup>;
  topCities(codeNum: number, fromDay: number, toDay: number, limit: number): Promise<Counted[]>;
  /** Scans per day of several codes at once. */
  daily(
    codeNums: readonly number[],
    fromDay: number,
  ): Promise<{ codeNum: number; day: number; count: number }[]>;
  traffic(
    codeNum: number,
    fromDay: number,
    toDay: number,
  ): Promise<{ day: number; reason: string; count: number }[]>;
  /** How many lines are kept aside, the latest few of them, and how many were dropped as too old. */
  aside(limit: number): Promise<{ count: number; latest: AsideLine[]; dropped: number }>;
  /** Every disagreement between raw scans, rollups and counts, in words. None: []. */
  check(): Promise<string[]>;
}
