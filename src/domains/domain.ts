import type { Code } from "../codes/code.ts";
import type { ValuesOf } from "../database/table.ts";
import { type DomainError, invalidField } from "../shared/errors.ts";
import type { domainTables } from "./domains.table.ts";
import { recordName } from "./host-name.ts";

/** A host name that a workspace serves its codes on, or wants to. */
export type Domain = ValuesOf<typeof domainTables.domains>;

/** The workspace of a host that was verified once and is no workspace's now. It has no codes. */
export const NOBODY = "";

/** A host that serves the codes of one workspace, or no codes if it is NOBODY's. */
export interface Site {
  workspaceId: string;
  /** When the workspace proved it: links that left before were never printed with it. */
  since: number;
}

/** What a node keeps in memory of a verified domain, or of a host that was one (NOBODY's). */
export type ServedDomain = Site & Pick<Domain, "host" | "isDefault">;

/** A link of a code that was moved out of a workspace, whose domains go on serving it. */
export interface MovedLink {
  token: string;
  movedAt: number;
  /** Of the placement, if it is the link of one. */
  scanCount: number;
  /** Not public while this link is paused. */
  code: Code;
}

export const alreadyAdded = (host: string): DomainError =>
  invalidField("host", `The domain ${host}`, "is in this workspace already");

export const tooManyDomains = (most: number): DomainError =>
  invalidField("host", "The domain", `must not be added: a workspace can have ${most} domains`);

export const inUseElsewhere = (host: string): DomainError =>
  invalidField(
    "record",
    "The record",
    `was found, but ${host} is in use by another workspace, whose TXT record is still there. Remove that record from ${recordName(host)}, then verify again`,
  );

export const notVerified = (): DomainError =>
  invalidField("isDefault", "The domain", "must be verified before links can use it");
