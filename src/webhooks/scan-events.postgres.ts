import { sql } from "kysely";
import { list } from "../database/postgres/list.ts";
import type { Pipeline } from "../database/postgres/pipeline.ts";
import type { CodeOwner, SettleStatements } from "../scans/settle.ts";
import { IN_USE, SCANNED } from "./events.queries.ts";
import { MAX_NOTED_SCANS, MAX_NOTES_DROPPED } from "./webhook.ts";

type Statements = Pick<SettleStatements, "listening" | "ownersOf" | "addNotes">;

/** Settled scans for webhooks. */
export const noteStatements = ({ send }: Pipeline): Statements => ({
  /** Usually one look-up in an empty index. */
  async listening() {
    const rows = await send(sql<{ workspace_id: string }>`
      SELECT DISTINCT w.workspace_id FROM webhooks w WHERE ${IN_USE} AND w.events & ${SCANNED} <> 0`);
    return rows.map((row) => row.workspace_id);
  },
  ownersOf: (codeNums, workspaces) =>
    send(sql<CodeOwner>`
      SELECT num AS "codeNum", workspace_id AS workspace FROM codes
      WHERE num = ANY(${list(codeNums, Number)}::bigint[])
        AND workspace_id = ANY(${list(workspaces, (id) => id)}::text[])`),
  /** The workspace's row is locked until the commit, so that notes become visible in order. */
  addNotes(notes) {
    const noted = sql`${list(notes, ({ workspace }) => workspace)}::text[]`;
    return Promise.all([
      send(
        sql`SELECT 1 FROM webhook_workspaces WHERE workspace_id = ANY(${noted}) ORDER BY workspace_id FOR NO KEY UPDATE`,
      ),
      send(sql`
        WITH n AS MATERIALIZED (SELECT * FROM unnest(${noted}, ${list(notes, ({ count }) => count)}::integer[],
          ${list(notes, ({ data }) => data)}::text[]) AS n (workspace_id, count, data)),
        total AS (
          UPDATE webhook_workspaces o SET scan_total = scan_total + n.count FROM n
          WHERE o.workspace_id = n.workspace_id RETURNING o.workspace_id, o.scan_total)
        INSERT INTO webhook_notes (workspace_id, scan_to, scans, at, data)
        SELECT workspace_id, scan_total, n.count, ${Date.now()}::bigint, n.data FROM total JOIN n USING (workspace_id)`),
      // As a plain join, all notes would be read as soon as there are two workspaces: the planner expects to drop a
      // third of them.
      send(sql`
        DELETE FROM webhook_notes WHERE ctid = ANY(ARRAY(
          SELECT old.ctid FROM webhook_workspaces o CROSS JOIN LATERAL (
            SELECT n.ctid FROM webhook_notes n
            WHERE n.workspace_id = o.workspace_id AND n.scan_to <= o.scan_total - ${sql.lit(MAX_NOTED_SCANS)}
            ORDER BY n.scan_to LIMIT ${sql.lit(MAX_NOTES_DROPPED)}) old
          WHERE o.workspace_id = ANY(${noted})))`),
    ]);
  },
});
