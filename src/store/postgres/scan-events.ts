import { sql } from "kysely";
import type { RawScans } from "../queries/webhook-deliveries.ts";
import { IN_USE } from "../queries/webhook-events.ts";
import type { ScanLine } from "../scan-lines.ts";
import { bitOf } from "../webhook-store.ts";
import { list } from "./list.ts";
import type { Pipeline } from "./pipeline.ts";

interface OwnedRow {
  num: number;
  owner_id: string;
}

/** The webhooks that want to hear of scans: as a rule one look into an empty index. */
export const webhooksForScans = (trx: Pipeline): Promise<OwnedRow[]> =>
  trx.send(sql<OwnedRow>`
    SELECT w.num, w.owner_id FROM webhooks w
    WHERE ${IN_USE} AND w.events & ${sql.lit(bitOf("qrcode.scanned"))} <> 0`);

/** Notes which scans they are to be told of: one row a webhook, however many scans a settlement has. */
export async function addScanEvents(
  trx: Pipeline,
  fresh: readonly ScanLine[],
  wanting: readonly OwnedRow[],
): Promise<void> {
  if (wanting.length === 0) return;
  const webhooks = Map.groupBy(wanting, (row) => row.owner_id);
  const byCode = Map.groupBy(fresh, (scan) => scan.codeNum);
  const owners = await trx.send(sql<OwnedRow>`
    SELECT num, owner_id FROM codes
    WHERE num = ANY(${list([...byCode.keys()], (num) => num)}::bigint[])
      AND owner_id = ANY(${list([...webhooks.keys()], (id) => id)}::text[])`);
  const notes = [...Map.groupBy(owners, (row) => row.owner_id)].map(([owner, codes]) => {
    const raw: RawScans = codes.map(({ num }) => [num, byCode.get(num)!.map(({ id }) => id)]);
    return trx.send(sql`
      INSERT INTO webhook_deliveries (webhook_num, id, type, code_id, at, data, is_waiting, next_try)
      SELECT webhook, '', 'scans', '', ${Date.now()}::bigint, ${JSON.stringify(raw)}::text, 1, 0
      FROM unnest(${list(webhooks.get(owner)!, (row) => row.num)}::bigint[]) AS w (webhook)`);
  });
  await Promise.all(notes);
}
