import { sql, type Transaction } from "kysely";
import type { RawScans } from "../queries/webhook-deliveries.ts";
import { IN_USE } from "../queries/webhook-events.ts";
import type { ScanLine } from "../scan-lines.ts";
import type { Tables } from "../tables.ts";
import { bitOf } from "../webhook-store.ts";
import { list } from "./list.ts";

/**
 * Notes which scans webhooks are to be told of: one row a webhook, however many scans a settlement has.
 * With no webhook that wants scans, it is one look into an empty index.
 */
export async function addScanEvents(
  trx: Transaction<Tables>,
  fresh: readonly ScanLine[],
): Promise<void> {
  const { rows: wanting } = await sql<{ num: number; owner_id: string }>`
    SELECT w.num, w.owner_id FROM webhooks w
    WHERE ${IN_USE} AND w.events & ${sql.lit(bitOf("qrcode.scanned"))} <> 0`.execute(trx);
  if (wanting.length === 0) return;
  const webhooks = Map.groupBy(wanting, (row) => row.owner_id);
  const byCode = Map.groupBy(fresh, (scan) => scan.codeNum);
  const { rows: owners } = await sql<{ num: number; owner_id: string }>`
    SELECT num, owner_id FROM codes
    WHERE num = ANY(${list([...byCode.keys()], (num) => num)}::bigint[])
      AND owner_id = ANY(${list([...webhooks.keys()], (id) => id)}::text[])`.execute(trx);
  for (const [owner, codes] of Map.groupBy(owners, (row) => row.owner_id)) {
    const raw: RawScans = codes.map(({ num }) => [num, byCode.get(num)!.map(({ id }) => id)]);
    await sql`
      INSERT INTO webhook_deliveries (webhook_num, id, type, code_id, at, data, is_waiting, next_try)
      SELECT webhook, '', 'scans', '', ${Date.now()}::bigint, ${JSON.stringify(raw)}::text, 1, 0
      FROM unnest(${list(webhooks.get(owner)!, (row) => row.num)}::bigint[]) AS w (webhook)`.execute(
      trx,
    );
  }
}
