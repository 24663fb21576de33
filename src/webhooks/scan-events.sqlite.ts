import type { Sqlite } from "../database/sqlite/database.ts";
import type { SettleStatements } from "../scans/settle.ts";
import { bitOf } from "../shared/events.ts";
import { IN_USE_SQL, MAX_NOTED_SCANS, MAX_NOTES_DROPPED } from "./webhook.ts";

/** Settled scans for webhooks. */
export function noteStatements({ db }: Sqlite): Pick<SettleStatements, "listening" | "ownersOf" | "addNotes"> {
  const listening = db.prepare(
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
    SELECT scan_to FROM webhook_notes WHERE workspace_id = ?1 AND scan_to <= ?2 ORDER BY scan_to LIMIT ${MAX_NOTES_DROPPED})`);
  return {
    listening: () => listening.all().map((row) => String(row.workspace_id)),
    ownersOf(codeNums, workspaces) {
      const wanted = new Set(workspaces);
      const owners = codeNums.map((codeNum) => ({
        codeNum,
        workspace: String(workspaceOf.get(codeNum)?.workspace_id),
      }));
      return owners.filter(({ workspace }) => wanted.has(workspace));
    },
    addNotes(notes) {
      for (const { workspace, count, data } of notes) {
        const total = Number(addTotal.get(count, workspace)!.scan_total);
        insert.run(workspace, total, count, Date.now(), data);
        dropOldest.run(workspace, total - MAX_NOTED_SCANS);
      }
    },
  };
}
