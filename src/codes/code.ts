import type { Actor } from "../shared/actor.ts";
import { DAY_MS } from "../shared/days.ts";
import type { CodeType } from "../shared/vocabulary.ts";
import type { CODE } from "./codes.table.ts";

/** `num` is internal, never shown. */
export type Code = ReturnType<typeof CODE.read>;

/** A code as visitors see it. */
export interface VisitedCode extends Code {
  /** Its workspace is suspended or removed: then it is paused. */
  isSuspended: boolean;
  /** The time zone of its workspace. */
  zone: string;
  /** The account that created its workspace; null once it is removed. */
  madeBy: string | null;
  /** The address of its workspace for visitors of an expired code. */
  contact: string | null;
  /** Workspaces it was in, whose domains go on serving this link, and when it left them: `id:ms id:ms`; null: none. */
  formerWorkspaces: string | null;
  /** Its own token, also where it was found by that of a placement. Change notices name it. */
  ownToken: string;
  /** Null: visited through its own link. */
  placement: VisitedPlacement | null;
}

export interface VisitedPlacement {
  id: string;
  /** Null: a blank copy, which a member can claim. */
  name: string | null;
}

/** One content of a code and its period. */
export interface Version {
  version: number;
  content: string;
  from: number;
  /** Null for the current one. */
  until: number | null;
  /** Scans counted in that period. */
  scanCount: number;
  /** Who set it; null if unknown. */
  by: Actor | null;
}

/** `made_by` of an example, as `writeActor` writes it. */
export const EXAMPLE_MAKER = "command:examples";

export type NewCode = Omit<
  Code,
  "num" | "isSlug" | "style" | "page" | "routing" | "scanCount" | "expiresFixed" | "expiresBefore" | "deletedAt"
> & {
  /** Undefined: the workspace's default look. */
  style?: string | null;
  /** Default: false. */
  isSlug?: boolean;
  /** Default: false. */
  expiresFixed?: boolean;
  madeBy?: Actor | undefined;
};

export type CodeChange = Partial<
  Omit<
    Code,
    | ("num" | "id" | "workspaceId" | "type" | "token" | "isSlug" | "createdAt" | "updatedAt" | "deletedAt")
    | ("scanCount" | "expiresBefore")
  >
>;

/** The entry in the audit log that the steps of one request share: its number once the first is done. */
export interface SharedEntry {
  num?: number;
}

/** Fields that can be set for many codes at once. */
export interface ManyChange extends Pick<CodeChange, "isPublic" | "isFavorite"> {
  /** Ids of tags. */
  addTags?: readonly string[];
  removeTags?: readonly string[];
}

/** Everything a code's picture depends on except its text. */
export type StyledRow = Pick<Code, "id" | "style" | "foregroundColor" | "backgroundColor" | "errorCorrection" | "size">;

export interface CodeFilter {
  q?: string | undefined;
  type?: CodeType | undefined;
  category?: string | undefined;
  externalId?: string | undefined;
  /** Ids of tags: a code must have all of them. */
  tag?: readonly string[] | undefined;
  favorite?: boolean | undefined;
  /** "deleted" lists the bin; anything else lists codes outside it. "quiet": active, but not scanned for QUIET_MS. */
  state?: "active" | "paused" | "expired" | "quiet" | "deleted" | undefined;
}

/** Orders that an index has. */
export const CODE_SORTS = ["newest", "name", "scans", "expires", "last"] as const;
export type CodeSort = (typeof CODE_SORTS)[number];
/** The bin can also be sorted by deletion, latest first. */
export type BinSort = CodeSort | "deleted";
/** Clear rises of the scans of a period come first, or clear falls. */
const TREND_SORTS = ["rising", "falling"] as const;
/** How lists of the dashboard can be sorted; "scans" by those of a period, if there is one. */
export const LIST_SORTS = [...CODE_SORTS, ...TREND_SORTS] as const;
export type ListSort = (typeof LIST_SORTS)[number];
export const PAGE_SORTS = [...LIST_SORTS, "deleted"] as const;
export type PageSort = (typeof PAGE_SORTS)[number];

/** A code that had scans, and none for so long, is quiet. */
export const QUIET_MS = 30 * DAY_MS;
