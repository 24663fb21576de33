/** What the audit log of a workspace has entries for, and who acts. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Actor } from "./actor.ts";

/** By kind: the part before the full stop. */
export const AUDIT_ACTIONS = [
  ...(["code.created", "code.changed", "code.deleted", "code.restored", "code.moved-in", "code.moved-out"] as const),
  ...(["code.placements-added", "code.placement-changed", "code.placement-deleted", "code.placement-moved"] as const),
  ...(["code.placements-changed", "code.placements-deleted"] as const),
  ...(["code.imported", "code.numbers-shared", "code.numbers-unshared", "key.created", "key.revoked"] as const),
  ...(["look.created", "look.changed", "look.deleted", "look.logo-added", "look.logo-deleted"] as const),
  ...(["tag.created", "tag.changed", "tag.merged", "tag.deleted"] as const),
  ...(["view.created", "view.changed", "view.deleted"] as const),
  ...(["webhook.created", "webhook.changed", "webhook.deleted"] as const),
  ...(["member.invited", "member.invitation-revoked", "member.joined", "member.role-changed"] as const),
  ...(["member.left", "member.removed", "member.suspended", "member.resumed"] as const),
  ...(["workspace.created", "workspace.changed", "workspace.plan-changed", "workspace.brand-changed"] as const),
  ...(["domain.added", "domain.verified", "domain.made-default", "domain.not-default"] as const),
  ...(["domain.removed", "domain.taken-over", "domain.link-stopped"] as const),
  ...(["workspace.numbers-shared", "workspace.numbers-unshared"] as const),
  ...(["workspace.deleted", "workspace.restored", "export.created"] as const),
  ...(["sign-in", "sign-in.second-factor-on", "sign-in.second-factor-off"] as const),
  ...(["sign-in.password-changed", "sign-in.sessions-ended"] as const),
];
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_KINDS = [
  "code",
  "key",
  "look",
  "tag",
  "view",
  "webhook",
  "domain",
  "member",
  "workspace",
  "export",
  "sign-in",
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const actionsOf = (kind: AuditKind): AuditAction[] =>
  AUDIT_ACTIONS.filter((action) => action.split(".")[0] === kind);

/** A changed field with its short values. Null: none, or several different ones. */
export interface AuditChange {
  field: string;
  from: string | null;
  to: string | null;
}

export const AUDIT_DAYS = 400;
/** User agents are shortened; only browser and system are shown. */
export const MAX_AGENT_LENGTH = 300;

/** Who makes the running request, and with which user agent. */
export interface Acting {
  /** Undefined before they have signed in. */
  actor: Actor | undefined;
  agent: string | null;
  /** Of several requests of the dashboard that are one action. */
  actionId?: string | undefined;
  /**
   * The account that queues and windows charge: the signed-in user, or who made the key (the creator of its workspace, or
   * the workspace itself, once that account is removed). Undefined before they have signed in, and for commands.
   */
  person?: string | undefined;
  /** Of a visitor, who is charged to the creator of what they visit. */
  network?: string | undefined;
  /** Throws if they may not make the request any more; undefined for commands. */
  confirm?: (() => Promise<void>) | undefined;
}

const acting = new AsyncLocalStorage<Acting>();

/** Set once a request; the store reads it where it writes an entry, so that no call has to pass it on. */
export const actAs = <T>(who: Acting, work: () => T): T => acting.run(who, work);

export const actingNow = (): Acting | undefined => acting.getStore();

/**
 * What throws once the caller of the running request may not make it any more. For streams, which are read elsewhere:
 * taken when they begin.
 */
export const rightsNow = (): (() => Promise<void>) => actingNow()?.confirm ?? (async () => {});

/** Before each part of something long, and before a change that had to wait. Commands and background work go on. */
export const confirmRights = (): Promise<void> => rightsNow()();
