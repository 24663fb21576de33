/** A label of a workspace that its codes can have several of. */
export interface Tag {
  /** The store's internal number, never shown. */
  num: number;
  id: string;
  name: string;
  /** #RRGGBB. */
  color: string;
}

/** Each can be seen on a light and on a dark page: a contrast of at least 3 to 1 with both. */
export const TAG_COLORS = [
  ...["#2f7ed8", "#d6453d", "#3a8f4d", "#a86400", "#8a5cd6", "#c2458f"],
  ...["#0e8a8a", "#c2570c", "#5a7d1a", "#5c6ac4", "#9c6b4f", "#71767f"],
] as const;

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
