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

/** A code would get a tag that its workspace does not have, or too many; nothing is written. */
export class TagRefused extends Error {
  override name = "TagRefused";
  readonly reason: "missing" | "too-many";

  constructor(reason: TagRefused["reason"]) {
    super(reason === "missing" ? "There is no such tag." : "A code has too many tags.");
    this.reason = reason;
  }
}

export const TAGS_PER_CODE = 20;

/** A filter of the list with a name, for all members of a workspace. */
export interface SavedView {
  id: string;
  name: string;
  /** As JSON. */
  query: string;
}
