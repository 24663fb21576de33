/** Webhooks as owners see and change them, with their deliveries. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import type { Idempotency, KeptAnswer } from "../../shared/idempotency.ts";
import { isUuid } from "../../shared/ids.ts";
import type { EngineName } from "../migrations/types.ts";
import type { ScanRow } from "../scan-store.ts";
import type { Tables } from "../tables.ts";
import {
  bitOf,
  type CodeOfDelivery,
  type Delivery,
  type DeliveryState,
  EVENTS,
  type EventData,
  type EventType,
  type ListedDelivery,
  type NewWebhook,
  type Outcome,
  TEST_EVENT,
  type Webhook,
  type WebhookChange,
} from "../webhook-store.ts";
import { firstAnswer, keepAnswer } from "./idempotency.ts";
import type { ScanIdCodec } from "./scans.ts";
import { lockOwner } from "./users.ts";
import { KEEP_WEBHOOKS, SCANNED } from "./webhook-events.ts";

interface WebhookQueryOptions {
  db: Kysely<Tables>;
  listing: Kysely<Tables>;
  engine: EngineName;
  ids: ScanIdCodec;
}

export function createWebhookQueries({ db, listing, engine, ids }: WebhookQueryOptions) {
  const owned = (from: Kysely<Tables>, ownerId: string) =>
    from.selectFrom("webhooks").selectAll().where("owner_id", "=", ownerId);

  const deliveriesOf = (webhookNum: number) =>
    listing.selectFrom("webhook_deliveries").select(CODE_OF[engine]).where("webhook_num", "=", webhookNum);

  const rowOf = async (webhookNum: number, id: string) =>
    isUuid(id) ? deliveriesOf(webhookNum).selectAll().where("id", "=", id).executeTakeFirst() : undefined;

  return {
    /** The first answer if the key of `once` was used before; then nothing is created. */
    create: (
      webhook: NewWebhook,
      most: number,
      once?: Idempotency,
    ): Promise<"made" | KeptAnswer | "too-many" | "no-owner"> =>
      db.transaction().execute(async (trx) => {
        if (!(await lockOwner(trx, engine, webhook.ownerId))) return "no-owner";
        const earlier = once && (await firstAnswer(trx, webhook.ownerId, once));
        if (earlier) return earlier;
        const there = await owned(trx, webhook.ownerId).execute();
        if (there.length >= most) return "too-many";
        await trx
          .insertInto("webhook_owners")
          .values({ owner_id: webhook.ownerId })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await trx
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
            since: webhook.createdAt,
            scans_told: scanTotal(webhook.ownerId),
          })
          .execute();
        if (once) await keepAnswer(trx, webhook.ownerId, once, webhook.createdAt);
        return "made";
      }),

    /** Newest first. */
    async list(ownerId: string): Promise<Webhook[]> {
      const rows = await owned(db, ownerId).orderBy("num", "desc").execute();
      return rows.map(toWebhook);
    },

    async find(ownerId: string, id: string): Promise<Webhook | null> {
      if (!isUuid(id)) return null;
      const row = await owned(db, ownerId).where("id", "=", id).executeTakeFirst();
      return row ? toWebhook(row) : null;
    },

    /**
     * `decide` gets the current webhook under a lock. Switching it off drops waiting events; switching it on starts
     * fresh. Any change retries waiting deliveries at once.
     */
    async change(
      ownerId: string,
      id: string,
      now: number,
      decide: (webhook: Webhook) => WebhookChange,
    ): Promise<Webhook | null> {
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
        if (changed.isActive !== webhook.isActive) await stopSending(trx, webhook.num);
        const added = changed.events.filter((event) => !webhook.events.includes(event));
        await trx
          .updateTable("webhooks")
          .set({
            ...columnsOf(change),
            ...(isOn || added.length > 0 ? { since: now } : {}),
            ...(isOn ? { dropped: 0 } : {}),
            ...(isOn || added.includes("qrcode.scanned") ? { scans_told: scanTotal(ownerId) } : {}),
          })
          .where("num", "=", webhook.num)
          .execute();
        await endRest(trx, webhook.num, changed.url !== webhook.url);
        return changed;
      });
    },

    /** With its deliveries. */
    async remove(ownerId: string, id: string): Promise<boolean> {
      if (!isUuid(id)) return false;
      const query = db.deleteFrom("webhooks").where("owner_id", "=", ownerId).where("id", "=", id);
      return (await query.executeTakeFirstOrThrow()).numDeletedRows === 1n;
    },

    /** Newest first, before the delivery `before` if given; null if it does not exist. */
    async deliveries(
      webhookNum: number,
      limit: number,
      before?: string,
      state?: DeliveryState,
    ): Promise<ListedDelivery[] | null> {
      let query = deliveriesOf(webhookNum).select(LISTED);
      if (state !== undefined) query = query.where("is_waiting", "=", Number(state === "waiting"));
      if (state === "delivered") query = query.where("problem", "is", null);
      if (state === "failed") query = query.where("problem", "is not", null);
      if (before !== undefined) {
        const last = await rowOf(webhookNum, before);
        if (!last) return null;
        query = query.where("num", "<", last.num);
      }
      const rows = await query.orderBy("num", "desc").limit(limit).execute();
      return rows.map((row) => ({ ...withoutBody(row), ...codeOf(row) }));
    },

    async delivery(webhookNum: number, id: string): Promise<(Delivery & CodeOfDelivery) | null> {
      const row = await rowOf(webhookNum, id);
      return row ? { ...(await readDelivery(listing, engine, ids, row)), ...codeOf(row) } : null;
    },

    /** Events and scans that were dropped since it was switched on. */
    async dropped(webhookNum: number): Promise<number> {
      const { rows } = await sql<{ dropped: number; told: number; first: number | null }>`
        SELECT w.dropped, w.scans_told AS told, (SELECT n.scan_to - n.scans FROM webhook_notes n
          WHERE w.is_active = 1 AND w.events & ${SCANNED} <> 0
            AND n.owner_id = w.owner_id AND n.scan_to > w.scans_told
          ORDER BY n.scan_to LIMIT 1) AS first
        FROM webhooks w WHERE w.num = ${webhookNum}`.execute(listing);
      const [row] = rows;
      return row ? row.dropped + Math.max(0, (row.first ?? row.told) - row.told) : 0;
    },

    /** The number of waiting deliveries, and when the next may be sent; 0: at once. */
    async waiting(webhookNum: number): Promise<{ count: number; nextTry: number }> {
      const { rows } = await sql<{ count: number; first: number | null; rest: number | null }>`
        SELECT count(*) AS count, min(next_try) AS first,
          (SELECT rest_until FROM webhooks WHERE num = ${webhookNum}) AS rest
        FROM webhook_deliveries WHERE webhook_num = ${webhookNum} AND is_waiting = 1`.execute(listing);
      const { count, first, rest } = rows[0]!;
      return { count: Number(count), nextTry: Math.max(0, first ?? 0, rest ?? 0) };
    },

    /** Stores a sent test. If it was accepted, waiting deliveries are retried at once. */
    addTest: (webhook: Webhook, id: string, { at, status, answer, problem }: Outcome): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const data = JSON.stringify({ webhookId: webhook.id });
        await sql`
          INSERT INTO webhook_deliveries (webhook_num, id, type, at, data, is_waiting,
            tries, first_try, last_try, status, answer, problem)
          SELECT w.num, CAST(${id} AS text), ${sql.lit(TEST_EVENT)}, CAST(${at} AS bigint), CAST(${data} AS text), 0,
            1, CAST(${at} AS bigint), CAST(${at} AS bigint), CAST(${status} AS integer), CAST(${answer} AS text),
            CAST(${problem} AS text)
          FROM webhooks w WHERE w.num = ${webhook.num} ${KEEP_WEBHOOKS[engine]}`.execute(trx);
        if (problem === null) await endRest(trx, webhook.num, false);
      }),

    /** Sends it again, before all waiting ones. */
    resend: (webhookNum: number, id: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await wakeUp(trx, webhookNum);
        await trx
          .updateTable("webhook_deliveries")
          .set({ is_waiting: 1, next_try: -1, first_try: null, tries: 0 })
          .where("webhook_num", "=", webhookNum)
          .where("id", "=", id)
          .execute();
      }),
  };
}

const scanTotal = (ownerId: string) => sql<number>`(SELECT scan_total FROM webhook_owners WHERE owner_id = ${ownerId})`;

const wakeUp = (trx: Transaction<Tables>, webhookNum: number) =>
  trx
    .updateTable("webhooks")
    .set({ failures: 0, rest_until: 0, failing_since: null, problem: null })
    .where("num", "=", webhookNum)
    .execute();

/** A user changed something: waiting deliveries are retried at once, and for another day if the URL is new. */
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

/** Waiting deliveries are kept, to be viewed and resent; scans that are only noted count as dropped. */
export async function stopSending(trx: Transaction<Tables>, webhookNum: number): Promise<void> {
  await sql`
    UPDATE webhooks SET
      dropped = dropped + CASE WHEN events & ${SCANNED} <> 0
        THEN o.scan_total - scans_told ELSE 0 END,
      scans_told = o.scan_total
    FROM webhook_owners o WHERE o.owner_id = webhooks.owner_id AND num = ${webhookNum}`.execute(trx);
  await trx
    .updateTable("webhook_deliveries")
    .set(({ fn, val }) => ({
      is_waiting: 0,
      problem: fn.coalesce("problem", val("the webhook was disabled before it was sent")),
    }))
    .where("webhook_num", "=", webhookNum)
    .where("is_waiting", "=", 1)
    .execute();
}

export type DeliveryRow = Selectable<Tables["webhook_deliveries"]>;

/** A delivery of scans stores their ids; the scans are loaded when it is read. */
export interface ScanRefs {
  codeNum: number;
  codeId: string;
  ids: string[];
}

const LISTED = [
  ...(["webhook_num", "num", "id", "type", "at", "is_waiting", "next_try"] as const),
  ...(["tries", "first_try", "last_try", "status", "answer", "problem"] as const),
] as const;

/** Read in the database, because bodies may be long. */
const codeColumns = (json: RawBuilder<unknown>, num: RawBuilder<unknown>) => [
  sql<string | null>`coalesce(${json} -> 'code' ->> 'id', ${json} ->> 'codeId')`.as("code_id"),
  sql<
    string | null
  >`coalesce(${json} -> 'code' ->> 'name', (SELECT codes.name FROM codes WHERE codes.num = ${num}))`.as("code_name"),
];
const CODE_OF = {
  sqlite: codeColumns(sql`data`, sql`data ->> 'codeNum'`),
  postgres: codeColumns(sql`data::json`, sql`(data::json ->> 'codeNum')::bigint`),
};

const codeOf = (row: { code_id: string | null; code_name: string | null }): CodeOfDelivery => ({
  codeId: row.code_id,
  codeName: row.code_name,
});

const withoutBody = (row: Pick<DeliveryRow, (typeof LISTED)[number]>): Omit<Delivery, "data"> => ({
  webhookNum: row.webhook_num,
  num: row.num,
  id: row.id,
  type: row.type as Delivery["type"],
  at: row.at,
  isWaiting: row.is_waiting === 1,
  nextTry: row.next_try,
  tries: row.tries,
  firstTry: row.first_try,
  lastTry: row.last_try,
  status: row.status,
  answer: row.answer,
  problem: row.problem,
});

export async function readDelivery(
  db: Kysely<Tables>,
  engine: EngineName,
  ids: ScanIdCodec,
  row: DeliveryRow,
): Promise<Delivery> {
  const kept = JSON.parse(row.data) as EventData | ScanRefs;
  const data = "ids" in kept ? { codeId: kept.codeId, scans: await scansOf(db, engine, ids, kept) } : kept;
  return { ...withoutBody(row), data };
}

/** In the order of the ids, without those that were deleted. */
async function scansOf(
  db: Kysely<Tables>,
  engine: EngineName,
  ids: ScanIdCodec,
  { codeNum, ids: wanted }: ScanRefs,
): Promise<ScanRow[]> {
  const idOf = (id: string) => (engine === "postgres" ? sql`${id}::uuid` : sql`${ids.toColumn(id)}`);
  const { rows } = await sql<ScanRow>`
    WITH wanted (id) AS (VALUES ${sql.join(wanted.map((id) => sql`(${idOf(id)})`))})
    SELECT s.id, s.at, a.device, a.browser, a.os, p.country, p.city, p.latitude, p.longitude
    FROM wanted JOIN scans s ON s.code_num = ${codeNum} AND s.id = wanted.id
    JOIN agents a ON a.id = s.agent_id JOIN places p ON p.id = s.place_id`.execute(db);
  const byId = new Map(rows.map((row) => [ids.fromColumn(row.id), row]));
  return wanted.flatMap((id) => {
    const row = byId.get(id);
    return row ? { ...row, id } : [];
  });
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
  restUntil: row.rest_until,
  failingSince: row.failing_since,
  problem: row.problem,
});
