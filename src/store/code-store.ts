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

export interface CodeStore {
  /**
   * With `once`, the first caller creates and every later one gets the first one's record. Nothing is
   * made for an owner who is removed or suspended, however late the removal came: "no-owner". Nor where
   * another code, deleted or not, has the token: "token-taken".
   */
  create(
    code: NewCode,
    once?: Idempotency,
  ): Promise<{ bodyHash: string; answer: string } | "no-owner" | "token-taken" | null>;
  /** As create, for at least one code of one owner: all are made, in their order, or none. */
  createAll(codes: readonly NewCode[], once?: Idempotency): ReturnType<CodeStore["create"]>;
  find(ownerId: string, id: string): Promise<Code | null>;
  /** Its place in the list, which it keeps when it is deleted. */
  numOf(ownerId: string, id: string): Promise<number | null>;
  /** As visitors may see them, whatever their state: deleted ones are not found, a suspended or removed owner's are paused. */
  findByTokens(tokens: readonly string[]): Promise<Code[]>;
  /**
   * `decide` sees the code as it is, under a lock, and says what to change. Null: nothing. A content
   * that is replaced is kept as a version, with who replaced it.
   */
  update(
    ownerId: string,
    id: string,
    now: number,
    decide: (code: Code) => CodeChange | null,
    by?: Actor,
  ): Promise<Code | null>;
  /** Those of these codes that are there, in no order. */
  findMany(ownerId: string, ids: readonly string[]): Promise<Code[]>;
  /** Puts it into the bin, where it keeps its scans and its place in lists for 30 days. */
  remove(ownerId: string, id: string, now: number): Promise<boolean>;
  /** Takes it out of the bin as it was, if it is there; null when there is no such code, or no longer. */
  restore(ownerId: string, id: string, now: number): Promise<Code | null>;
  /**
   * Newest first, those before the num `before`. `next` is the id to go on from, null at the end. Where
   * matches are rare among very many codes, a page may hold fewer than `limit` and yet have a next one.
   */
  list(
    ownerId: string,
    filter: CodeFilter,
    now: number,
    limit: number,
    before?: number,
  ): Promise<{ codes: Code[]; next: string | null }>;
  /**
   * With `more`, there are more than `total`. `stopped`: only the newest codes were looked at. Outside
   * of the bin, the order "deleted" is "newest".
   */
  browse(
    ownerId: string,
    filter: CodeFilter,
    now: number,
    page: { sort: BinSort; offset: number; limit: number },
  ): Promise<{ codes: Code[]; total: number; more: boolean; stopped: boolean }>;
  /** In their order, the first thousand. */
  categories(ownerId: string): Promise<string[]>;
}
