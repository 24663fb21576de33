import type { Code } from "./code-store.ts";
import type { Brand, NewLogo, SavedStyle } from "./look-store.ts";
import type { ScanRow } from "./scan-store.ts";

/** A code with everything stored about it except its scans. */
export interface BundledCode extends Code {
  renewedAt: number;
  /** In the format of src/shared/actor.ts. */
  madeBy: string | null;
  /** Raw scans before this day were not exported; 0 if all were. */
  rawFromDay: number;
}

export interface BundledVersion {
  codeNum: number;
  n: number;
  content: string;
  replacedAt: number;
  /** In the format of src/shared/actor.ts. */
  replacedBy: string | null;
  /** The code's count when this content was replaced. */
  scansUntil: number;
}

/** A row of counts. For a pair of agent and place, `pair` has the values behind the ids. */
export interface BundledCount {
  codeNum: number;
  dimension: number;
  /** A day, or a month in monthly counts. */
  at: number;
  value: string;
  count: number;
  pair?: BundledPair;
}

export interface BundledPair {
  agent: [device: string, browser: string, os: string];
  place: [country: string, city: string | null, latitude: number | null, longitude: number | null];
}

/** Data derived from scans, some of which may be past retention. */
export interface BundledHistory {
  daily: BundledCount[];
  monthly: BundledCount[];
  cities: { codeNum: number; city: string; lastDay: number }[];
  uncounted: { codeNum: number; day: number; reason: string; count: number }[];
  imported: { codeNum: number; source: string; total: number; importedAt: number }[];
}

/** Position in a walk over the daily counts. */
export type DailyPlace = Pick<BundledCount, "dimension" | "at" | "value">;

export interface BundledOwner {
  id: string;
  email: string;
  name: string;
  contact: string | null;
  plan: string;
  suspended: boolean;
  /** Null when none was set. */
  brand: Brand | null;
}

/** Days from which on raw scans, and counts by value, are kept. */
export interface KeptMarks {
  rawFromDay: number;
  valuesFromDay: number;
}

export type BundledScan = ScanRow & { codeNum: number };

/** Reads a consistent snapshot. `ownerId` undefined: all owners. */
export interface BundleReader {
  marks(): Promise<KeptMarks>;
  totals(ownerId: string | undefined): Promise<{ codes: number; scans: number }>;
  owners(ids: readonly string[]): Promise<BundledOwner[]>;
  /** Ids of accounts with a brand, after `after`. */
  branded(ownerId: string | undefined, after: string, limit: number): Promise<{ id: string }[]>;
  /** In order of creation, after `after`. Includes deleted codes until they are erased. */
  codes(ownerId: string | undefined, after: number, limit: number): Promise<BundledCode[]>;
  /** Erased codes, whose tokens stay taken, in order of creation. */
  erased(ownerId: string | undefined, after: number, limit: number): Promise<{ num: number; token: string }[]>;
  /** By id, after `after`. */
  styles(ownerId: string | undefined, after: string, limit: number): Promise<SavedStyle[]>;
  logos(ownerId: string | undefined, after: string, limit: number): Promise<NewLogo[]>;
  versions(nums: readonly number[]): Promise<BundledVersion[]>;
  /** Without daily counts, except for pairs, which are few. */
  history(nums: readonly number[]): Promise<BundledHistory>;
  /** Daily counts except pairs, of several codes in order: for codes with few. */
  dailyOfMany(nums: readonly number[]): Promise<BundledCount[]>;
  /** The same for one code, in pages. */
  daily(num: number, limit: number, after: DailyPlace | undefined): Promise<BundledCount[]>;
  /** Oldest first, after the scan `after`. */
  scans(num: number, limit: number, after: string | undefined): Promise<BundledScan[]>;
  /** All scans of several codes, by code, oldest first: for codes with few. */
  scansOfMany(nums: readonly number[]): Promise<BundledScan[]>;
}

export interface FoundCode {
  num: number;
  id: string;
  token: string;
  ownerId: string;
  content: string;
  isImporting: boolean;
  /** The token stays taken. */
  isErased: boolean;
  isInBin: boolean;
}

/** Everything of a code except its scans. */
export interface Belongings {
  versions: Omit<BundledVersion, "codeNum">[];
  history: {
    daily: Omit<BundledCount, "codeNum">[];
    monthly: Omit<BundledCount, "codeNum">[];
    cities: { city: string; lastDay: number }[];
    uncounted: { day: number; reason: string; count: number }[];
    imported: { source: string; total: number; importedAt: number }[];
  };
}

/** A code to import. */
export type Intake = Omit<BundledCode, "num">;

/** Of two concurrent imports, each would take over what the other has reserved. */
export class ImportRunning extends Error {
  constructor() {
    super("Another import is running; start this one when it has finished.");
  }
}

/**
 * Imports a code in steps: it is reserved with its id and token while still invisible; its belongings and scans
 * follow in any number of batches; then it becomes visible as a whole.
 */
export interface BundleWriter {
  /** Runs work while no other import runs; the lock ends with the process. Throws if an import is running. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  find(ids: readonly string[], tokens: readonly string[]): Promise<FoundCode[]>;
  /** The day from which on counts by value are kept. Never lowers it. */
  raiseValuesFrom(day: number): Promise<void>;
  /** Existing styles are not changed; a second default is ignored. */
  addStyles(styles: readonly SavedStyle[]): Promise<void>;
  /** The id of an owner's logo by the SHA-256 of its bytes. */
  findLogo(ownerId: string, hash: string): Promise<string | null>;
  /** Returns the stored id of each: an owner has the same picture once. */
  addLogos(logos: readonly NewLogo[]): Promise<string[]>;
  /** For an owner who has none. */
  addBrand(ownerId: string, brand: Brand): Promise<void>;
  /** One transaction for all. Returns the numbers in order. */
  reserve(codes: readonly Intake[]): Promise<number[]>;
  /** Removes what an unfinished import left of reserved codes, which may differ from this bundle. */
  clear(codes: readonly { num: number; code: Intake }[]): Promise<void>;
  /** One transaction for all. Adds each row once per `clear`. */
  addBelongings(rows: readonly (Belongings & { num: number })[]): Promise<void>;
  /** One transaction. Existing scans are not changed. */
  addScans(scans: readonly BundledScan[]): Promise<void>;
  /** One transaction for all. Finished codes are not changed. */
  finish(codes: readonly { num: number; code: Intake }[]): Promise<void>;
  /** Tokens that must never be assigned; taken ones are not changed. */
  keepTokens(tokens: readonly string[], now: number): Promise<void>;
  /** The number of codes left by an unfinished import. */
  unfinished(): Promise<number>;
}
