/** The audit log of workspaces. Entries are written in the transaction of what they tell of. */
import { expressionBuilder, type Kysely, sql } from "kysely";
import { createListTurns } from "../database/list-turns.ts";
import { removeSomeBy } from "../database/remove-by.ts";
import type { Tables } from "../database/tables.ts";
import { readActor, writeActor } from "../shared/actor.ts";
import {
  AUDIT_DAYS,
  type AuditAction,
  type AuditChange,
  type AuditKind,
  actingNow,
  actionsOf,
  MAX_AGENT_LENGTH,
} from "../shared/audit.ts";
import { DAY_MS, HOUR_MS, timestamp } from "../shared/days.ts";
import type { AuditEntry } from "./people.ts";

interface NewEntry {
  workspaceId: string;
  at: number;
  action: AuditAction;
  /** A code, a key, an invitation, a look, a logo (without a name) or a webhook. */
  subject?: { id: string; name?: string } | undefined;
  /** The user that it is about, by id, so that nothing identifies them after their removal. */
  userId?: string | undefined;
  /** The new role, or the changed fields. */
  detail?: string | undefined;
  changes?: readonly AuditChange[] | undefined;
  /** How many it is about, if several; the subject is the first of them. */
  count?: number | undefined;
  /** Of those that it is about, if several, or of placements of the subject. */
  names?: readonly string[] | undefined;
}

export const MAX_NAMES = 5;
const MAX_VALUE_LENGTH = 120;
/** Requests of one action follow each other closely. */
const ACTION_MS = HOUR_MS;
/** A later look or tag is no part of a creation: its entry would hide it. */
const CREATION_MS = 60_000;
/** Changes that follow from an action: what a new code gets after it was created. */
const PARTS = ["style", "tags"];
/** Never contents other than destinations, addresses of webhooks and texts: they may be secret or long. */
const TOLD = new Set([
  ...["name", "category", "isPublic", "isFavorite", "expiresAt", "plan", "role", "zone", "contact", "isActive"],
  ...["isDefault", "isPaused", "color", "foregroundColor", "backgroundColor", "size", "errorCorrection", "showFooter"],
]);

/** By the actor of the running request; without one, by the user it is about, who creates an account or joins. */
export function auditRow({
  workspaceId,
  at,
  action,
  subject,
  userId,
  detail,
  changes = [],
  count = 1,
  names = [],
}: NewEntry) {
  // A single code is the subject itself.
  const isTold = count > 1 || action.startsWith("code.placement");
  const who = actingNow();
  const actor = who?.actor ?? (userId === undefined ? undefined : { kind: "person" as const, name: userId });
  return {
    workspace_id: workspaceId,
    at,
    action,
    actor: writeActor(actor),
    agent: who?.agent?.slice(0, MAX_AGENT_LENGTH) ?? null,
    subject_id: subject?.id ?? null,
    subject_name: subject?.name ?? null,
    user_id: userId ?? null,
    detail: detail ?? null,
    count,
    changes: changes.length > 0 ? JSON.stringify(changes) : null,
    names: isTold && names.length > 0 ? JSON.stringify(names.slice(0, MAX_NAMES)) : null,
    action_id: who?.actionId ?? null,
  };
}

/** The fields that differ, for the detail of an entry. */
export const changedFields = <T extends object>(before: T, after: Partial<T>): string =>
  changedNames(before, after).join(", ");

const changedNames = <T extends object>(before: T, after: Partial<T>) =>
  (Object.keys(after) as (keyof T & string)[]).filter(
    (name) => after[name] !== undefined && JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );

const shortOf = (field: string, value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (field === "content") return shortLink(String(value));
  return (field === "expiresAt" ? timestamp(value as number) : String(value)).slice(0, MAX_VALUE_LENGTH);
};

/** Without a name and password in it. Long links often differ at their end. */
function shortLink(link: string): string {
  const shown = link.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1");
  const half = MAX_VALUE_LENGTH / 2;
  return shown.length <= MAX_VALUE_LENGTH ? shown : `${shown.slice(0, half)}…${shown.slice(1 - half)}`;
}

/** The old and new values of fields that differ, as far as they may be told; `also` may be here. */
export const changesOf = <T extends object>(before: T, after: Partial<T>, also?: keyof T): AuditChange[] =>
  changedNames(before, after)
    .filter((field) => TOLD.has(field) || field === also)
    .map((field) => ({ field, from: shortOf(field, before[field]), to: shortOf(field, after[field]) }));

/** An old value stays only if both steps found the same, or one of them changed nothing there. */
function together(earlier: readonly AuditChange[], later: readonly AuditChange[]): AuditChange[] {
  const others = new Map(later.map((one) => [one.field, one]));
  const both = earlier.map((one) => ({
    ...one,
    from: (others.get(one.field) ?? one).from === one.from ? one.from : null,
  }));
  return [...both, ...later.filter(({ field }) => !earlier.some((one) => one.field === field))];
}

/** A list in a column; null: an empty one. */
const read = (text: string | null) => (text === null ? [] : JSON.parse(text));

/**
 * The entry of an earlier request of the same action, if this one only goes on with it: the next codes that get a look,
 * or the look or tags of a code that was just created, which its creation says already.
 */
async function earlierOf(trx: Kysely<Tables>, entry: NewEntry): Promise<{ num: number; isSaid: boolean } | undefined> {
  const { action_id, actor } = auditRow(entry);
  const { action, detail = "", workspaceId, at, subject, count = 1 } = entry;
  if (action_id === null || actor === null || action !== "code.changed" || !PARTS.includes(detail)) return undefined;
  const found = await trx
    .selectFrom("audit")
    .select(["num", "at", "action", "detail", "subject_id"])
    .where("workspace_id", "=", workspaceId)
    .where("action_id", "=", action_id)
    .where("actor", "=", actor)
    .where("at", ">", at - ACTION_MS)
    .orderBy("num", "desc")
    .execute();
  const creation = found.find((one) => one.action === "code.created" && one.subject_id === subject?.id);
  if (creation && count === 1 && creation.at > at - CREATION_MS) return { num: Number(creation.num), isSaid: true };
  const same = found.find((one) => one.action === action && one.detail === detail);
  return same && { num: Number(same.num), isSaid: false };
}

/** Adds to the entry of earlier steps or requests, or writes it; returns its number. */
export async function shareAudit(trx: Kysely<Tables>, entry: NewEntry, step?: number): Promise<number> {
  const earlierEntry = step === undefined ? await earlierOf(trx, entry) : { num: step, isSaid: false };
  if (earlierEntry?.isSaid) return earlierEntry.num;
  const num = earlierEntry?.num;
  if (num === undefined) {
    const made = await trx.insertInto("audit").values(auditRow(entry)).returning("num").executeTakeFirstOrThrow();
    return Number(made.num);
  }
  const earlier = await trx
    .selectFrom("audit")
    .select(["names", "count", "changes", "subject_name"])
    .where("num", "=", num)
    // Requests of one action may come at once.
    .forUpdate()
    .executeTakeFirstOrThrow();
  const named = entry.names ?? [entry.subject?.name ?? ""];
  const row = auditRow({
    ...entry,
    count: earlier.count + (entry.count ?? 1),
    // One name is the subject's.
    names: [...(earlier.names === null ? [earlier.subject_name ?? ""] : read(earlier.names)), ...named],
    changes: together(read(earlier.changes), entry.changes ?? []),
  });
  const { count, names, changes } = row;
  await trx.updateTable("audit").set({ count, names, changes }).where("num", "=", num).execute();
  return num;
}

/** In each workspace of a user: it explains why their keys or links no longer work, or do again. */
export async function writeAuditOf(
  trx: Kysely<Tables>,
  userId: string,
  action: AuditAction,
  at: number,
): Promise<void> {
  const members = await trx.selectFrom("members").select("workspace_id").where("user_id", "=", userId).execute();
  for (const { workspace_id: workspaceId } of members) {
    await writeAudit(trx, { workspaceId, at, action, userId });
  }
}

export async function writeAudit(trx: Kysely<Tables>, entry: NewEntry): Promise<void> {
  await shareAudit(trx, entry);
}

/** With the fields that differ. False if none does: then nothing is written. */
export async function writeChange<T extends object>(
  trx: Kysely<Tables>,
  entry: Omit<NewEntry, "detail" | "changes">,
  before: T,
  after: Partial<T>,
): Promise<boolean> {
  const detail = changedFields(before, after);
  if (detail === "") return false;
  await writeAudit(trx, { ...entry, detail, changes: changesOf(before, after) });
  return true;
}

export interface AuditQuery {
  kind?: AuditKind | undefined;
  /** Not before; before. */
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  /** The number of the last entry of the previous page. */
  before?: number | undefined;
}

export function createAuditQueries(db: Kysely<Tables>, listDb: Kysely<Tables>) {
  /** A rare kind among very many entries reads them all. */
  const inTurn = createListTurns();

  const memberOf = (workspaceId: string) =>
    expressionBuilder<Tables>()
      .selectFrom("members")
      .innerJoin("user", "user.id", "members.user_id")
      .select(["user.id", "user.email", "user.name"])
      .where("members.workspace_id", "=", workspaceId);

  /** The end of a membership is later than what the member did, so it is kept for as long. */
  const isFormer = sql<boolean>`maker.email IS NULL AND EXISTS (SELECT 1 FROM audit AS departure
    WHERE departure.workspace_id = audit.workspace_id AND departure.user_id = substr(audit.actor, 8)
    AND departure.action IN ('member.left', 'member.removed'))`;

  const isThere = sql<boolean>`EXISTS (SELECT 1 FROM codes WHERE codes.id = audit.subject_id
    AND codes.workspace_id = audit.workspace_id AND codes.deleted_at IS NULL)`;

  return {
    /** For what changes nothing in the database. */
    add: (entry: NewEntry): Promise<void> => writeAudit(db, entry),

    /** Newest first. Members by their current email address and name; null for people who are not members any more. */
    async page(workspaceId: string, { kind, from, to, limit, before }: AuditQuery): Promise<AuditEntry[]> {
      const found = listDb
        .selectFrom("audit")
        .leftJoin(memberOf(workspaceId).as("maker"), (join) => join.on("maker.id", "=", sql<string>`substr(actor, 8)`))
        .leftJoin(memberOf(workspaceId).as("subject"), "subject.id", "user_id")
        .selectAll("audit")
        .select(["maker.email as makerEmail", "subject.email as subjectEmail", isFormer.as("isFormer")])
        .select(["maker.name as makerName", "subject.name as subjectName", isThere.as("isThere")])
        .where("workspace_id", "=", workspaceId)
        .$if(kind !== undefined, (query) => query.where("action", "in", actionsOf(kind!)))
        .$if(from !== undefined, (query) => query.where("at", ">=", from!))
        .$if(to !== undefined, (query) => query.where("at", "<", to!))
        .$if(before !== undefined, (query) => query.where("num", "<", before!))
        .orderBy("num", "desc")
        .limit(limit);
      const rows = await inTurn(workspaceId, () => found.execute());
      return rows.map((row) => {
        const actor = readActor(row.actor);
        const person = { name: row.makerEmail, displayName: row.makerName || null, isFormer: Boolean(row.isFormer) };
        const name = row.subject_name ?? (row.user_id === null ? null : row.subjectEmail);
        const id = row.subject_id ?? row.user_id;
        const displayName = (row.subject_name === null && row.subjectName) || null;
        const exists = row.action.startsWith("code.") ? Boolean(row.isThere) : null;
        return {
          num: Number(row.num),
          at: row.at,
          action: row.action,
          actor: actor && { isFormer: false, displayName: null, ...actor, ...(actor.kind === "person" && person) },
          agent: row.agent,
          subject: id === null ? null : { id, name, displayName, exists },
          detail: row.detail,
          count: row.count,
          changes: read(row.changes),
          names: read(row.names),
        };
      });
    },
  };
}

export async function removeOldAudit(db: Kysely<Tables>, now: number): Promise<void> {
  while (await removeSomeBy(db, "audit", "at", sql`at < ${now - AUDIT_DAYS * DAY_MS}`));
}
