import { sql } from "kysely";
import { IN_USE } from "../queries/webhook-events.ts";
import type { ScanLine } from "../scan-lines.ts";
import { bitOf, MOST_NOTED_SCANS, MOST_NOTES_DROPPED, type NotedScans } from "../webhook-store.ts";
import { list } from "./list.ts";
import type { Pipeline } from "./pipeline.ts";

/** Workspaces with a webhook for scans: usually one look-up in an empty index. */
export const workspacesForScans = async (trx: Pipeline): Promise<string[]> => {
  const rows = await trx.send(sql<{ workspace_id: string }>`
    SELECT DISTINCT w.workspace_id FROM webhooks w
    WHERE ${IN_USE} AND w.events & ${sql.lit(bitOf("qrcode.scanned"))} <> 0`);
  return rows.map((row) => row.workspace_id);
};

/**
 * Records settled scans for webhooks: one row per workspace, however many webhooks and scans. The workspace's row is
 * locked until the commit, so that notes become visible in order. The oldest notes beyond the limit are dropped; their
 * numbers show how many scans that were.
 */
export async function addScanEvents(trx: Pipeline, fresh: readonly ScanLine[], workspaces: readonly string[]) {
  if (workspaces.length === 0) return;
  const byCode = Map.groupBy(fresh, (scan) => scan.codeNum);
  const codes = await trx.send(sql<{ num: number; workspace_id: string }>`
    SELECT num, workspace_id FROM codes
    WHERE num = ANY(${list([...byCode.keys()], (num) => num)}::bigint[])
      AND workspace_id = ANY(${list(workspaces, (id) => id)}::text[])`);
  const notes = [...Map.groupBy(codes, (row) => row.workspace_id)].map(([workspace, own]) => {
    const noted: NotedScans = own.map(({ num }) => [num, byCode.get(num)!.map(({ id }) => id)]);
    return { workspace, count: noted.reduce((sum, [, ids]) => sum + ids.length, 0), data: JSON.stringify(noted) };
  });
  if (notes.length === 0) return;
  const noted = sql`${list(notes, ({ workspace }) => workspace)}::text[]`;
  await Promise.all([
    trx.send(
      sql`SELECT 1 FROM webhook_workspaces WHERE workspace_id = ANY(${noted}) ORDER BY workspace_id FOR NO KEY UPDATE`,
    ),
    trx.send(sql`
      WITH n AS MATERIALIZED (SELECT * FROM unnest(${noted}, ${list(notes, ({ count }) => count)}::integer[],
        ${list(notes, ({ data }) => data)}::text[]) AS n (workspace_id, count, data)),
      total AS (
        UPDATE webhook_workspaces o SET scan_total = scan_total + n.count FROM n
        WHERE o.workspace_id = n.workspace_id RETURNING o.workspace_id, o.scan_total)
      INSERT INTO webhook_notes (workspace_id, scan_to, scans, at, data)
      SELECT workspace_id, scan_total, n.count, ${Date.now()}::bigint, n.data FROM total JOIN n USING (workspace_id)`),
    // As a plain join, all notes would be read as soon as there are two workspaces: the planner expects to drop a
    // third of them.
    trx.send(sql`
      DELETE FROM webhook_notes WHERE ctid = ANY(ARRAY(
        SELECT old.ctid FROM webhook_workspaces o CROSS JOIN LATERAL (
          SELECT n.ctid FROM webhook_notes n
          WHERE n.workspace_id = o.workspace_id AND n.scan_to <= o.scan_total - ${sql.lit(MOST_NOTED_SCANS)}
          ORDER BY n.scan_to LIMIT ${sql.lit(MOST_NOTES_DROPPED)}) old
        WHERE o.workspace_id = ANY(${noted})))`),
  ]);
}
