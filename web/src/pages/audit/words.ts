import type { AuditAction, AuditKind } from "../../../../src/shared/audit.ts";
import { inWords } from "../../parts/formats.ts";

const roles: Record<string, string> = { owner: "an owner", editor: "an editor", viewer: "a viewer" };
const asRole = (role: string): string => roles[role] ?? role;

/** What was done, to what (a name, an email address or "6 codes"), with which detail. */
const actions: Record<AuditAction, (what: string, detail: string) => string> = {
  "code.created": (what) => `Created ${what}`,
  "code.changed": (what) => `Changed ${what}`,
  "code.deleted": (what) => `Deleted ${what}`,
  "code.restored": (what) => `Restored ${what}`,
  "code.numbers-shared": (what) => `Shared the numbers of ${what}`,
  "code.numbers-unshared": (what) => `Revoked a link to the numbers of ${what}`,
  "code.moved-in": (what) => `Moved ${what} here from another workspace`,
  "code.moved-out": (what) => `Moved ${what} to another workspace`,
  "code.imported": (what) => `Imported ${what}`,
  "key.created": (what) => `Created API key ${what}`,
  "key.revoked": (what) => `Revoked API key ${what}`,
  "look.created": (what) => `Created look ${what}`,
  "look.changed": (what) => `Changed look ${what}`,
  "look.deleted": (what) => `Deleted look ${what}`,
  "look.logo-added": () => "Added a logo",
  "look.logo-deleted": () => "Deleted a logo",
  "webhook.created": (what) => `Created webhook ${what}`,
  "webhook.changed": (what) => `Changed webhook ${what}`,
  "webhook.deleted": (what) => `Deleted webhook ${what}`,
  "member.invited": (_what, role) => `Invited ${asRole(role)}`,
  "member.invitation-revoked": () => "Revoked an invitation",
  "member.joined": (what, role) => (what === "" ? `Joined as ${asRole(role)}` : `Added ${what} as ${asRole(role)}`),
  "member.role-changed": (what, role) => `Made ${what || "themselves"} ${asRole(role)}`,
  "member.left": () => "Left the workspace",
  "member.removed": (what) => `Removed ${what}`,
  "workspace.created": () => "Created the workspace",
  "workspace.changed": () => "Changed the workspace",
  "workspace.brand-changed": () => "Changed the visitor pages",
  "workspace.numbers-shared": () => "Shared the numbers of all codes",
  "workspace.numbers-unshared": () => "Revoked a link to the numbers of all codes",
  "workspace.deleted": () => "Deleted the workspace",
  "workspace.restored": () => "Restored the workspace",
  "export.created": () => "Exported everything",
  "sign-in": () => "Signed in",
  "sign-in.second-factor-on": () => "Turned on their second factor",
  "sign-in.second-factor-off": (what) =>
    `Turned off ${what === "" ? "their second factor" : `the second factor of ${what}`}`,
};

const kinds: Record<AuditKind, string> = {
  code: "Codes",
  key: "API keys",
  look: "Looks",
  webhook: "Webhooks",
  member: "Members",
  workspace: "Workspace",
  export: "Exports",
  "sign-in": "Sign-ins",
};

export const words = {
  title: "Audit log",
  lead: "What was done in this workspace in the last 400 days, by whom, and with which kind of device.",
  loading: "Loading",
  csv: "Download CSV",
  kind: "Kind",
  allKinds: "All kinds",
  kinds,
  from: "From",
  to: "To",
  columns: ["Time", "Who", "What", "Device"],
  actions,
  several: (count: number) => inWords.times(count, "code"),
  code: (name: string) => `code “${name}”`,
  quoted: (name: string) => `“${name}”`,
  scopes: { full: "Read and write", "read-only": "Read only" } as Record<string, string>,
  unknown: "Unknown",
  gone: "Deleted account",
  key: (name: string) => `API key “${name}”`,
  command: "Command line",
  empty: "No entries",
  emptyText: "Nothing matches these filters.",
  older: "Show older",
};
