import type { Admission } from "./account-store.ts";
import type { BundleReader, BundleWriter } from "./bundle-store.ts";
import type { HistoryStore } from "./history-store.ts";
import type { MaintenanceReport } from "./maintenance.ts";
import type { EngineName } from "./migrations/types.ts";
import type { createAccountQueries } from "./queries/accounts.ts";
import type { createCodeQueries } from "./queries/codes.ts";
import type { createKeyQueries } from "./queries/keys.ts";
import type { createLogoQueries, createStyleQueries, createVerdictQueries } from "./queries/looks.ts";
import type { createScanQueries } from "./queries/scans.ts";
import type { createOneTimeTokenQueries } from "./queries/secrets.ts";
import type { createThrottleQueries } from "./queries/throttles.ts";
import type { createUserQueries } from "./queries/users.ts";
import type { DeliveryQueue } from "./queries/webhook-queue.ts";
import type { WebhookStore } from "./queries/webhooks.ts";
import type { RunLines } from "./run-lines.ts";
import type { SettleReport } from "./scan-store.ts";

export type { MaintenanceReport };

/**
 * What the modules ask of a store. Types of queries are handed on from here: a module imports no query. Written out is
 * what the engines do differently; one suite of tests runs on both.
 */
export interface Store {
  readonly engine: EngineName;
  readonly codes: ReturnType<typeof createCodeQueries>;
  readonly history: HistoryStore;
  readonly keys: ReturnType<typeof createKeyQueries>;
  readonly styles: ReturnType<typeof createStyleQueries>;
  readonly logos: ReturnType<typeof createLogoQueries>;
  readonly verdicts: ReturnType<typeof createVerdictQueries>;
  readonly users: ReturnType<typeof createUserQueries>;
  readonly accounts: ReturnType<typeof createAccountQueries>;
  readonly oneTimeTokens: ReturnType<typeof createOneTimeTokenQueries>;
  readonly scans: ReturnType<typeof createScanQueries>;
  readonly throttles: ReturnType<typeof createThrottleQueries>;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryQueue;
  /** Takes one place in a key's window if there is one. Exact over every process on this store. */
  admit(keyId: string, limit: number, windowMs: number): Promise<Admission>;
  /**
   * The same in one step with a look at what may change about a key: null, and nothing is counted, when
   * it is revoked, or its owner suspended, gone or on another plan than this.
   */
  admitInForce(keyId: string, plan: string, limit: number, windowMs: number): Promise<Admission | null>;
  /** Reads a key's window without taking a place in it. */
  usage(keyId: string, limit: number, windowMs: number): Promise<Admission>;
  /**
   * Settles journal rows, each line once (see run-lines.ts). A line that cannot be given to its code is
   * kept aside, never given to another; only an outage makes this fail.
   */
  settleScans(rows: readonly RunLines[]): Promise<SettleReport>;
  /** A random text made once in this database, the same on every node and in every backup. */
  identity(): Promise<string>;
  /** Called with the token of each code that changed, on whichever node. Null: any may have. */
  onCodeChanged(listener: (token: string | null) => void): void;
  /** A random text made once and the same on every node, under a name. */
  secret(name: string): Promise<string>;
  /** What better-auth speaks to. */
  readonly auth: AuthDatabase;
  ping(): Promise<void>;
  /** By how many ms the database's clock is ahead of `now`, beyond what asking takes. An embedded one has no other clock. */
  databaseAhead(now: () => number): Promise<number>;
  /** How often change notices from other nodes may have been missed since the start. */
  lostNotices(): number;
  /** True while this node surely hears of every change that any process makes. */
  hearsChanges(): boolean;
  /**
   * Runs every job of maintenance that no other node is running: erases codes past the bin, removes ended sessions,
   * old answers and deliveries, and raw scans of days before `keepFrom` if given, in small steps.
   */
  maintain(now: number, keepFrom?: number, report?: MaintenanceReport): Promise<void>;
  /** What the engine itself finds wrong with its files, in words. Sound: []. */
  integrity(): Promise<string[]>;
  /** Hands out everything as of one moment, over a connection of its own that holds up nobody. */
  snapshot<T>(work: (reader: BundleReader) => Promise<T>): Promise<T>;
  /** Takes in what a bundle or another product holds. */
  readonly intake: BundleWriter;
  /** To be called before an import brings raw scans of these days: PostgreSQL keeps each month in a partition. */
  makeMonths(days: Iterable<number>, now: number): Promise<void>;
  /** A consistent copy of an embedded database, made while it is in use. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface AuthDatabase {
  // biome-ignore lint/suspicious/noExplicitAny: better-auth brings its own view of the tables.
  db: any;
  type: EngineName;
}
