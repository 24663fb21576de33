/** Webhooks as their workspace sees and changes them, with their deliveries. */
import { type Kysely, sql, type Transaction } from "kysely";
import { firstAnswer, keepAnswer } from "../database/idempotency.ts";
import type { Tables } from "../database/tables.ts";
import type { AuditAction } from "../shared/audit.ts";
import { limitReached, workspaceGone } from "../shared/errors.ts";
import type { Idempotency, KeptAnswer } from "../shared/idempotency.ts";
import { isUuid } from "../shared/ids.ts";
import { writeAudit, writeChange } from "../workspaces/audit.queries.ts";
import { holdWorkspace, isEditorIn, lockWorkspace } from "../workspaces/workspaces.queries.ts";
import { createDeliveryQueries, endRest, stopSending, type WebhookQueryOptions } from "./deliveries.queries.ts";
import { SCANNED } from "./events.queries.ts";
import type { Maker, NewWebhook, Webhook, WebhookChange } from "./webhook.ts";
import { webhookTables } from "./webhooks.table.ts";

const { webhooks } = webhookTables;

export function createWebhookQueries({ db, listDb, engine, reports }: WebhookQueryOptions) {
  const owned = (from: Kysely<Tables>, workspaceId: string) =>
    from.selectFrom("webhooks").selectAll().where("workspace_id", "=", workspaceId);

  return {
    /**
     * Returns the first answer if the key of `once` was used before; then nothing is created. Refused if `maker` may not
     * create it any more.
     */
    create: (webhook: NewWebhook, most: number, once?: Idempotency, maker?: Maker): Promise<KeptAnswer | null> =>
      db.transaction().execute(async (trx) => {
        await holdWorkspace(trx, webhook.workspaceId);
        const madeBy = maker === undefined ? null : await personOf(trx, webhook.workspaceId, maker);
        if (madeBy === undefined) throw workspaceGone();
        const earlier = once && (await firstAnswer(trx, webhook.workspaceId, once));
        if (earlier) return earlier;
        const there = await owned(trx, webhook.workspaceId).execute();
        if (there.length >= most) throw limitReached("url", most, "webhooks");
        await trx
          .insertInto("webhook_workspaces")
          .values({ workspace_id: webhook.workspaceId })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await trx
          .insertInto("webhooks")
          .values({
            ...webhooks.write(webhook),
            since: webhook.createdAt,
            scans_told: scanTotal(webhook.workspaceId),
            made_by: madeBy,
          })
          .execute();
        if (once) await keepAnswer(trx, webhook.workspaceId, once, webhook.createdAt);
        await writeAudit(trx, entryOf("webhook.created", webhook, webhook.createdAt));
        return null;
      }),

    /** Newest first. */
    async list(workspaceId: string): Promise<Webhook[]> {
      const rows = await owned(db, workspaceId).orderBy("num", "desc").execute();
      return rows.map(webhooks.read);
    },

    async find(workspaceId: string, id: string): Promise<Webhook | null> {
      if (!isUuid(id)) return null;
      const row = await owned(db, workspaceId).where("id", "=", id).executeTakeFirst();
      return row ? webhooks.read(row) : null;
    },

    /**
     * `decide` gets the current webhook under a lock. Switching it off drops waiting events; switching it on starts
     * fresh. Any change retries waiting deliveries at once. A new URL makes `by` the webhook's maker, so that it
     * ends with the membership of the person whom it tells.
     */
    async change(
      workspaceId: string,
      id: string,
      now: number,
      decide: (webhook: Webhook) => WebhookChange,
      by?: Maker,
    ): Promise<Webhook | null> {
      if (!isUuid(id)) return null;
      return db.transaction().execute(async (trx) => {
        if (by !== undefined && !(await lockWorkspace(trx, workspaceId))) return null;
        const row = await owned(trx, workspaceId).where("id", "=", id).forUpdate().executeTakeFirst();
        if (!row) return null;
        const webhook = webhooks.read(row);
        const change = decide(webhook);
        if (Object.keys(change).length === 0) return webhook;
        const isRedirected = change.url !== undefined && change.url !== webhook.url;
        const madeBy = by && isRedirected ? await personOf(trx, workspaceId, by) : row.made_by;
        if (madeBy === undefined) return null;
        const changed = { ...webhook, ...change, madeBy };
        const isOn = changed.isActive && !webhook.isActive;
        if (changed.isActive !== webhook.isActive) await stopSending(trx, webhook.num);
        const added = changed.events.filter((event) => !webhook.events.includes(event));
        await trx
          .updateTable("webhooks")
          .set({
            ...webhooks.write(change),
            made_by: madeBy,
            ...(isOn || added.length > 0 ? { since: now } : {}),
            ...(isOn ? { dropped: 0 } : {}),
            ...(isOn || added.includes("qrcode.scanned") ? { scans_told: scanTotal(workspaceId) } : {}),
          })
          .where("num", "=", webhook.num)
          .execute();
        await endRest(trx, webhook.num, isRedirected);
        const { url, events, isActive, secret } = change;
        await writeChange(trx, entryOf("webhook.changed", changed, now), webhook, { url, events, isActive, secret });
        return changed;
      });
    },

    /** With its deliveries. */
    async remove(workspaceId: string, id: string, now: number): Promise<boolean> {
      if (!isUuid(id)) return false;
      return db.transaction().execute(async (trx) => {
        const query = trx.deleteFrom("webhooks").where("workspace_id", "=", workspaceId).where("id", "=", id);
        const removed = await query.returning("url").executeTakeFirst();
        if (removed) await writeAudit(trx, entryOf("webhook.deleted", { workspaceId, id, ...removed }, now));
        return removed !== undefined;
      });
    },

    ...createDeliveryQueries({ db, listDb, engine, reports }),

    /** Events and scans that were dropped since it was switched on. */
    async dropped(webhookNum: number): Promise<number> {
      const { rows } = await sql<{ dropped: number; told: number; first: number | null }>`
        SELECT w.dropped, w.scans_told AS told, (SELECT n.scan_to - n.scans FROM webhook_notes n
          WHERE w.is_active = 1 AND w.events & ${SCANNED} <> 0
            AND n.workspace_id = w.workspace_id AND n.scan_to > w.scans_told
          ORDER BY n.scan_to LIMIT 1) AS first
        FROM webhooks w WHERE w.num = ${webhookNum}`.execute(listDb);
      const [row] = rows;
      return row ? row.dropped + Math.max(0, (row.first ?? row.told) - row.told) : 0;
    },
  };
}

/** Null: of a key that an owner kept. Undefined: they may not create anything here any more. */
async function personOf(
  trx: Transaction<Tables>,
  workspaceId: string,
  maker: Maker,
): Promise<string | null | undefined> {
  if ("userId" in maker) return (await isEditorIn(trx, workspaceId, maker.userId)) ? maker.userId : undefined;
  const found = trx.selectFrom("api_keys").select("made_by").where("id", "=", maker.keyId);
  return (await found.where("revoked_at", "is", null).executeTakeFirst())?.made_by;
}

/** By its host: the rest of the URL may be secret. */
const entryOf = (
  action: AuditAction,
  { workspaceId, id, url }: Pick<Webhook, "workspaceId" | "id" | "url">,
  at: number,
) => ({ workspaceId, at, action, subject: { id, name: new URL(url).host } });

const scanTotal = (workspaceId: string) =>
  sql<number>`(SELECT scan_total FROM webhook_workspaces WHERE workspace_id = ${workspaceId})`;
