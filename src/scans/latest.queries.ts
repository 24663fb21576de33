import { sql } from "kysely";
import { QUARTER_MS } from "../shared/days.ts";
import type { Names } from "./names.queries.ts";
import { readPage } from "./page.queries.ts";
import type { ScanSource } from "./read.queries.ts";
import type { LatestScans, RecentScan } from "./scan.ts";

/** The latest scans of a workspace, newest first, packed ones too. Codes in the bin have none. */
export async function readLatest(
  source: ScanSource,
  names: Names,
  workspaceId: string,
  { codes, ofEach, limit }: LatestScans,
): Promise<RecentScan[]> {
  const index = source.engine === "sqlite" ? sql`INDEXED BY code_counters_by_last_scan` : sql``;
  const { rows } = await sql<{ num: number; id: string; name: string; last: number }>`
    WITH recent AS MATERIALIZED (
      SELECT code_num, last_quarter FROM code_counters ${index}
      WHERE list_workspace = ${workspaceId} AND last_quarter IS NOT NULL
      ORDER BY last_quarter DESC, code_num DESC LIMIT ${sql.lit(codes)})
    SELECT num, id, name, last_quarter AS last FROM recent JOIN codes ON num = code_num
    ORDER BY last_quarter DESC, num DESC`.execute(source.db);
  let found: RecentScan[] = [];
  for (const { num, id, name, last } of rows) {
    const isFull = found.length === limit;
    if (isFull && found.every(({ at }) => at >= (last + 1) * QUARTER_MS)) break;
    const page = await readPage(source, names, { codeNum: Number(num), limit: ofEach });
    found = [...found, ...page.rows.map((scan) => ({ ...scan, code: { id, name } }))]
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  }
  return found;
}
