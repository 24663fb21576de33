import type { Admission } from "./account-store.ts";
import type { BundleReader, BundleWriter } from "./bundle-store.ts";
import type { HistoryStore } from "./history-store.ts";
import type { MaintenanceReport } from "./maintenance.ts";
import type { EngineName } from "./migrations/types.ts";
import type { createAccountQueries } from "./queries/accounts.ts";
import type { createBrandQueries } from "./queries/brands.ts";
import type { createCodeQueries } from "./queries/codes.ts";
import type { createInvitationQueries } from "./queries/invitations.ts";
import type { createKeyQueries } from "./queries/keys.ts";
import type { createLogoQueries, createStyleQueries, createVerdictQueries } from "./queries/looks.ts";
import type { createScanQueries } from "./queries/scans.ts";
import type { createOneTimeTokenQueries } from "./queries/secrets.ts";
import type { createThrottleQueries } from "./queries/throttles.ts";
import type { createUserQueries } from "./queries/users.ts";
import type { DeliveryQueue } from "./queries/webhook-queue.ts";
import type { WebhookStore } from "./queries/webhooks.ts";
import type { createWorkspaceQueries } from "./queries/workspaces.ts";
import type { RunLines } from "./run-lines.ts";
import type { SettleReport } from "./scan-store.ts";

export type { MaintenanceReport };

/**
 * The store's interface for modules, which import no queries. Only what the engines do differently is written out
 * here; one test suite runs on both.
 */
export interface Store {
  readonly engine: EngineName;
  readonly codes: ReturnType<typeof createCodeQueries>;
  readonly history: HistoryStore;
  readonly keys: ReturnType<typeof createKeyQueries>;
  readonly styles: ReturnType<typeof createStyleQueries>;
  readonly logos: ReturnType<typeof createLogoQueries>;
  readonly brands: ReturnType<typeof createBrandQueries>;
  readonly verdicts: ReturnType<typeof createVerdictQueries>;
  readonly users: ReturnType<typeof createUserQueries>;
  readonly accounts: ReturnType<typeof createAccountQueries>;
  readonly workspaces: ReturnType<typeof createWorkspaceQueries>;
  readonly invitations: ReturnType<typeof createInvitationQueries>;
  readonly oneTimeTokens: ReturnType<typeof createOneTimeTokenQueries>;
  readonly scans: ReturnType<typeof createScanQueries>;
  readonly throttles: ReturnType<typeof createThrottleQueries>;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryQueue;
  /** Takes one place in a key's window if there is one. Exact across all processes on this store. */
  admit(keyId: string, limit: number, windowMs: number): Promise<Admission>;
  /**
   * The same, checking in one step that the key is still valid: null, with nothing counted, if it is revoked, its
   * creator suspended, or its workspace suspended, removed or on another plan.
   */
  admitInForce(keyId: string, plan: string, limit: number, windowMs: number): Promise<Admission | null>;
  /** Reads a key's window without taking a place. */
  usage(keyId: string, limit: number, windowMs: number): Promise<Admission>;
  /**
   * Settles journal rows, each line once (see run-lines.ts). A line that cannot be assigned to its code is set aside,
   * never assigned to another; this fails only in an outage.
   */
  settleScans(rows: readonly RunLines[]): Promise<SettleReport>;
  /** A random text created once in this database, the same on every node and in every backup. */
  identity(): Promise<string>;
  /** Called with the token of each code changed on any node. Null: any code may have changed. */
  onCodeChanged(listener: (token: string | null) => void): void;
  /** Called when the brand of any workspace changed, on whichever node, or may have. */
  onBrandChanged(listener: () => void): void;
  /** A random text per name, created once and the same on every node. */
  secret(name: string): Promise<string>;
  /** The database for better-auth. */
  readonly auth: AuthDatabase;
  ping(): Promise<void>;
  /** By how many ms the database's clock is ahead of `now`, beyond the query's duration. 0 for an embedded database. */
  databaseAhead(now: () => number): Promise<number>;
  /** How often change notices from other nodes may have been missed since the start. */
  lostNotices(): number;
  /** True while this node reliably receives all change notices. */
  hearsChanges(): boolean;
  /**
   * Runs every maintenance job that no other node is running: erases codes after their time in the bin, removes ended
   * sessions, old answers and deliveries, and, if `keepFrom` is given, raw scans before that day, in small steps.
   */
  maintain(now: number, keepFrom?: number, report?: MaintenanceReport): Promise<void>;
  /** Problems that the engine itself reports about its files. Empty if sound. */
  integrity(): Promise<string[]>;
  /** Reads a consistent snapshot over its own connection, without blocking anyone. */
  snapshot<T>(work: (reader: BundleReader) => Promise<T>): Promise<T>;
  /** Imports bundles and exports of other products. */
  readonly intake: BundleWriter;
  /** Call before importing raw scans of these days: PostgreSQL has one partition per month. */
  makeMonths(days: Iterable<number>, now: number): Promise<void>;
  /** A consistent copy of an embedded database while it is in use. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface AuthDatabase {
  // biome-ignore lint/suspicious/noExplicitAny: better-auth brings its own view of the tables.
  db: any;
  type: EngineName;
}
