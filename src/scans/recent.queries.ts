import { type Kysely, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { idColumn, idText } from "../database/scan-ids.ts";
import type { Tables } from "../database/tables.ts";
import type { Reports } from "../store/reports.ts";
import type { LatestScans, RecentScan, RecentScans, ScanRow } from "./scan.ts";

/** The latest scans of a workspace, newest first: those of the last seconds, or any. Codes in the bin have none. */
export const createRecentScans =
  (db: Kysely<Tables>, engine: EngineName, reports: Reports) =>
  async (workspaceId: string, wanted: RecentScans | LatestScans): Promise<RecentScan[]> => {
    if (!("from" in wanted)) return reports.latest(workspaceId, wanted);
    const { from, fromQuarter, codes, ofEach, limit } = wanted;
    const sqlite = engine === "sqlite";
    const index = sqlite ? sql`INDEXED BY code_counters_by_last_scan` : sql``;
    const own = sql`FROM scans AS o WHERE o.code_num = r.code_num AND o.id >= ${idColumn(engine, from)}
    ORDER BY o.id DESC LIMIT ${sql.lit(ofEach)}`;
    // SQLite has no LATERAL; PostgreSQL would read all scans of a code for the other form.
    const newest = sqlite
      ? sql`CROSS JOIN scans AS s ON s.code_num = r.code_num AND s.id IN (SELECT o.id ${own})`
      : sql`CROSS JOIN LATERAL (SELECT * ${own}) AS s`;
    const { rows } = await sql<Omit<ScanRow, "id"> & { id: string | Uint8Array; code_id: string; name: string }>`
    WITH recent AS MATERIALIZED (
      SELECT code_num FROM code_counters ${index}
      WHERE list_workspace = ${workspaceId} AND last_quarter >= ${fromQuarter}
      ORDER BY last_quarter DESC, code_num DESC LIMIT ${sql.lit(codes)}),
    latest AS MATERIALIZED (
      SELECT s.code_num, s.id, s.at, s.agent_id, s.place_id FROM recent AS r ${newest}
      ORDER BY s.id DESC LIMIT ${sql.lit(limit)})
    SELECT l.id, l.at, a.device, a.browser, a.os, p.country, p.city, p.latitude, p.longitude, c.id AS code_id, c.name
    FROM latest AS l JOIN agents AS a ON a.id = l.agent_id JOIN places AS p ON p.id = l.place_id
    JOIN codes AS c ON c.num = l.code_num
    ORDER BY l.id DESC`.execute(db);
    return rows.map(({ code_id, name, ...scan }) => ({
      ...scan,
      id: idText(scan.id),
      code: { id: code_id, name },
    }));
  };
