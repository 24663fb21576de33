import type { NewLogo, SavedStyle } from "./look-store.ts";
import type { ScanRow } from "./scan-store.ts";

/** A code with everything that the tables say of it, apart from its scans. */
export interface BundledCode {
  num: number;
  id: string;
  ownerId: string;
  name: string;
  type: string;
  content: string;
  token: string;
  foreground: string;
  background: string;
  size: number;
  level: string;
  category: string | null;
  isPublic: boolean;
  isFavorite: boolean;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
  /** The look as JSON; null for plain squares. */
  style: string | null;
  scanCount: number;
  expiresAt: number;
  expiresFixed: boolean;
  expiresBefore: number | null;
  renewedAt: number;
  foldedBefore: number;
  /** As src/shared/actor.ts writes it. */
  madeBy: string | null;
  /** Raw scans of earlier days did not come with the code; 0 when all that there were did. */
  rawFromDay: number;
}

export interface BundledVersion {
  codeNum: number;
  n: number;
  content: string;
  replacedAt: number;
  /** As src/shared/actor.ts writes it. */
  replacedBy: string | null;
  /** The code's count when this content was replaced. */
  scansUntil: number;
}

/** A row of counts. Of a pair of agent and place, `pair` says what the value's numbers stand for. */
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

/** What is derived from scans, some of which may be past their time and gone. */
export interface BundledHistory {
  daily: BundledCount[];
  monthly: BundledCount[];
  cities: { codeNum: number; city: string; lastDay: number }[];
  uncounted: { codeNum: number; day: number; reason: string; count: number }[];
  imported: { codeNum: number; source: string; total: number; importedAt: number }[];
}

/** Where a walk over the counts by day is. */
export type DailyPlace = Pick<BundledCount, "dimension" | "at" | "value">;

export type BundledStyle = SavedStyle;
export type BundledLogo = NewLogo;

export interface BundledOwner {
  id: string;
  email: string;
  name: string;
  contact: string | null;
  plan: string;
  suspended: boolean;
}

/** Days from which on raw scans, and counts by value, are kept. */
export interface KeptMarks {
  rawFromDay: number;
  valuesFromDay: number;
}

export type BundledScan = ScanRow & { codeNum: number };

/** Reads as of one moment. `ownerId` undefined: of everybody. */
export interface BundleReader {
  marks(): Promise<KeptMarks>;
  totals(ownerId: string | undefined): Promise<{ codes: number; scans: number }>;
  owners(ids: readonly string[]): Promise<BundledOwner[]>;
  /** In the order they were made, those after `after`. Deleted ones too, until they are erased. */
  codes(ownerId: string | undefined, after: number, limit: number): Promise<BundledCode[]>;
  /** Codes of which nothing is left but that their tokens are taken, in the order they were made. */
  erased(ownerId: string | undefined, after: number, limit: number): Promise<{ num: number; token: string }[]>;
  /** By their ids, those after `after`. */
  styles(ownerId: string | undefined, after: string, limit: number): Promise<BundledStyle[]>;
  logos(ownerId: string | undefined, after: string, limit: number): Promise<BundledLogo[]>;
  versions(nums: readonly number[]): Promise<BundledVersion[]>;
  /** Without counts by day but pairs, which are few. */
  history(nums: readonly number[]): Promise<BundledHistory>;
  /** Counts by day but pairs, of all codes in their order: for codes with few. */
  dailyOfMany(nums: readonly number[]): Promise<BundledCount[]>;
  /** The same of one code, page by page. */
  daily(num: number, limit: number, after: DailyPlace | undefined): Promise<BundledCount[]>;
  /** Oldest first, those after the scan `after`. */
  scans(num: number, limit: number, after: string | undefined): Promise<BundledScan[]>;
  /** All of several codes, by code, oldest first: for codes with few. */
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

/** What belongs to a code but its scans. */
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

/** A code to take in. */
export type Intake = Omit<BundledCode, "num">;

/** Two at once would each take what the other has reserved for something left unfinished. */
export class ImportRunning extends Error {
  constructor() {
    super("Another import is running; begin this one when it is done.");
  }
}

/**
 * A code is first reserved, so that id and token are its own while nobody sees it; then come what belongs
 * to it and its scans, in any number of lots; then it appears, whole.
 */
export interface BundleWriter {
  /** Does work while nobody else takes anything in, whatever becomes of this process; throws when somebody does. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  find(ids: readonly string[], tokens: readonly string[]): Promise<FoundCode[]>;
  /** Days from which on counts by value are kept. Never lowers it. */
  raiseValuesFrom(day: number): Promise<void>;
  /** Those that are there are left as they are; a second default is none. */
  addStyles(styles: readonly BundledStyle[]): Promise<void>;
  /** The id of an owner's logo by the SHA-256 of its bytes. */
  findLogo(ownerId: string, hash: string): Promise<string | null>;
  /** Gives the id that each is kept under: an owner has the same picture once. */
  addLogos(logos: readonly BundledLogo[]): Promise<string[]>;
  /** One transaction for all. Gives the numbers in order. */
  reserve(codes: readonly Intake[]): Promise<number[]>;
  /** Takes away what an unfinished import left of reserved codes, which may have been told otherwise there. */
  clear(codes: readonly { num: number; code: Intake }[]): Promise<void>;
  /** One transaction for all. Each row is added once, after `clear` once more. */
  addBelongings(rows: readonly (Belongings & { num: number })[]): Promise<void>;
  /** One transaction. Scans that are there are left as they are. */
  addScans(scans: readonly BundledScan[]): Promise<void>;
  /** One transaction for all. A code that was finished before is left as it is. */
  finish(codes: readonly { num: number; code: Intake }[]): Promise<void>;
  /** Tokens that are never to be given; those that are taken are left as they are. */
  keepTokens(tokens: readonly string[], now: number): Promise<void>;
  /** How many codes an import left unfinished. */
  unfinished(): Promise<number>;
}
