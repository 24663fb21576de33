import { sql } from "kysely";
import { IN_USE } from "../queries/webhook-events.ts";
import type { ScanLine } from "../scan-lines.ts";
import { bitOf, MOST_NOTED_SCANS, MOST_NOTES_DROPPED, type NotedScans } from "../webhook-store.ts";
import { list } from "./list.ts";
import type { Pipeline } from "./pipeline.ts";

/** Owners with a webhook for scans: usually one look-up in an empty index. */
export const ownersForScans = async (trx: Pipeline): Promise<string[]> => {
  const rows = await trx.send(sql<{ owner_id: string }>`
    SELECT DISTINCT w.owner_id FROM webhooks w
    WHERE ${IN_USE} AND w.events & ${sql.lit(bitOf("qrcode.scanned"))} <> 0`);
  return rows.map((row) => row.owner_id);
};

/**
 * Records settled scans for webhooks: one row per owner, however many webhooks and scans. The owner's row is locked
 * until the commit, so that notes become visible in order. The oldest notes beyond the limit are dropped; their
 * numbers show how many scans that were.
 */
export async function addScanEvents(trx: Pipeline, fresh: readonly ScanLine[], owners: readonly string[]) {
  if (owners.length === 0) return;
  const byCode = Map.groupBy(fresh, (scan) => scan.codeNum);
  const codes = await trx.send(sql<{ num: number; owner_id: string }>`
    SELECT num, owner_id FROM codes
    WHERE num = ANY(${list([...byCode.keys()], (num) => num)}::bigint[])
      AND owner_id = ANY(${list(owners, (id) => id)}::text[])`);
  const notes = [...Map.groupBy(codes, (row) => row.owner_id)].map(([owner, own]) => {
    const noted: NotedScans = own.map(({ num }) => [num, byCode.get(num)!.map(({ id }) => id)]);
    return { owner, count: noted.reduce((sum, [, ids]) => sum + ids.length, 0), data: JSON.stringify(noted) };
  });
  if (notes.length === 0) return;
  const noted = sql`${list(notes, ({ owner }) => owner)}::text[]`;
  await Promise.all([
    trx.send(sql`SELECT 1 FROM webhook_owners WHERE owner_id = ANY(${noted}) ORDER BY owner_id FOR NO KEY UPDATE`),
    trx.send(sql`
      WITH n AS MATERIALIZED (SELECT * FROM unnest(${noted}, ${list(notes, ({ count }) => count)}::integer[],
        ${list(notes, ({ data }) => data)}::text[]) AS n (owner_id, count, data)),
      total AS (
        UPDATE webhook_owners o SET scan_total = scan_total + n.count FROM n
        WHERE o.owner_id = n.owner_id RETURNING o.owner_id, o.scan_total)
      INSERT INTO webhook_notes (owner_id, scan_to, scans, at, data)
      SELECT owner_id, scan_total, n.count, ${Date.now()}::bigint, n.data FROM total JOIN n USING (owner_id)`),
    // As a plain join, all notes would be read as soon as there are two owners: the planner expects to drop a third.
    trx.send(sql`
      DELETE FROM webhook_notes WHERE ctid = ANY(ARRAY(
        SELECT old.ctid FROM webhook_owners o CROSS JOIN LATERAL (
          SELECT n.ctid FROM webhook_notes n
          WHERE n.owner_id = o.owner_id AND n.scan_to <= o.scan_total - ${sql.lit(MOST_NOTED_SCANS)}
          ORDER BY n.scan_to LIMIT ${sql.lit(MOST_NOTES_DROPPED)}) old
        WHERE o.owner_id = ANY(${noted})))`),
  ]);
}
