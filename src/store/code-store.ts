import type { Actor } from "../shared/actor.ts";
import { DAY_MS } from "../shared/days.ts";
import type { CodeType, Level } from "../shared/vocabulary.ts";

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
  /** The look beyond the colours, as JSON; null is plain. */
  style: string | null;
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
  /** Set while it lies in the bin. */
  deletedAt: number | null;
}

export type NewCode = Omit<
  Code,
  "num" | "style" | "scanCount" | "expiresFixed" | "expiresBefore" | "foldedBefore" | "deletedAt"
> & {
  /** None: the owner's default look. */
  style?: string | null;
  /** None: false. */
  expiresFixed?: boolean;
  madeBy?: Actor | undefined;
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
    | "style"
    | "category"
    | "isPublic"
    | "isFavorite"
    | "expiresAt"
    | "expiresFixed"
  >
>;

/** What many codes can be given at once. */
export type ManyChange = Pick<CodeChange, "category" | "isPublic" | "isFavorite">;

/** All of a code that its picture depends on, but for its text. */
export type StyledRow = Pick<Code, "id" | "style" | "foregroundColor" | "backgroundColor" | "errorCorrection" | "size">;

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
  /** "deleted" lists the bin, anything else what is not in it. */
  state?: "active" | "paused" | "expired" | "deleted" | undefined;
}

export const CODE_SORTS = ["newest", "name", "scans", "expires"] as const;
export type CodeSort = (typeof CODE_SORTS)[number];
/** The bin has one more: what was deleted last comes first. */
export const BIN_SORTS = [...CODE_SORTS, "deleted"] as const;
export type BinSort = (typeof BIN_SORTS)[number];

/** How long a deleted code can be taken back. */
export const BIN_MS = 30 * DAY_MS;
