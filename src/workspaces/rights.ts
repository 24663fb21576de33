import { MEMBER_ROLES, type MemberRole } from "../shared/vocabulary.ts";
import type { KeyScope } from "./people.ts";

/** Whether a role is enough for what needs at least the role `right`. */
export const allows = (role: MemberRole, right: MemberRole | null): boolean =>
  right !== null && MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(right);

/**
 * A key does what its scope says, whoever created it. Only what is for owners needs a full key of somebody who is one
 * now.
 */
export const roleOfKey = (scope: KeyScope, isOwners: boolean): MemberRole =>
  scope === "read-only" ? "viewer" : isOwners ? "owner" : "editor";
