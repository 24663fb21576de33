import type { AuditAction, AuditKind } from "../../../../src/shared/audit.ts";
import { inWords } from "../../parts/formats.ts";

const actions: Record<AuditAction, string> = {
  "code.created": "Created",
  "code.changed": "Changed",
  "code.deleted": "Deleted",
  "code.restored": "Restored",
  "code.moved-in": "Moved here",
  "code.moved-out": "Moved to another workspace",
  "key.created": "Created API key",
  "key.revoked": "Revoked API key",
  "member.invited": "Invited",
  "member.invitation-revoked": "Revoked invitation",
  "member.joined": "Joined",
  "member.role-changed": "Changed the role of",
  "member.left": "Left",
  "member.removed": "Removed",
  "workspace.created": "Created the workspace",
  "workspace.changed": "Changed the workspace",
  "workspace.deleted": "Deleted the workspace",
  "workspace.restored": "Restored the workspace",
  "export.created": "Exported everything",
  "sign-in": "Signed in",
};

const kinds: Record<AuditKind, string> = {
  code: "Codes",
  key: "API keys",
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
  unknown: "Unknown",
  gone: "Deleted account",
  key: (name: string) => `API key “${name}”`,
  command: "Command line",
  empty: "No entries",
  emptyText: "Nothing matches these filters.",
  older: "Show older",
};
