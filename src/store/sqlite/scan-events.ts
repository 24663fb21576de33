import type { ScanLine } from "../scan-lines.ts";
import { bitOf, IN_USE_SQL, MOST_NOTED_SCANS, MOST_NOTES_DROPPED, type NotedScans } from "../webhook-store.ts";
import type { Sqlite } from "./database.ts";

/**
 * Records settled scans for webhooks: one row per workspace with a webhook, however many webhooks and scans. The oldest
 * notes beyond the limit are dropped; their numbers show how many scans that were.
 */
export function createScanEvents({ db }: Sqlite): (fresh: readonly ScanLine[]) => void {
  const wanting = db.prepare(
    `SELECT DISTINCT w.workspace_id FROM webhooks w WHERE ${IN_USE_SQL} AND w.events & ${bitOf("qrcode.scanned")} <> 0`,
  );
  const workspaceOf = db.prepare("SELECT workspace_id FROM codes WHERE num = ?");
  const addTotal = db.prepare(
    "UPDATE webhook_workspaces SET scan_total = scan_total + ? WHERE workspace_id = ? RETURNING scan_total",
  );
  const insert = db.prepare(
    "INSERT INTO webhook_notes (workspace_id, scan_to, scans, at, data) VALUES (?, ?, ?, ?, ?)",
  );
  const dropOldest = db.prepare(`DELETE FROM webhook_notes WHERE workspace_id = ?1 AND scan_to IN (
    SELECT scan_to FROM webhook_notes WHERE workspace_id = ?1 AND scan_to <= ?2 ORDER BY scan_to LIMIT ${MOST_NOTES_DROPPED})`);

  return (fresh) => {
    if (fresh.length === 0) return;
    const workspaces = new Set(wanting.all().map((row) => String(row.workspace_id)));
    if (workspaces.size === 0) return;
    const byWorkspace = new Map<string, NotedScans>();
    for (const [codeNum, scans] of Map.groupBy(fresh, (scan) => scan.codeNum)) {
      const workspace = String(workspaceOf.get(codeNum)?.workspace_id);
      if (!workspaces.has(workspace)) continue;
      const noted = byWorkspace.get(workspace) ?? [];
      noted.push([codeNum, scans.map(({ id }) => id)]);
      byWorkspace.set(workspace, noted);
    }
    for (const [workspace, noted] of byWorkspace) {
      const count = noted.reduce((sum, [, ids]) => sum + ids.length, 0);
      const total = Number(addTotal.get(count, workspace)!.scan_total);
      insert.run(workspace, total, count, Date.now(), JSON.stringify(noted));
      dropOldest.run(workspace, total - MOST_NOTED_SCANS);
    }
  };
}
