import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { isUuid } from "../../shared/ids.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import {
  bitOf,
  EVENTS,
  type EventType,
  TEST_EVENT,
  type Webhook,
  type WebhookChange,
  type WebhookStore,
} from "../webhook-store.ts";
import { lockOwner } from "./owner-lock.ts";
import { type DeliveryReader, RAW_SCANS } from "./webhook-deliveries.ts";
import { NEXT_NUM } from "./webhook-events.ts";

export function createWebhookQueries(db: Kysely<Tables>, engine: EngineName, read: DeliveryReader): WebhookStore {
  const owned = (from: Kysely<Tables>, ownerId: string) =>
    from.selectFrom("webhooks").selectAll().where("owner_id", "=", ownerId);

  return {
    create: (webhook, most) =>
      db.transaction().execute(async (trx) => {
        if (!(await lockOwner(trx, engine, webhook.ownerId))) return "no-owner";
        const there = await owned(trx, webhook.ownerId).execute();
        if (there.length >= most) return "too-many";
        const row = await trx
          .insertInto("webhooks")
          .values({
            id: webhook.id,
            owner_id: webhook.ownerId,
            url: webhook.url,
            events: maskOf(webhook.events),
            is_active: Number(webhook.isActive),
            secret: webhook.secret,
            old_secret: null,
            old_secret_until: null,
            created_at: webhook.createdAt,
            off_at: null,
            off_reason: null,
            expiring_to: webhook.createdAt,
            expired_to: webhook.createdAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toWebhook(row);
      }),

    async list(ownerId) {
      const rows = await owned(db, ownerId).orderBy("num", "desc").execute();
      return rows.map(toWebhook);
    },

    async find(ownerId, id) {
      if (!isUuid(id)) return null;
      const row = await owned(db, ownerId).where("id", "=", id).executeTakeFirst();
      return row ? toWebhook(row) : null;
    },

    async change(ownerId, id, now, decide) {
      if (!isUuid(id)) return null;
      return db.transaction().execute(async (trx) => {
        const row = await owned(trx, ownerId)
          .where("id", "=", id)
          .$if(engine === "postgres", (query) => query.forUpdate())
          .executeTakeFirst();
        if (!row) return null;
        const webhook = toWebhook(row);
        const change = decide(webhook);
        const changed = { ...webhook, ...change };
        if (Object.keys(change).length === 0) return webhook;
        const isOn = changed.isActive && !webhook.isActive;
        // What expired meanwhile is over, as is all else that happened while nobody asked for it.
        const isNew = (event: EventType) => changed.events.includes(event) && (isOn || !webhook.events.includes(event));
        await trx
          .updateTable("webhooks")
          .set({
            ...columnsOf(change),
            ...(isNew("qrcode.expiring") ? { expiring_to: now, expiring_num: 0 } : {}),
            ...(isNew("qrcode.expired") ? { expired_to: now, expired_num: 0 } : {}),
          })
          .where("num", "=", webhook.num)
          .execute();
        if (!changed.isActive || isOn) await dropWaiting(trx, webhook.num);
        await endRest(trx, webhook.num, changed.url !== webhook.url);
        return changed;
      });
    },

    async remove(ownerId, id) {
      if (!isUuid(id)) return false;
      return db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom("webhooks")
          .where("owner_id", "=", ownerId)
          .where("id", "=", id)
          .returning("num")
          .executeTakeFirst();
        if (!row) return false;
        await trx.deleteFrom("webhook_deliveries").where("webhook_num", "=", row.num).execute();
        return true;
      });
    },

    deliveries: read.page,
    delivery: read.one,

    addTest: (webhook, id, { at, status, answer, problem }) =>
      db.transaction().execute(async (trx) => {
        await sql`
        INSERT INTO webhook_deliveries (webhook_num, num, id, type, code_id, at, data, is_waiting,
          next_try, tries, first_try, last_try, status, answer, problem)
        SELECT w.num, ${NEXT_NUM[engine]}, CAST(${id} AS text), ${sql.lit(TEST_EVENT)}, 'test', CAST(${at} AS bigint),
          CAST(${JSON.stringify({ webhookId: webhook.id })} AS text), 0, 0, 1, CAST(${at} AS bigint), CAST(${at} AS bigint), CAST(${status} AS integer), CAST(${answer} AS text), CAST(${problem} AS text)
        FROM webhooks w WHERE w.num = ${webhook.num}`.execute(trx);
        if (problem === null) await endRest(trx, webhook.num, false);
      }),

    resend: (webhookNum, id, now) =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable("webhook_deliveries")
          .set({ is_waiting: 1, next_try: now, first_try: null, tries: 0 })
          .where("webhook_num", "=", webhookNum)
          .where("id", "=", id)
          .where("type", "!=", RAW_SCANS)
          .execute();
        await wakeUp(trx, webhookNum);
      }),
  };
}

const wakeUp = (trx: Transaction<Tables>, webhookNum: number) =>
  trx.updateTable("webhooks").set({ failures: 0, rest_until: 0 }).where("num", "=", webhookNum).execute();

/** Somebody has done something about it: what waits is tried at once, for a day more if it goes elsewhere. */
async function endRest(trx: Transaction<Tables>, num: number, isElsewhere: boolean): Promise<void> {
  await wakeUp(trx, num);
  await trx
    .updateTable("webhook_deliveries")
    .set({ next_try: 0, ...(isElsewhere ? { first_try: null } : {}) })
    .where("webhook_num", "=", num)
    .where("is_waiting", "=", 1)
    .where("next_try", ">", 0)
    .execute();
}

/** What a webhook that is off will not be sent: it is kept to be seen, the scans not gathered yet are not. */
export async function dropWaiting(trx: Transaction<Tables>, webhookNum: number): Promise<void> {
  await trx
    .deleteFrom("webhook_deliveries")
    .where("webhook_num", "=", webhookNum)
    .where("type", "=", RAW_SCANS)
    .execute();
  await trx
    .updateTable("webhook_deliveries")
    .set(({ fn, val }) => ({
      is_waiting: 0,
      problem: fn.coalesce("problem", val("the webhook was switched off before it was sent")),
    }))
    .where("webhook_num", "=", webhookNum)
    .where("is_waiting", "=", 1)
    .execute();
}

const maskOf = (events: readonly EventType[]): number => events.reduce((mask, event) => mask | bitOf(event), 0);

const columnsOf = (change: WebhookChange) => ({
  ...(change.url === undefined ? {} : { url: change.url }),
  ...(change.events === undefined ? {} : { events: maskOf(change.events) }),
  ...(change.isActive === undefined ? {} : { is_active: Number(change.isActive) }),
  ...(change.secret === undefined ? {} : { secret: change.secret }),
  ...(change.oldSecret === undefined ? {} : { old_secret: change.oldSecret }),
  ...(change.oldSecretUntil === undefined ? {} : { old_secret_until: change.oldSecretUntil }),
  ...(change.offReason === undefined ? {} : { off_reason: change.offReason }),
  ...(change.offAt === undefined ? {} : { off_at: change.offAt }),
});

export const toWebhook = (row: Selectable<Tables["webhooks"]>): Webhook => ({
  num: row.num,
  id: row.id,
  ownerId: row.owner_id,
  url: row.url,
  events: EVENTS.filter((event) => (row.events & bitOf(event)) !== 0),
  isActive: row.is_active === 1,
  secret: row.secret,
  oldSecret: row.old_secret,
  oldSecretUntil: row.old_secret_until,
  createdAt: row.created_at,
  offReason: row.off_reason,
  offAt: row.off_at,
  failures: row.failures,
});
