import { type Kysely, sql } from "kysely";
import { chosen } from "../codes/choice.queries.ts";
import type { Tables } from "../database/tables.ts";
import type { CodeChoice } from "../scans/filter.ts";
import { QUARTER_MS } from "../shared/days.ts";
import type { Reports } from "../store/reports.ts";

export const createInsightQueries = (listDb: Kysely<Tables>, reports: Reports) => ({
  /** When the first of these codes was created, or first scanned if that was before; null if there is none. */
  async firstCode(choice: CodeChoice): Promise<number | null> {
    const { rows } = await sql<{ created: number | null; scanned: number | null }>`
      SELECT min(created_at) AS created,
        (SELECT min(first_quarter) FROM code_counters JOIN codes ON num = code_num
          WHERE list_workspace = ${choice.workspaceId} AND first_quarter IS NOT NULL AND ${chosen(choice)}) AS scanned
      FROM codes WHERE ${chosen(choice)}`.execute(listDb);
    const { created, scanned } = rows[0]!;
    return created === null ? null : Math.min(created, scanned === null ? created : scanned * QUARTER_MS);
  },

  /** When a code was first scanned, to a quarter of an hour, if that was before it was created; otherwise null. */
  async firstScan(codeNum: number): Promise<number | null> {
    const row = await listDb
      .selectFrom("code_counters")
      .select("first_quarter")
      .where("code_num", "=", codeNum)
      .executeTakeFirst();
    return row?.first_quarter == null ? null : row.first_quarter * QUARTER_MS;
  },

  async hasAll(workspaceId: string, ids: readonly string[]): Promise<boolean> {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM codes WHERE ${chosen({ workspaceId, ids })}`.execute(listDb);
    return Number(rows[0]!.count) === ids.length;
  },

  read: reports.insights,
});
