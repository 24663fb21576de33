/** The deliverer's queue. Its state is in the database, so any node can continue. */
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { holdLease, type LeaseClock, releaseLease } from "../database/leases.ts";
import type { Tables } from "../database/tables.ts";
import type { Reports } from "../store/reports.ts";
import { dropOldest, gatherScans, removeToldNotes, SCANS_PER_BODY } from "./backlog.queries.ts";
import { type DeliveryRow, readDelivery, type ScanRefs, stopSending } from "./deliveries.queries.ts";
import { IN_USE, SCANNED } from "./events.queries.ts";
import type { Delivery, DueWebhook, Outcome, Webhook } from "./webhook.ts";
import { webhookTables } from "./webhooks.table.ts";

interface QueueOptions {
  db: Kysely<Tables>;
  /** For slow reads, separate from those that people wait for. */
  listDb: Kysely<Tables>;
  engine: EngineName;
  reports: Reports;
  leaseNow: LeaseClock;
}

const LEASE = "webhooks";

/**
 * Condition on webhooks `w` with something to send. Starts from the webhooks, so the cost does not depend on the
 * backlog.
 */
const hasWork = (now: number): RawBuilder<boolean> => sql`
  ${IN_USE} AND w.rest_until <= ${now} AND (
    (SELECT d.num FROM webhook_deliveries d
      WHERE d.webhook_num = w.num AND d.is_waiting = 1 AND d.next_try <= ${now} LIMIT 1) IS NOT NULL
    OR (w.events & ${SCANNED} <> 0 AND w.scans_told <
      (SELECT o.scan_total FROM webhook_workspaces o WHERE o.workspace_id = w.workspace_id)))`;

export function createDeliveryQueue({ db, listDb, engine, reports, leaseNow }: QueueOptions) {
  return {
    /** Whether any webhook is in use, and whether one of them has something to send. */
    async look(now: number): Promise<{ inUse: boolean; hasWork: boolean }> {
      const active = await db.selectFrom("webhooks").select("num").where("is_active", "=", 1).limit(1).execute();
      if (active.length === 0) return { inUse: false, hasWork: false };
      const { rows } = await sql`SELECT w.num FROM webhooks w WHERE ${hasWork(now)} LIMIT 1`.execute(listDb);
      return { inUse: true, hasWork: rows.length > 0 };
    },

    hold: (holder: string, forMs: number) => holdLease(db, leaseNow, LEASE, holder, forMs),
    release: (holder: string) => releaseLease(db, LEASE, holder),

    async due(now: number): Promise<DueWebhook[]> {
      const { rows } = await sql<{ num: number; workspace_id: string; made_by: string | null }>`
        SELECT w.num, w.workspace_id, home.made_by FROM webhooks w JOIN workspaces home ON home.id = w.workspace_id
        WHERE ${hasWork(now)}`.execute(listDb);
      return rows.map(({ num, workspace_id: workspaceId, made_by }) => ({
        num,
        workspaceId,
        person: made_by ?? workspaceId,
      }));
    },

    /** Creates deliveries from noted scans, unless many are waiting: then later bodies contain more scans. */
    async gather(webhookNum: number, now: number, createId: () => string): Promise<void> {
      while (await dropOldest(db, listDb, webhookNum));
      const workspaceId = await gatherScans(db, listDb, webhookNum, now, createId);
      if (workspaceId !== null) await removeToldNotes(db, workspaceId);
    },

    /** The next due delivery, with its webhook's current state. */
    async next(webhookNum: number, now: number): Promise<{ webhook: Webhook; delivery: Delivery } | null> {
      const found = await sql<Selectable<Tables["webhooks"]>>`
        SELECT w.* FROM webhooks w
        WHERE w.num = ${webhookNum} AND ${IN_USE} AND w.rest_until <= ${now}`.execute(listDb);
      const webhook = found.rows[0];
      if (!webhook) return null;
      const first = async (from: number, to: number) => {
        const { rows } = await sql<DeliveryRow>`
          SELECT * FROM webhook_deliveries
          WHERE webhook_num = ${webhookNum} AND is_waiting = 1 AND next_try BETWEEN ${from} AND ${to}
          ORDER BY next_try, num LIMIT 1`.execute(listDb);
        return rows[0];
      };
      const fresh = () => first(-1, 0);
      const tried = () => first(1, now);
      // After a failure, new deliveries go first: a few that always fail must not block the others.
      const row = webhook.failures > 0 ? ((await fresh()) ?? (await tried())) : ((await tried()) ?? (await fresh()));
      return row
        ? {
            webhook: webhookTables.webhooks.read(webhook),
            delivery: await readDelivery({ listDb, engine, reports }, row),
          }
        : null;
    },

    /**
     * Stores the outcome. `nextTry`: when to retry; null: never. False if another node or a user handled the delivery
     * meanwhile.
     */
    async tried(
      { webhookNum, num, tries, firstTry }: Delivery,
      { at, status, answer, problem }: Outcome,
      nextTry: number | null,
    ): Promise<boolean> {
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
          first_try: firstTry === at ? at : fn.coalesce("first_try", val(at)),
        }))
        .where("webhook_num", "=", webhookNum)
        .where("num", "=", num)
        .where("tries", "=", tries)
        // An accepted delivery is recorded as such even if the webhook was switched off meanwhile.
        .$if(nextTry !== null, (query) => query.where("is_waiting", "=", 1))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /**
     * Splits a large delivery of scans into small ones, to be sent first. False if it is not one, or was handled
     * meanwhile.
     */
    async split({ webhookNum, num, tries, data }: Delivery, createId: () => string): Promise<boolean> {
      if (!("scans" in data) || data.scans.length <= SCANS_PER_BODY) return false;
      return db.transaction().execute(async (trx) => {
        // First, because changing a webhook locks it before its deliveries.
        if (engine === "postgres") {
          await trx.selectFrom("webhooks").select("num").where("num", "=", webhookNum).forKeyShare().execute();
        }
        const row = await trx
          .deleteFrom("webhook_deliveries")
          .where("webhook_num", "=", webhookNum)
          .where("num", "=", num)
          .where("tries", "=", tries)
          .where("is_waiting", "=", 1)
          .returning(["type", "at", "data"])
          .executeTakeFirst();
        if (!row) return false;
        const { ids, ...of } = JSON.parse(row.data) as ScanRefs;
        const parts = Array.from({ length: Math.ceil(ids.length / SCANS_PER_BODY) }, (_, i) => {
          const some = ids.slice(i * SCANS_PER_BODY, (i + 1) * SCANS_PER_BODY);
          const data = JSON.stringify({ ...of, ids: some });
          return { ...row, webhook_num: webhookNum, id: createId(), data, next_try: -1 };
        });
        await trx.insertInto("webhook_deliveries").values(parts).execute();
        return true;
      });
    },

    /** Resets the failures. */
    async accepted(webhook: Webhook): Promise<void> {
      const well = { failures: 0, rest_until: 0, failing_since: null, problem: null };
      await unlessChanged(db, webhook).set(well).execute();
    },

    /** Counts a failure, and pauses the webhook until then. */
    async failed(webhook: Webhook, { at, problem }: Outcome, until: number): Promise<void> {
      const failing_since = webhook.failingSince ?? at;
      const failures = webhook.failures + 1;
      await unlessChanged(db, webhook).set({ failures, rest_until: until, failing_since, problem }).execute();
    },

    /** Switches it off, unless its URL changed, it is off, or a delivery succeeded meanwhile. */
    switchOff: ({ num, url, failures }: Webhook, now: number, reason: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await unlessChanged(trx, { num, failures })
          .set({ is_active: 0, off_at: now, off_reason: reason })
          .where("url", "=", url)
          .where("is_active", "=", 1)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 1n) await stopSending(trx, num);
        return numUpdatedRows === 1n;
      }),

    /** The time of the oldest waiting event; null if there is none. */
    async oldestWaiting(): Promise<number | null> {
      const { rows } = await sql<{ at: number | null }>`
        SELECT min(at) AS at FROM (
          SELECT (SELECT d.at FROM webhook_deliveries d
            WHERE d.webhook_num = w.num AND d.is_waiting = 1 ORDER BY d.num LIMIT 1) AS at
          FROM webhooks w WHERE ${IN_USE}
          UNION ALL
          SELECT (SELECT n.at FROM webhook_notes n
            WHERE n.workspace_id = w.workspace_id AND n.scan_to > w.scans_told ORDER BY n.scan_to LIMIT 1)
          FROM webhooks w WHERE ${IN_USE} AND w.events & ${SCANNED} <> 0) oldest`.execute(listDb);
      return rows[0]?.at ?? null;
    },
  };
}

/** A user's change, or another node's attempt, resets the failures and takes precedence. */
const unlessChanged = (db: Kysely<Tables>, { num, failures }: Pick<Webhook, "num" | "failures">) =>
  db.updateTable("webhooks").where("num", "=", num).where("failures", "=", failures);
