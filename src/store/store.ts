import type { createBundleReader } from "../bundle/read.queries.ts";
import type { createBundleWriter } from "../bundle/write.queries.ts";
import type { RunLines } from "../scans/run-lines.ts";
import type { SettleReport } from "../scans/scan.ts";
import type { Admission, KeyAsVerified } from "../workspaces/people.ts";
import type { JobGroup, MaintenanceReport } from "./maintenance.ts";
import type { createQueries } from "./queries.ts";

export type { JobGroup, MaintenanceReport };
export type BundleReader = ReturnType<typeof createBundleReader>;

export interface ReplicaHealth {
  isUsed: boolean;
  /** Why it is not used. */
  problem: string | null;
  /** How far it is behind the primary; null while it does not answer. */
  lagBytes: number | null;
  lagSeconds: number | null;
  /** Reads that a replica may answer, by the server that did. */
  reads: { replica: number; primary: number };
}

/**
 * The store's interface for modules, which import no queries. Only what the engines do differently is written out
 * here; one test suite runs on both.
 */
export interface Store extends ReturnType<typeof createQueries> {
  /** Takes one place in a key's window if there is one. Exact across all processes on this store. */
  admit(keyId: string, limit: number, windowMs: number): Promise<Admission>;
  /**
   * The same, checking in one step that the key is still valid: null, with nothing counted, if it is revoked, its
   * creator suspended, its workspace suspended, removed or on another plan, or if requests are charged to somebody else.
   */
  admitInForce(key: KeyAsVerified, limit: number, windowMs: number): Promise<Admission | null>;
  /** Reads a key's window without taking a place. */
  usage(keyId: string, limit: number, windowMs: number): Promise<Admission>;
  /**
   * Settles journal rows, each line once (see run-lines.ts). A line that cannot be assigned to its code is set aside,
   * never assigned to another; this fails only in an outage.
   */
  settleScans(rows: readonly RunLines[]): Promise<SettleReport>;
  /** Called with the token of each code changed on any node. Null: any code may have changed. */
  onCodeChanged(listener: (token: string | null) => void): void;
  /** Called with the id of a workspace whose codes visitors now see differently, changed on any node. */
  onWorkspaceChanged(listener: (id: string) => void): void;
  /** Called when the brand of any workspace changed, on whichever node, or may have. */
  onBrandChanged(listener: () => void): void;
  /** Called when a domain changed, on whichever node, or may have. */
  onDomainChanged(listener: () => void): void;
  ping(): Promise<void>;
  /** By how many ms the database's clock is ahead of `now`, beyond the query's duration. 0 for an embedded database. */
  databaseAhead(now: () => number): Promise<number>;
  /** How often change notices from other nodes may have been missed since the start. */
  lostNotices(): number;
  /** The replica of DATABASE_READ_URL; null without one. */
  replica(): ReplicaHealth | null;
  /** True while this node reliably receives all change notices. */
  hearsChanges(): boolean;
  /**
   * Runs every maintenance job that no other node is running: erases codes after their time in the bin, removes ended
   * sessions, old answers and deliveries, packs scans and, if `keepFrom` is given, forgets those before that day, in
   * small steps.
   */
  maintain(now: number, keepFrom?: number, report?: MaintenanceReport): Promise<void>;
  /** Problems that the engine itself reports about its files. Empty if sound. */
  integrity(): Promise<string[]>;
  /**
   * Reads a consistent snapshot over its own connection, without blocking anyone. Calls `work` again if a replica could
   * not finish it.
   */
  snapshot<T>(work: (reader: BundleReader) => Promise<T>): Promise<T>;
  /** Imports bundles and exports of other products. */
  readonly importer: ReturnType<typeof createBundleWriter>;
  /** A consistent copy of an embedded database while it is in use. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}
