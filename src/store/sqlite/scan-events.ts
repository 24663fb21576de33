import type { RawScans } from "../queries/webhook-deliveries.ts";
import { IN_USE_SQL } from "../queries/webhook-in-use.ts";
import type { ScanLine } from "../scan-lines.ts";
import { bitOf } from "../webhook-store.ts";
import type { Sqlite } from "./database.ts";

/**
 * Notes which scans webhooks are to be told of: one row a webhook, however many scans a settlement has.
 * With no webhook that wants scans, it is one look into an empty index.
 */
export function createScanEvents({ db }: Sqlite): (fresh: readonly ScanLine[]) => void {
  const wanting = db.prepare(
    `SELECT w.num, w.owner_id FROM webhooks w WHERE ${IN_USE_SQL} AND w.events & ${bitOf("qrcode.scanned")} <> 0`,
  );
  const ownerOf = db.prepare("SELECT owner_id FROM codes WHERE num = ?");
  const insert = db.prepare(
    `INSERT INTO webhook_deliveries (webhook_num, num, id, type, code_id, at, data, is_waiting, next_try)
     SELECT ?1, coalesce(max(num), 0) + 1, '', 'scans', '', ?2, ?3, 1, 0
     FROM webhook_deliveries WHERE webhook_num = ?1`,
  );

  return (fresh) => {
    if (fresh.length === 0) return;
    const webhooks = Map.groupBy(wanting.all(), (row) => String(row.owner_id));
    if (webhooks.size === 0) return;
    const byOwner = new Map<string, RawScans>();
    for (const [codeNum, scans] of Map.groupBy(fresh, (scan) => scan.codeNum)) {
      const owner = String(ownerOf.get(codeNum)?.owner_id);
      if (!webhooks.has(owner)) continue;
      const raw = byOwner.get(owner) ?? [];
      raw.push([codeNum, scans.map(({ id }) => id)]);
      byOwner.set(owner, raw);
    }
    for (const [owner, raw] of byOwner) {
      const data = JSON.stringify(raw);
      for (const { num } of webhooks.get(owner)!) insert.run(num!, Date.now(), data);
    }
  };
}
