import { randomUUID } from "node:crypto";

/** Prefix of the workspace of an incomplete code, which keeps it out of all lists, counts and searches. */
export const RESERVED = "importing ";

/** The `workspace_id` of codes that are being imported for a workspace. */
export const reservedFor = (workspaceId: string): string => `${RESERVED}${workspaceId}`;

/** For an id that another workspace has: with the same time, so that lists keep their order. */
export const otherId = (id: string): string => `${id.slice(0, 15)}${randomUUID().slice(15)}`;
