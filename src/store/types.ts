import type { CodeType, Level } from "../shared/words.ts";
import type { EngineName } from "./migrations/types.ts";
import type { AsideLine } from "./scan-lines.ts";

/** What the rooms ask of a store. Both engines answer alike; one suite of tests holds them to it. */
export interface Store {
  readonly engine: EngineName;
  readonly codes: CodeStore;
  readonly keys: KeyStore;
  readonly people: PeopleStore;
  readonly scans: ScanStore;
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
  /**
   * Makes room for coming scans, removes raw scans of days before `keepFrom` if given, and erases
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
  /** Scans of days before this one are added up by month as well. */
  foldedBefore: number;
}

export type NewCode = Omit<Code, "num" | "scanCount" | "expiresFixed" | "foldedBefore">;

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

export interface Once {
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
  /** With `once`, the first caller creates and every later one gets the first one's record. */
  create(code: NewCode, once?: Once): Promise<{ bodyHash: string; answer: string } | null>;
  find(ownerId: string, id: string): Promise<Code | null>;
  /** Its place in the list, which it keeps when it is deleted. */
  numOf(ownerId: string, id: string): Promise<number | null>;
  /** Whatever their owner and state; deleted ones are not found. */
  findByTokens(tokens: readonly string[]): Promise<Code[]>;
  /** `decide` sees the code as it is, under a lock, and says what to change. */
  update(
    ownerId: string,
    id: string,
    now: number,
    decide: (code: Code) => CodeChange,
  ): Promise<Code | null>;
  remove(ownerId: string, id: string, now: number): Promise<boolean>;
  /** Newest first. `after` is the num of the last code already seen. */
  list(
    ownerId: string,
    filter: CodeFilter,
    now: number,
    limit: number,
    after?: number,
  ): Promise<Code[]>;
  /** One page of a sorted list, and how many there are in all. */
  browse(
    ownerId: string,
    filter: CodeFilter,
    now: number,
    page: { sort: CodeSort; offset: number; limit: number },
  ): Promise<{ codes: Code[]; total: number }>;
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

export interface KeyLock {
  id: string;
  userId: string;
  hash: string;
  plan: string;
  /** True while the key is revoked or its owner suspended. */
  refused: boolean;
}

export interface KeyStore {
  create(key: Omit<Key, "lastUsedAt" | "revokedAt"> & { hash: string }): Promise<void>;
  findLock(prefix: string): Promise<KeyLock | null>;
  list(userId: string): Promise<Key[]>;
  /** False when there is no such key in force. Without userId: whoever's it is. */
  revoke(prefix: string, now: number, userId?: string): Promise<boolean>;
}

export interface Person {
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

export interface PeopleStore {
  find(id: string): Promise<Person | null>;
  findByEmail(email: string): Promise<Person | null>;
  list(): Promise<Person[]>;
  count(): Promise<number>;
  change(
    id: string,
    change: Partial<Pick<Person, "plan" | "role" | "suspended" | "contact">>,
  ): Promise<void>;
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
