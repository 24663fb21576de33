/** Deliveries of webhooks: listed, read, tested, sent again, stopped. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { idColumn, idText } from "../database/scan-ids.ts";
import type { Tables } from "../database/tables.ts";
import type { ScanRow } from "../scans/scan.ts";
import { isUuid } from "../shared/ids.ts";
import type { Reports } from "../store/reports.ts";
import { KEEP_WEBHOOKS, SCANNED } from "./events.queries.ts";
import {
  type CodeOfDelivery,
  type Delivery,
  type DeliveryState,
  type EventData,
  type ListedDelivery,
  type Outcome,
  TEST_EVENT,
  type Webhook,
} from "./webhook.ts";
import { webhookTables } from "./webhooks.table.ts";

const { webhook_deliveries: deliveries } = webhookTables;

export interface WebhookQueryOptions {
  db: Kysely<Tables>;
  listDb: Kysely<Tables>;
  engine: EngineName;
  reports: Reports;
}

type ReadOptions = Pick<WebhookQueryOptions, "listDb" | "engine" | "reports">;

export function createDeliveryQueries({ db, listDb, engine, reports }: WebhookQueryOptions) {
  const deliveriesOf = (webhookNum: number) =>
    listDb.selectFrom("webhook_deliveries").select(CODE_OF[engine]).where("webhook_num", "=", webhookNum);

  const rowOf = async (webhookNum: number, id: string) =>
    isUuid(id) ? deliveriesOf(webhookNum).selectAll().where("id", "=", id).executeTakeFirst() : undefined;

  return {
    /** Newest first, before the delivery `before` if given; null if it does not exist. */
    async deliveries(
      webhookNum: number,
      limit: number,
      before?: string,
      state?: DeliveryState,
    ): Promise<ListedDelivery[] | null> {
      let query = deliveriesOf(webhookNum).select(deliveries.selection);
      if (state !== undefined) query = query.where("is_waiting", "=", Number(state === "waiting"));
      if (state === "delivered") query = query.where("problem", "is", null);
      if (state === "failed") query = query.where("problem", "is not", null);
      if (before !== undefined) {
        const last = await rowOf(webhookNum, before);
        if (!last) return null;
        query = query.where("num", "<", last.num);
      }
      const rows = await query.orderBy("num", "desc").limit(limit).execute();
      return rows.map((row) => ({ ...deliveries.read(row), ...codeOf(row) }));
    },

    async delivery(webhookNum: number, id: string): Promise<(Delivery & CodeOfDelivery) | null> {
      const row = await rowOf(webhookNum, id);
      return row ? { ...(await readDelivery({ listDb, engine, reports }, row)), ...codeOf(row) } : null;
    },

    /** The number of waiting deliveries, and when the next may be sent; 0: at once. */
    async waiting(webhookNum: number): Promise<{ count: number; nextTry: number; isMakerSuspended: boolean }> {
      const { rows } = await sql<{ count: number; first: number | null; rest: number | null; suspended: unknown }>`
        SELECT count(*) AS count, min(next_try) AS first,
          (SELECT rest_until FROM webhooks WHERE num = ${webhookNum}) AS rest,
          (SELECT maker.suspended FROM webhooks w JOIN "user" maker ON maker.id = w.made_by
            WHERE w.num = ${webhookNum}) AS suspended
        FROM webhook_deliveries WHERE webhook_num = ${webhookNum} AND is_waiting = 1`.execute(listDb);
      const { count, first, rest, suspended } = rows[0]!;
      const nextTry = Math.max(0, first ?? 0, rest ?? 0);
      return { count: Number(count), nextTry, isMakerSuspended: Boolean(suspended) };
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

const wakeUp = (trx: Transaction<Tables>, webhookNum: number) =>
  trx
    .updateTable("webhooks")
    .set({ failures: 0, rest_until: 0, failing_since: null, problem: null })
    .where("num", "=", webhookNum)
    .execute();

/** A user changed something: waiting deliveries are retried at once, and for another day if the URL is new. */
export async function endRest(trx: Transaction<Tables>, num: number, isElsewhere: boolean): Promise<void> {
  await wakeUp(trx, num);
  await trx
    .updateTable("webhook_deliveries")
    .set({ next_try: 0, ...(isElsewhere ? { first_try: null } : {}) })
    .where("webhook_num", "=", num)
    .where("is_waiting", "=", 1)
    .where("next_try", ">", 0)
    .execute();
}

/** Scans that are only noted, of some webhooks. */
const dropScans = (trx: Transaction<Tables>, of: RawBuilder<unknown>) =>
  sql`
    UPDATE webhooks SET
      dropped = dropped + CASE WHEN events & ${SCANNED} <> 0
        THEN o.scan_total - scans_told ELSE 0 END,
      scans_told = o.scan_total
    FROM webhook_workspaces o WHERE o.workspace_id = webhooks.workspace_id AND ${of}`.execute(trx);

/** Of somebody who was suspended: what happened meanwhile is not sent. */
export async function sendAgain(trx: Transaction<Tables>, userId: string, now: number): Promise<void> {
  await trx.updateTable("webhooks").set({ since: now }).where("made_by", "=", userId).execute();
  await dropScans(trx, sql`made_by = ${userId} AND is_active = 1`);
}

/** Waiting deliveries are kept, to be viewed and resent; scans that are only noted count as dropped. */
export async function stopSending(trx: Transaction<Tables>, webhookNum: number): Promise<void> {
  await dropScans(trx, sql`num = ${webhookNum}`);
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

/** Read in the database, because bodies may be long. A code that was moved to another workspace has no name here. */
const codeColumns = (json: RawBuilder<unknown>, num: RawBuilder<unknown>) => [
  sql<string | null>`coalesce(${json} -> 'code' ->> 'id', ${json} ->> 'codeId')`.as("code_id"),
  sql<
    string | null
  >`coalesce(${json} -> 'code' ->> 'name', (SELECT codes.name FROM codes JOIN webhooks w USING (workspace_id)
    WHERE codes.num = ${num} AND w.num = webhook_num))`.as("code_name"),
];
const CODE_OF = {
  sqlite: codeColumns(sql`data`, sql`data ->> 'codeNum'`),
  postgres: codeColumns(sql`data::json`, sql`(data::json ->> 'codeNum')::bigint`),
};

const codeOf = (row: { code_id: string | null; code_name: string | null }): CodeOfDelivery => ({
  codeId: row.code_id,
  codeName: row.code_name,
});

export async function readDelivery(options: ReadOptions, row: DeliveryRow): Promise<Delivery> {
  const kept = JSON.parse(row.data) as EventData | ScanRefs;
  const data = "ids" in kept ? { codeId: kept.codeId, scans: await scansOf(options, row.webhook_num, kept) } : kept;
  return { ...deliveries.read(row), data };
}

type FoundScan = ScanRow & { placement_id: string | null; placement_name: string | null };

/** In the order of the ids, without those that were deleted. */
async function scansOf(
  { listDb, engine, reports }: ReadOptions,
  webhookNum: number,
  { codeNum, ids: wanted }: ScanRefs,
): Promise<ScanRow[]> {
  const { rows } = await sql<FoundScan>`
    SELECT s.id, s.at, a.device, a.browser, a.os, p.country, p.city, p.latitude, p.longitude,
      l.id AS placement_id, l.name AS placement_name
    FROM scans s JOIN agents a ON a.id = s.agent_id JOIN places p ON p.id = s.place_id
    LEFT JOIN placements l ON l.num = s.placement_num AND l.code_num = s.code_num
    WHERE s.code_num = ${codeNum} AND s.id IN (${sql.join(wanted.map((id) => idColumn(engine, id)))})`.execute(listDb);
  const byId = new Map<string, ScanRow>();
  for (const { placement_id: placementId, placement_name: name, ...scan } of rows) {
    const id = idText(scan.id);
    byId.set(id, { ...scan, id, placement: placementId === null ? null : { id: placementId, name } });
  }
  const missing = wanted.filter((id) => !byId.has(id));
  if (missing.length > 0) {
    const codes = [codeNum, ...(await movedTo(listDb, codeNum))];
    for (const scan of await reports.find(codes, missing)) byId.set(scan.id, scan);
  }
  const own = await placementsOf(listDb, webhookNum, [...byId.values()]);
  return wanted.flatMap((id) => {
    const scan = byId.get(id);
    return scan ? { ...scan, placement: own.has(scan.placement?.id) ? scan.placement : null } : [];
  });
}

/** Those of some scans that are still of the webhook's workspace. */
async function placementsOf(db: Kysely<Tables>, webhookNum: number, scans: readonly ScanRow[]) {
  const ids = new Set(scans.flatMap(({ placement }) => placement?.id ?? []));
  if (ids.size === 0) return new Set<string | undefined>();
  const { rows } = await sql<{ id: string }>`
    SELECT l.id FROM placements l JOIN codes ON codes.num = l.code_num JOIN webhooks w USING (workspace_id)
    WHERE w.num = ${webhookNum} AND l.id IN (${sql.join([...ids])})`.execute(db);
  return new Set<string | undefined>(rows.map(({ id }) => id));
}

/** Codes that scans of this one may have been moved to with a placement; itself, if they may have come back. */
async function movedTo(db: Kysely<Tables>, codeNum: number): Promise<number[]> {
  const { rows } = await sql<{ num: number }>`
    WITH RECURSIVE led (num) AS (
      SELECT code_num FROM placement_moves WHERE from_num = ${codeNum}
      UNION SELECT m.code_num FROM led JOIN placement_moves m ON m.from_num = led.num)
    SELECT num FROM led`.execute(db);
  return rows.map(({ num }) => num);
}
