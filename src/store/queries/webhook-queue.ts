import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import type { DeliveryQueue } from "../webhook-store.ts";
import { type DeliveryReader, type DeliveryRow, isSendable } from "./webhook-deliveries.ts";
import { IN_USE } from "./webhook-events.ts";
import { isBehind, tellExpiry } from "./webhook-expiry.ts";
import { gatherScans } from "./webhook-gather.ts";
import { dropWaiting, toWebhook } from "./webhooks.ts";

interface QueueOptions {
  db: Kysely<Tables>;
  engine: EngineName;
  read: DeliveryReader;
  /** The time that leases go by: the database's own, where there are several nodes. */
  leaseNow: () => number | RawBuilder<number>;
}

const LEASE = "webhooks";
/** After a failure: what is refused again and again must not take every turn from what may be taken. */
const FRESH_FIRST = sql`(d.tries > 0),`;

export function createDeliveryQueue({ db, engine, read, leaseNow }: QueueOptions): DeliveryQueue {
  return {
    async look(now) {
      const { rows } = await sql<{ in_use: number | boolean; has_work: number | boolean }>`
        SELECT EXISTS (SELECT 1 FROM webhooks WHERE is_active = 1) AS in_use,
          EXISTS (SELECT 1 FROM webhook_deliveries d JOIN webhooks w ON w.num = d.webhook_num
            WHERE d.is_waiting = 1 AND d.next_try <= ${now} AND w.rest_until <= ${now} AND ${IN_USE})
          OR EXISTS (SELECT 1 FROM webhooks w WHERE ${IN_USE} AND ${isBehind(now)}) AS has_work`.execute(db);
      return { inUse: Boolean(rows[0]!.in_use), hasWork: Boolean(rows[0]!.has_work) };
    },

    async hold(holder, forMs) {
      const now = sql<number>`CAST(${leaseNow()} AS float8)`;
      const { rows } = await sql`
        INSERT INTO leases (name, holder, ends_at) VALUES (${sql.lit(LEASE)}, ${holder}, ${now} + ${sql.lit(forMs)})
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
        WHERE leases.holder = excluded.holder OR leases.ends_at <= ${now}
          OR leases.ends_at > ${now} + ${sql.lit(10 * forMs)}
        RETURNING name`.execute(db);
      return rows.length === 1;
    },

    async release(holder) {
      await db.deleteFrom("leases").where("name", "=", LEASE).where("holder", "=", holder).execute();
    },

    async due(now) {
      const { rows } = await sql<{ num: number; owner_id: string }>`
        SELECT w.num, w.owner_id FROM webhooks w
        WHERE ${IN_USE} AND w.rest_until <= ${now}
          AND EXISTS (SELECT 1 FROM webhook_deliveries d
            WHERE d.webhook_num = w.num AND d.is_waiting = 1 AND d.next_try <= ${now})`.execute(db);
      return rows.map(({ num, owner_id }) => ({ num, ownerId: owner_id }));
    },

    gather: (webhookNum, now, createId) => gatherScans(db, webhookNum, now, createId),

    async next(webhookNum, now) {
      const found = await sql<Selectable<Tables["webhooks"]>>`
        SELECT w.* FROM webhooks w
        WHERE w.num = ${webhookNum} AND ${IN_USE} AND w.rest_until <= ${now}`.execute(db);
      const webhook = found.rows[0];
      if (!webhook) return null;
      const { rows } = await sql<DeliveryRow>`
        SELECT * FROM webhook_deliveries d
        WHERE ${isSendable(webhookNum, now)}
          AND num < coalesce((SELECT min(e.num) FROM webhook_deliveries e
            WHERE e.webhook_num = d.webhook_num AND e.code_id = '' AND e.is_waiting = 1), num + 1)
        ORDER BY ${webhook.failures > 0 ? FRESH_FIRST : sql``} num, part LIMIT 1`.execute(db);
      if (!rows[0]) return null;
      return { webhook: toWebhook(webhook), delivery: await read.read(rows[0]) };
    },

    async tried({ webhookNum, id, num, part, tries }, { at, status, answer, problem }, nextTry) {
      const { numUpdatedRows } = await db
        .updateTable("webhook_deliveries")
        .set(({ fn, val }) => ({
          status,
          answer,
          problem,
          last_try: at,
          tries: tries + 1,
          is_waiting: Number(nextTry !== null),
          next_try: nextTry ?? 0,
          first_try: fn.coalesce("first_try", val(at)),
        }))
        .where("webhook_num", "=", webhookNum)
        .where("num", "=", num)
        .where("part", "=", part)
        .where("id", "=", id)
        .where("tries", "=", tries)
        // What was taken is said, even if it was dropped at that moment.
        .$if(nextTry !== null, (query) => query.where("is_waiting", "=", 1))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async rest(webhook, failures, until) {
      await db
        .updateTable("webhooks")
        .set({ failures, rest_until: until })
        .where("num", "=", webhook.num)
        .where("failures", "=", webhook.failures)
        .execute();
    },

    switchOff: (webhookNum, now, reason) =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable("webhooks")
          .set({ is_active: 0, off_at: now, off_reason: reason })
          .where("num", "=", webhookNum)
          .execute();
        await dropWaiting(trx, webhookNum);
      }),

    tellExpiry: (now, createId) => tellExpiry(db, engine, now, createId),

    async oldestWaiting() {
      const { rows } = await sql<{ at: number | null }>`
        SELECT min(d.at) AS at FROM webhook_deliveries d JOIN webhooks w ON w.num = d.webhook_num
        WHERE d.is_waiting = 1 AND ${IN_USE}`.execute(db);
      return rows[0]?.at ?? null;
    },
  };
}
