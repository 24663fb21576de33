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

/** A code or view would get a tag that its workspace does not have, or one of them too many; nothing is written. */
export class TagRefused extends Error {
  override name = "TagRefused";
  readonly reason: "missing" | "too-many" | "workspace-full";

  constructor(reason: TagRefused["reason"]) {
    super(REFUSED[reason]);
    this.reason = reason;
  }
}

const REFUSED = {
  missing: "There is no such tag.",
  "too-many": "A code has too many tags.",
  "workspace-full": "The workspace has too many tags.",
};

export const TAGS_PER_CODE = 20;
/** Of a workspace. */
export const MAX_TAGS = 500;

/** A filter of the list with a name, for all members of a workspace. */
export interface SavedView {
  id: string;
  name: string;
  /** As JSON. */
  query: string;
}
