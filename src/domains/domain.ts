import type { Code } from "../codes/code.ts";
import type { ValuesOf } from "../database/table.ts";
import type { domainTables } from "./domains.table.ts";

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
