import { type DomainError, invalid } from "../shared/errors.ts";

/** A secret link to a page with the numbers of a code or of a workspace. */
export interface InsightLink {
  id: string;
  secret: string;
  createdAt: number;
  endsAt: number | null;
  /** Null if an owner kept it when its creator left. */
  madeBy: string | null;
}

export interface NewLink extends InsightLink {
  workspaceId: string;
  /** Null: all codes of the workspace. */
  codeId: string | null;
}

export const tooManyLinks = (most: number): DomainError =>
  invalid(
    [{ field: "codeId", message: `must not be in a workspace with ${most} links` }],
    `This workspace already has ${most} links to its numbers, which is the limit. Revoke one first.`,
  );
