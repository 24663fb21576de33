import type { MemberRole } from "../shared/vocabulary.ts";
import type { UtmPreset, Workspace } from "./account-store.ts";
import type { ChangeKind, Code } from "./code-store.ts";
import type { Brand } from "./look-store.ts";
import type { Placement } from "./placement-store.ts";
import type { QuarterCounts, ScanRow } from "./scan-store.ts";
import type { SavedView, Tag } from "./tag-store.ts";
import type { Visitors } from "./visitor-store.ts";

/** A code with everything stored about it except its scans. */
export interface BundledCode extends Code {
  renewedAt: number;
  /** In the format of src/shared/actor.ts. */
  madeBy: string | null;
  /** Raw scans before this day were not exported; 0 if all were. */
  rawFromDay: number;
  /** Names of its tags. */
  tags: string[];
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

export type BundledPlacement = Omit<Placement, "num" | "isMoving">;

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

/** Counts by quarter of an hour, and visitors of the local day in that UTC day. */
export interface BundledQuarters {
  day: number;
  counts: QuarterCounts;
  visitors: Omit<Visitors, "salt"> | null;
}

/** Data derived from scans, some of which may be past retention. */
export interface BundledHistory {
  daily: BundledCount[];
  quarters: (BundledQuarters & { codeNum: number })[];
  monthly: BundledCount[];
  cities: { codeNum: number; city: string; lastDay: number }[];
  uncounted: { codeNum: number; day: number; reason: string; count: number }[];
  imported: { codeNum: number; source: string; total: number; importedAt: number }[];
  changes: { codeNum: number; at: number; kind: ChangeKind }[];
}

/** Position in a walk over the daily counts. */
export type DailyPlace = Pick<BundledCount, "dimension" | "at" | "value">;

export interface BundledWorkspace extends Omit<Workspace, "createdAt"> {
  /** The email address of its first owner if it is the first workspace that they own, else null. */
  account: string | null;
  /** The plan of that account. */
  accountPlan: string | null;
  /** In the order in which they joined. */
  members: BundledMember[];
  /** Null when none was set. */
  brand: Brand | null;
  utmPresets: UtmPreset[];
  tags: Pick<Tag, "name" | "color">[];
  /** Filters with a name, as JSON with the names of tags instead of their ids. */
  views: Pick<SavedView, "name" | "query">[];
  /** Whether links may have a verified domain instead of the public address. */
  hasDomain: boolean;
}

/** People by email, because ids are local to a service. */
export interface BundledMember {
  /** Not in the bundle: ids are local to a service. */
  userId: string;
  email: string;
  name: string;
  role: MemberRole;
  suspended: boolean;
}

/** Days from which on raw scans, and counts by value, are kept. */
export interface KeptMarks {
  rawFromDay: number;
  valuesFromDay: number;
}

export type BundledScan = Omit<ScanRow, "placement"> & { codeNum: number; placementId: string | null };

export interface FoundCode {
  num: number;
  id: string;
  token: string;
  workspaceId: string;
  content: string;
  isImporting: boolean;
  /** The token stays taken. */
  isErased: boolean;
  isInBin: boolean;
}

/** Everything of a code except its scans. */
export interface Belongings {
  versions: Omit<BundledVersion, "codeNum">[];
  placements: BundledPlacement[];
  history: {
    daily: Omit<BundledCount, "codeNum">[];
    quarters: BundledQuarters[];
    monthly: Omit<BundledCount, "codeNum">[];
    cities: { city: string; lastDay: number }[];
    uncounted: { day: number; reason: string; count: number }[];
    imported: { source: string; total: number; importedAt: number }[];
    changes: { at: number; kind: ChangeKind }[];
  };
}

/** A code to import. */
export type Intake = Omit<BundledCode, "num" | "isSlug"> & {
  /** Default: false. */
  isSlug?: boolean;
};

/** The workspace would take more names than it may. */
export class TooManySlugs extends Error {}

/** Another change took the token since it was found to be free. */
export class TokenTaken extends Error {
  constructor(token: string) {
    super(`The token ${token} was taken during the import. Start it again.`);
  }
}

/** Of two concurrent imports of bundles, each would take over what the other has reserved. */
export class ImportRunning extends Error {
  constructor() {
    super("Another import of a bundle is running; start this one when it has finished.");
  }
}
