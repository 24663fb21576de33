import type { ValuesOf } from "../database/table.ts";
import { type DomainError, invalid } from "../shared/errors.ts";
import type { placementTables } from "./placements.table.ts";

/** A copy of a code with its own token. */
export interface Placement extends ValuesOf<typeof placementTables.placements> {
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
export const MAX_PLACEMENTS = 10_000;

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

/** Why no links were created. `over`: what the workspace would have too many of. */
export type LinkRefusal = { over: keyof LinkCounts } | { taken: ReadonlySet<string> };

const MOST = `${MAX_PLACEMENTS.toLocaleString("en")} placements`;

export const tooManyPlacements = (): DomainError =>
  invalid([{ field: "placements", message: `must not be more than a code can have: ${MOST}` }]);

const NOT_MOVED = {
  "no target": "must be another code of the workspace",
  full: `must be a code with fewer than ${MOST}`,
  moving: "cannot be changed while the scans of the last move are being moved: try again in a minute",
};

export const notMoved = (why: keyof typeof NOT_MOVED): DomainError =>
  invalid([{ field: "codeId", message: NOT_MOVED[why] }]);
