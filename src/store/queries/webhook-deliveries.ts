/** Deliveries as they are read. Those of scans hold the scans' ids; the scans are read when they are wanted. */
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { isUuid } from "../../shared/ids.ts";
import type { EngineName } from "../migrations/types.ts";
import type { ScanRow } from "../scan-store.ts";
import type { Tables } from "../tables.ts";
import type { Delivery, EventData } from "../webhook-store.ts";
import type { ScanIdCodec } from "./scans.ts";

/** Settled scans of several codes, as the settlement leaves them: `[[code's number, [ids]], …]`. */
export const RAW_SCANS = "scans";
export type RawScans = [codeNum: number, ids: string[]][];

/** In a delivery of one code's scans, in place of them. */
interface ScanRefs {
  codeNum: number;
  codeId: string;
  ids: string[];
}

/** Of the deliveries `d`: those of the webhook that are due, with no earlier one of the same code waiting. */
export const isSendable = (webhookNum: number, now: number): RawBuilder<boolean> => sql`
  d.webhook_num = ${webhookNum} AND d.is_waiting = 1 AND d.next_try <= ${now}
  AND d.type <> ${sql.lit(RAW_SCANS)}
  AND NOT EXISTS (SELECT 1 FROM webhook_deliveries e
    WHERE e.webhook_num = d.webhook_num AND e.code_id = d.code_id AND e.is_waiting = 1
      AND (e.num, e.part) < (d.num, d.part))`;

export type DeliveryRow = Selectable<Tables["webhook_deliveries"]>;
export type DeliveryReader = ReturnType<typeof createDeliveryReader>;

export function createDeliveryReader(db: Kysely<Tables>, engine: EngineName, ids: ScanIdCodec) {
  const rowsOf = (webhookNum: number) =>
    db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("webhook_num", "=", webhookNum)
      .where("type", "!=", RAW_SCANS);

  const rowOf = async (webhookNum: number, id: string): Promise<DeliveryRow | undefined> =>
    isUuid(id) ? rowsOf(webhookNum).where("id", "=", id).executeTakeFirst() : undefined;

  async function read(row: DeliveryRow): Promise<Delivery> {
    const kept = JSON.parse(row.data) as EventData | ScanRefs;
    const data = "ids" in kept ? { codeId: kept.codeId, scans: await scansOf(kept.codeNum, kept.ids) } : kept;
    return { ...toDelivery(row), data };
  }

  /** In their order. One that is no longer kept is left out. */
  async function scansOf(codeNum: number, wanted: readonly string[]): Promise<ScanRow[]> {
    const values = sql.join(wanted.map((id) => sql`(${idOf(id)})`));
    const { rows } = await sql<ScanRow>`
      WITH wanted (id) AS (VALUES ${values})
      SELECT s.id, s.at, a.device, a.browser, a.os, p.country, p.city, p.latitude, p.longitude
      FROM wanted JOIN scans s ON s.code_num = ${codeNum} AND s.id = wanted.id
      JOIN agents a ON a.id = s.agent_id JOIN places p ON p.id = s.place_id`.execute(db);
    const byId = new Map(rows.map((row) => [ids.fromColumn(row.id), row]));
    return wanted.flatMap((id) => {
      const row = byId.get(id);
      return row ? { ...row, id } : [];
    });
  }

  const idOf = (id: string) => (engine === "postgres" ? sql`${id}::uuid` : sql`${ids.toColumn(id)}`);

  async function one(webhookNum: number, id: string): Promise<Delivery | null> {
    const row = await rowOf(webhookNum, id);
    return row ? read(row) : null;
  }

  return {
    read,
    one,

    async page(webhookNum: number, limit: number, before?: string): Promise<Delivery[] | null> {
      let query = rowsOf(webhookNum);
      if (before !== undefined) {
        const last = await rowOf(webhookNum, before);
        if (!last) return null;
        query = query.where(sql<boolean>`(num, part) < (${last.num}, ${last.part})`);
      }
      const rows = await query.orderBy("num", "desc").orderBy("part", "desc").limit(limit).execute();
      return Promise.all(rows.map(read));
    },
  };
}

const toDelivery = (row: DeliveryRow): Omit<Delivery, "data"> => ({
  webhookNum: row.webhook_num,
  num: row.num,
  part: row.part,
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
