/** What each operation needs: one table for sessions and keys. What is not in it is refused. */
import { MEMBER_ROLES, type MemberRole } from "../shared/vocabulary.ts";
import type { KeyScope } from "./people.ts";

interface Least {
  read: MemberRole;
  change: MemberRole;
}

const SHARED: Least = { read: "viewer", change: "editor" };
const ONLY_READ: Least = { read: "viewer", change: "viewer" };

/** By the first part of a route. */
const RESOURCES: Readonly<Record<string, Least>> = {
  qrcodes: SHARED,
  codes: SHARED,
  categories: SHARED,
  slugs: SHARED,
  tags: SHARED,
  views: SHARED,
  import: SHARED,
  insights: SHARED,
  "insights.csv": SHARED,
  "insight-links": SHARED,
  live: SHARED,
  needs: SHARED,
  overview: SHARED,
  selection: SHARED,
  sheets: SHARED,
  styles: SHARED,
  logos: SHARED,
  looks: SHARED,
  brand: SHARED,
  "utm-presets": SHARED,
  webhooks: SHARED,
  "webhook-notices": SHARED,
  "webhook-makers": SHARED,
  keys: SHARED,
  examples: SHARED,
  contact: SHARED,
  me: SHARED,
  // Draws what the caller sends.
  preview: ONLY_READ,
  export: ONLY_READ,
  leave: ONLY_READ,
  belongings: { read: "owner", change: "owner" },
  workspace: { read: "viewer", change: "owner" },
  members: { read: "viewer", change: "owner" },
  domains: { read: "viewer", change: "owner" },
  "domain-notices": SHARED,
  "moved-links": { read: "owner", change: "owner" },
  invitations: { read: "owner", change: "owner" },
  audit: { read: "owner", change: "owner" },
  "audit.csv": { read: "owner", change: "owner" },
};

const READING = new Set(["GET", "HEAD", "OPTIONS"]);
/** Downloads whose request has a body. */
const DOWNLOADS = new Set(["/selection/images", "/selection/sheet"]);

/** Whether the method and the route of a request change nothing. */
const isReading = (method: string, path: string): boolean => READING.has(method) || DOWNLOADS.has(path);

/**
 * The least role for an operation; null: nobody may. `route` is the route's pattern with its prefix, undefined if there
 * is no such route.
 */
export function leastRole(method: string, route: string | undefined): MemberRole | null {
  const path = route?.replace(/^\/api\/\w+/, "") ?? "/";
  const least = route === undefined ? SHARED : RESOURCES[path.split("/")[1]!];
  if (!least) return null;
  return isReading(method, path) ? least.read : least.change;
}

/** Whether a role is enough for an operation. */
export function allows(role: MemberRole, method: string, route: string | undefined): boolean {
  const least = leastRole(method, route);
  return least !== null && MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
}

/**
 * A key does what its scope says, whoever created it. Only what is for owners needs a full key of somebody who is one
 * now.
 */
export const roleOfKey = (scope: KeyScope, isOwners: boolean): MemberRole =>
  scope === "read-only" ? "viewer" : isOwners ? "owner" : "editor";
