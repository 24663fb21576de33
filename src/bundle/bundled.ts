import type { Code } from "../codes/code.ts";
import type { codeTables } from "../codes/codes.table.ts";
import type { ValuesOf } from "../database/table.ts";
import type { Brand } from "../looks/look.ts";
import type { Placement } from "../placements/placement.ts";
import type { AgentColumns, PlaceColumns } from "../scans/lines.ts";
import type { ScanRow } from "../scans/scan.ts";
import type { scanTables } from "../scans/scans.table.ts";
import type { DaySpan } from "../scans/visitor-days.ts";
import type { MemberRole } from "../shared/vocabulary.ts";
import type { SavedView, Tag } from "../tags/tag.ts";
import type { UtmPreset, Workspace } from "../workspaces/people.ts";

/** A code with everything stored about it except its scans. */
export interface BundledCode extends Code {
  renewedAt: number;
  /** In the format of src/shared/actor.ts. */
  madeBy: string | null;
  /** Names of its tags. */
  tags: string[];
}

export type BundledVersion = ValuesOf<typeof codeTables.code_versions>;

export type BundledPlacement = Omit<Placement, "num" | "isMoving">;

/**
 * Forgotten scans of a code on a UTC day. Each list has all of them, except that `placements` leaves out those through
 * the code's own link, and `routes` those to its own content.
 */
export interface ForgottenDay {
  day: number;
  /** By the number of the quarter of an hour in the day, in order. */
  quarters: [quarter: number, count: number][];
  agents: [agent: AgentColumns, count: number][];
  places: [place: PlaceColumns, count: number][];
  /** Scans by the id of their placement. */
  placements: [id: string, count: number][];
  /** Scans by the rule or variant that led them, as `rule:<id>` or `variant:<id>`. */
  routes: [key: string, count: number][];
}

/** Visitors of a code on a local day, and how many of its scans are counted in them. */
export interface BundledVisitors extends DaySpan {
  visitors: number;
  scans: number;
}

/** What is known of codes besides scans. */
export interface BundledHistory {
  visitors: (BundledVisitors & { codeNum: number })[];
  uncounted: ValuesOf<typeof scanTables.uncounted_daily>[];
  imported: ValuesOf<typeof scanTables.imported_counts>[];
  changes: ValuesOf<typeof codeTables.code_changes>[];
}

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

export type BundledScan = Omit<ScanRow, "placement" | "rule" | "variant"> & {
  codeNum: number;
  placementId: string | null;
  /** As in a ForgottenDay; null: to the code's own content. */
  route: string | null;
};

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
export interface CodeData {
  versions: Omit<BundledVersion, "codeNum">[];
  placements: BundledPlacement[];
  history: {
    days: ForgottenDay[];
    visitors: BundledVisitors[];
    uncounted: Omit<BundledHistory["uncounted"][number], "codeNum">[];
    imported: Omit<BundledHistory["imported"][number], "codeNum">[];
    changes: Omit<BundledHistory["changes"][number], "codeNum">[];
  };
}

/** A code to import. */
export type ImportedCode = Omit<BundledCode, "num" | "isSlug"> & {
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
