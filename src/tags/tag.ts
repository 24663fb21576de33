import { type DomainError, invalid } from "../shared/errors.ts";
import { TAG_COLORS } from "../shared/tag-colors.ts";

/** A label of a workspace that its codes can have several of. */
export interface Tag {
  /** The store's internal number, never shown. */
  num: number;
  id: string;
  name: string;
  /** #RRGGBB. */
  color: string;
}

/** Of these colours the one that the fewest tags have, the first of those. */
export function nextColor(used: readonly string[]): string {
  const uses = (color: string) => used.filter((one) => one === color).length;
  return TAG_COLORS.toSorted((one, other) => uses(one) - uses(other))[0]!;
}

export interface NewTag extends Omit<Tag, "num"> {
  workspaceId: string;
  createdAt: number;
}

export const TAGS_PER_CODE = 20;
/** Of a workspace. */
export const MAX_TAGS = 500;

export const tagNameTaken = (name: string): DomainError =>
  invalid([{ field: "name", message: "is the name of another tag" }], `There is already a tag “${name}”.`);

const NO_TAG = "must be the id of a tag of this workspace";

export const noTarget = (): DomainError => invalid([{ field: "into", message: NO_TAG }]);

/** A code or view would get a tag that its workspace does not have. */
export const tagMissing = (field: string): DomainError =>
  invalid([{ field, message: NO_TAG }], "One of the tags no longer exists.");

export const tooManyTags = (field: string): DomainError =>
  invalid(
    [{ field, message: `must leave a code with at most ${TAGS_PER_CODE} tags` }],
    `A code can have at most ${TAGS_PER_CODE} tags.`,
  );

export const tagsFull = (field: string): DomainError =>
  invalid(
    [{ field, message: `would have more than ${MAX_TAGS} tags` }],
    `That workspace would have more than ${MAX_TAGS} tags. Delete tags there, or remove tags of this code.`,
  );

/** A filter of the list with a name, for all members of a workspace. */
export interface SavedView {
  id: string;
  name: string;
  /** As JSON. */
  query: string;
}
