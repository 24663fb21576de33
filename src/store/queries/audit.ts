/** The audit log of workspaces. Entries are written in the transaction of what they tell of. */
import { type Kysely, sql } from "kysely";
import { readActor, writeActor } from "../../shared/actor.ts";
import {
  AUDIT_DAYS,
  type AuditAction,
  type AuditKind,
  actingNow,
  actionsOf,
  LONGEST_AGENT,
} from "../../shared/audit.ts";
import { DAY_MS } from "../../shared/days.ts";
import type { AuditEntry } from "../account-store.ts";
import type { Tables } from "../tables.ts";
import { createListTurns } from "./list-turns.ts";
import { removeSomeBy } from "./remove-by.ts";

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
  /** How many it is about, if several; the subject is the first of them. */
  count?: number | undefined;
}

/** By the actor of the running request; without one, by the user it is about, who creates an account or joins. */
export function auditRow({ workspaceId, at, action, subject, userId, detail, count = 1 }: NewEntry) {
  const who = actingNow();
  const actor = who?.actor ?? (userId === undefined ? undefined : { kind: "person" as const, name: userId });
  return {
    workspace_id: workspaceId,
    at,
    action,
    actor: writeActor(actor),
    agent: who?.agent?.slice(0, LONGEST_AGENT) ?? null,
    subject_id: subject?.id ?? null,
    subject_name: subject?.name ?? null,
    user_id: userId ?? null,
    detail: detail ?? null,
    count,
  };
}

/** The fields that differ, for the detail of an entry. */
export const changedFields = <T extends object>(before: T, after: Partial<T>): string =>
  (Object.keys(after) as (keyof T & string)[])
    .filter((name) => after[name] !== undefined && JSON.stringify(after[name]) !== JSON.stringify(before[name]))
    .join(", ");

export async function writeAudit(trx: Kysely<Tables>, entry: NewEntry): Promise<void> {
  await trx.insertInto("audit").values(auditRow(entry)).execute();
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

export function createAuditQueries(db: Kysely<Tables>, listing: Kysely<Tables>) {
  /** A rare kind among very many entries reads them all. */
  const inTurn = createListTurns();

  const memberOf = (workspaceId: string) =>
    listing
      .selectFrom("members")
      .innerJoin("user", "user.id", "members.user_id")
      .select(["user.id", "user.email"])
      .where("members.workspace_id", "=", workspaceId);

  return {
    /** For what changes nothing in the database. */
    add: (entry: NewEntry): Promise<void> => writeAudit(db, entry),

    /** Newest first. Members by their current email address; null for people who are not members any more. */
    async page(workspaceId: string, { kind, from, to, limit, before }: AuditQuery): Promise<AuditEntry[]> {
      const found = listing
        .selectFrom("audit")
        .leftJoin(memberOf(workspaceId).as("maker"), (join) => join.on("maker.id", "=", sql<string>`substr(actor, 8)`))
        .leftJoin(memberOf(workspaceId).as("subject"), "subject.id", "user_id")
        .selectAll("audit")
        .select(["maker.email as makerEmail", "subject.email as subjectEmail"])
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
        const name = row.subject_name ?? (row.user_id === null ? null : row.subjectEmail);
        const id = row.subject_id ?? row.user_id;
        return {
          num: Number(row.num),
          at: row.at,
          action: row.action,
          actor: actor && { kind: actor.kind, name: actor.kind === "person" ? row.makerEmail : actor.name },
          agent: row.agent,
          subject: id === null ? null : { id, name },
          detail: row.detail,
          count: row.count,
        };
      });
    },
  };
}

export async function removeOldAudit(db: Kysely<Tables>, now: number): Promise<void> {
  while (await removeSomeBy(db, "audit", "at", sql`at < ${now - AUDIT_DAYS * DAY_MS}`));
}
