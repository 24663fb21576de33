import type { ScanLine } from "../scan-lines.ts";
import { bitOf, IN_USE_SQL, MOST_NOTED_SCANS, MOST_NOTES_DROPPED, type NotedScans } from "../webhook-store.ts";
import type { Sqlite } from "./database.ts";

/**
 * Records settled scans for webhooks: one row per owner with a webhook, however many webhooks and scans. The oldest
 * notes beyond the limit are dropped; their numbers show how many scans that were.
 */
export function createScanEvents({ db }: Sqlite): (fresh: readonly ScanLine[]) => void {
  const wanting = db.prepare(
    `SELECT DISTINCT w.owner_id FROM webhooks w WHERE ${IN_USE_SQL} AND w.events & ${bitOf("qrcode.scanned")} <> 0`,
  );
  const ownerOf = db.prepare("SELECT owner_id FROM codes WHERE num = ?");
  const addTotal = db.prepare(
    "UPDATE webhook_owners SET scan_total = scan_total + ? WHERE owner_id = ? RETURNING scan_total",
  );
  const insert = db.prepare("INSERT INTO webhook_notes (owner_id, scan_to, scans, at, data) VALUES (?, ?, ?, ?, ?)");
  const dropOldest = db.prepare(`DELETE FROM webhook_notes WHERE owner_id = ?1 AND scan_to IN (
    SELECT scan_to FROM webhook_notes WHERE owner_id = ?1 AND scan_to <= ?2 ORDER BY scan_to LIMIT ${MOST_NOTES_DROPPED})`);

  return (fresh) => {
    if (fresh.length === 0) return;
    const owners = new Set(wanting.all().map((row) => String(row.owner_id)));
    if (owners.size === 0) return;
    const byOwner = new Map<string, NotedScans>();
    for (const [codeNum, scans] of Map.groupBy(fresh, (scan) => scan.codeNum)) {
      const owner = String(ownerOf.get(codeNum)?.owner_id);
      if (!owners.has(owner)) continue;
      const noted = byOwner.get(owner) ?? [];
      noted.push([codeNum, scans.map(({ id }) => id)]);
      byOwner.set(owner, noted);
    }
    for (const [owner, noted] of byOwner) {
      const count = noted.reduce((sum, [, ids]) => sum + ids.length, 0);
      const total = Number(addTotal.get(count, owner)!.scan_total);
      insert.run(owner, total, count, Date.now(), JSON.stringify(noted));
      dropOldest.run(owner, total - MOST_NOTED_SCANS);
    }
  };
}
