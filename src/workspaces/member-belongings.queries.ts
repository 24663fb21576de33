/** What members make that gives access without signing in: API keys, webhooks, and links to numbers. */
import type { Kysely, Selectable, Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { eventsOf } from "../shared/events.ts";
import { writeAudit } from "./audit.queries.ts";
import type { KeptBelongings, MemberBelongings } from "./people.ts";

type Trx = Transaction<Tables>;
interface Whose {
  userId: string;
  /** Undefined: in all workspaces. */
  workspaceId?: string | undefined;
}

/** Those that a member made and that are in force, for the question before they end. */
export async function belongingsOf(
  db: Kysely<Tables>,
  { userId, workspaceId }: Required<Whose>,
  now: number,
): Promise<MemberBelongings> {
  const keys = await db
    .selectFrom("api_keys")
    .select(["name", "prefix"])
    .where("workspace_id", "=", workspaceId!)
    .where("made_by", "=", userId)
    .where("revoked_at", "is", null)
    .where(({ eb, or }) => or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .orderBy("created_at", "desc")
    .execute();
  const webhooks = await db
    .selectFrom("webhooks")
    .select(WEBHOOK_COLUMNS)
    .where("workspace_id", "=", workspaceId!)
    .where("made_by", "=", userId)
    .orderBy("num", "desc")
    .execute();
  const links = await db
    .selectFrom("insight_links as l")
    .leftJoin("codes as c", "c.num", "l.code_num")
    .select(["l.id", "c.id as codeId", "c.name as codeName"])
    .where("l.workspace_id", "=", workspaceId!)
    .where("l.made_by", "=", userId)
    .where(({ eb, or }) => or([eb("l.ends_at", "is", null), eb("l.ends_at", ">", now)]))
    .orderBy("l.id", "desc")
    .execute();
  return { keys, webhooks: webhooks.map(toldOf), links };
}

/**
 * Ends what a user made, except `keep`. What is kept has no maker from then on: a key of an owner's could read the
 * audit log. Returns what has ended, without what had expired before.
 */
export async function endBelongings(
  trx: Trx,
  whose: Whose,
  now: number,
  keep?: KeptBelongings,
): Promise<MemberBelongings> {
  if (keep) await disown(trx, whose, keep);
  return {
    keys: await revokeKeys(trx, whose, now),
    webhooks: await deleteWebhooks(trx, whose, now),
    links: await endLinks(trx, whose, now),
  };
}

const KEPT_BY = [
  ["api_keys", "prefix", "keys"],
  ["webhooks", "id", "webhooks"],
  ["insight_links", "id", "links"],
] as const;

async function disown(trx: Trx, { userId, workspaceId }: Whose, keep: KeptBelongings): Promise<void> {
  for (const [table, column, kind] of KEPT_BY) {
    const kept = keep[kind] ?? [];
    if (kept.length === 0) continue;
    await trx
      .updateTable(table as "webhooks")
      .set({ made_by: null })
      .where("workspace_id", "=", workspaceId!)
      .where("made_by", "=", userId)
      .where(column as "id", "in", kept)
      .execute();
  }
}

async function revokeKeys(trx: Trx, { userId, workspaceId }: Whose, now: number): Promise<MemberBelongings["keys"]> {
  const revoked = await trx
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("made_by", "=", userId)
    .where("revoked_at", "is", null)
    .$if(workspaceId !== undefined, (query) => query.where("workspace_id", "=", workspaceId!))
    .returning(["workspace_id", "name", "prefix", "ends_at"])
    .execute();
  const keys: MemberBelongings["keys"] = [];
  for (const { workspace_id, prefix, name, ends_at } of revoked) {
    if (hasEnded(ends_at, now)) continue;
    const subject = { id: prefix, name };
    await writeAudit(trx, { workspaceId: workspace_id, at: now, action: "key.revoked", subject });
    keys.push({ name, prefix });
  }
  return keys;
}

/** With their deliveries. */
async function deleteWebhooks(
  trx: Trx,
  { userId, workspaceId }: Whose,
  now: number,
): Promise<MemberBelongings["webhooks"]> {
  const deleted = await trx
    .deleteFrom("webhooks")
    .where("made_by", "=", userId)
    .$if(workspaceId !== undefined, (query) => query.where("workspace_id", "=", workspaceId!))
    .returning(["workspace_id", ...WEBHOOK_COLUMNS])
    .execute();
  for (const { workspace_id, id, url } of deleted) {
    const subject = { id, name: hostOf(url) };
    await writeAudit(trx, { workspaceId: workspace_id, at: now, action: "webhook.deleted", subject });
  }
  return deleted.map(toldOf);
}

async function endLinks(trx: Trx, { userId, workspaceId }: Whose, now: number): Promise<MemberBelongings["links"]> {
  const ended = await trx
    .deleteFrom("insight_links")
    .where("made_by", "=", userId)
    .$if(workspaceId !== undefined, (query) => query.where("workspace_id", "=", workspaceId!))
    .returning(["workspace_id", "id", "code_num", "ends_at"])
    .execute();
  const links: MemberBelongings["links"] = [];
  for (const { workspace_id, id, code_num, ends_at } of ended) {
    if (hasEnded(ends_at, now)) continue;
    const found = trx.selectFrom("codes").select(["id", "name"]).where("num", "=", code_num);
    const code = code_num === null ? undefined : await found.executeTakeFirst();
    await auditNumbers(trx, "numbers-unshared", code, { workspaceId: workspace_id, at: now });
    links.push({ id, codeId: code?.id ?? null, codeName: code?.name ?? null });
  }
  return links;
}

/** Without a code: the numbers of the whole workspace. */
export const auditNumbers = (
  trx: Trx,
  what: "numbers-shared" | "numbers-unshared",
  code: { id: string; name: string } | null | undefined,
  { workspaceId, at }: { workspaceId: string; at: number },
): Promise<void> =>
  writeAudit(trx, {
    workspaceId,
    at,
    action: code ? `code.${what}` : `workspace.${what}`,
    subject: code ? { id: code.id, name: code.name } : undefined,
  });

export const hasEnded = (endsAt: number | null, now: number): boolean => endsAt !== null && endsAt <= now;

/** The rest of a webhook's URL may be secret. */
const hostOf = (url: string): string => new URL(url).host;

const WEBHOOK_COLUMNS = ["id", "url", "created_at", "events"] as const;

const toldOf = ({
  id,
  url,
  created_at,
  events,
}: Pick<Selectable<Tables["webhooks"]>, "id" | "url" | "created_at" | "events">) => ({
  id,
  host: hostOf(url),
  createdAt: created_at,
  events: eventsOf(events),
});
