import { type DomainError, refusedWith } from "../shared/errors.ts";

export const lastOwner = (): DomainError =>
  refusedWith(
    "role",
    "A workspace needs an owner whose account is not suspended, and this is the only one. Make another member an owner first.",
  );

/** They left others that they created: see isBeyond in workspaces.queries.ts. */
export const tooManyOwners = (most: number): DomainError =>
  refusedWith(
    "role",
    `You have created more than ${most} workspaces, which is the limit, and own only this one, so you can make nobody else its owner. An owner of another workspace that you created has to delete it first.`,
  );

export const tooManyWorkspaces = (most: number): DomainError =>
  refusedWith(
    "name",
    `You own or have created ${most} workspaces already, which is the limit. Deleted ones count for 30 days.`,
  );

export const tooManyOfCreator = (most: number): DomainError =>
  refusedWith(
    "id",
    `The account that created this workspace has created more than ${most} others, which is the limit. One of them has to be deleted first.`,
  );
