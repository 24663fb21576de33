/** What the store does with many codes at once. The caller keeps calls so small that nobody waits long. */
import type { BinSort, Code, CodeChange, CodeFilter } from "./code-store.ts";

export type ManyChange = Pick<CodeChange, "category" | "isPublic" | "isFavorite">;

/** All of a code that its picture depends on, but for its text. */
export type StyledRow = Pick<Code, "id" | "style" | "foregroundColor" | "backgroundColor" | "errorCorrection" | "size">;

export interface CodeSelection {
  /** The ids of what a list shows, in its order, up to `most`; `more` when there are, or may be, others. */
  select(
    ownerId: string,
    filter: CodeFilter,
    now: number,
    sort: BinSort,
    most: number,
  ): Promise<{ ids: string[]; more: boolean }>;
  /**
   * Gives one look to those of these codes that are there and that `may` have it, as they are under the
   * lock; names them.
   */
  applyStyle(
    ownerId: string,
    ids: readonly string[],
    style: string | null,
    now: number,
    may?: (code: StyledRow) => boolean,
  ): Promise<string[]>;
  /** Those not named in the answer are missing, deleted or another's. `before` is what each had. */
  changeMany(
    ownerId: string,
    ids: readonly string[],
    change: ManyChange,
    now: number,
  ): Promise<{ changed: { id: string; before: ManyChange }[]; same: string[] }>;
  /** The ids of those that are in the bin by this call. */
  removeMany(ownerId: string, ids: readonly string[], now: number): Promise<string[]>;
  /** The ids of those that are out of the bin by this call. */
  restoreMany(ownerId: string, ids: readonly string[], now: number): Promise<string[]>;
}
