/** A copy of a code with its own token. */
export interface Placement {
  /** The store's internal number, never shown. */
  num: number;
  id: string;
  /** Null: a blank copy, which has no place yet. */
  name: string | null;
  token: string;
  /** A person chose the token: then its case does not matter. */
  isSlug: boolean;
  isPaused: boolean;
  createdAt: number;
  scanCount: number;
  /** True while scans made before it was moved are still with the code that it belonged to. */
  isMoving: boolean;
}

export type NewPlacement = Pick<Placement, "id" | "name" | "token" | "isSlug" | "createdAt">;

export type PlacementChange = Partial<Pick<Placement, "name" | "isPaused">>;

export const PLACEMENT_SORTS = ["newest", "name", "scans"] as const;
export type PlacementSort = (typeof PLACEMENT_SORTS)[number];

export interface PlacementFilter {
  sort: PlacementSort;
  /** Text in the name. */
  q?: string | undefined;
}

/** The most that a code can have. */
export const MOST_PLACEMENTS = 10_000;

/** Whose plan limits the links of a workspace, and what they have taken. */
export interface LinkAccount {
  plan: string;
  taken: LinkCounts;
}

/** Links that have been taken. Deleted ones count, since their tokens stay taken. */
export interface LinkCounts {
  /** Chosen names of codes and placements, and imported ones. */
  slugs: number;
  placements: number;
}

/** Why nothing was created. `over`: what the workspace would have too many of. */
export type PlacementRefusal = "no-code" | "too-many" | { over: keyof LinkCounts } | { taken: ReadonlySet<string> };
