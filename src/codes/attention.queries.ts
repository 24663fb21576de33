/** Codes of a workspace that its members should look at. Every read is bounded and along an index. */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { Reports } from "../store/reports.ts";
import type { Code } from "./code.ts";
import { CODE } from "./codes.table.ts";

/** Counted up to this number. */
const MAX_COUNTED = 1000;

export function createNeedQueries(db: Kysely<Tables>, listDb: Kysely<Tables>, reports: Reports) {
  const counted = async (from: ReturnType<typeof sql>): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM (SELECT 1 FROM code_counters ${from} LIMIT ${sql.lit(MAX_COUNTED + 1)}) AS c`.execute(
      listDb,
    );
    return Number(rows[0]!.count);
  };
  const expiringFrom = (workspaceId: string, now: number, before: number) =>
    sql`WHERE list_workspace = ${workspaceId} AND list_public = 1 AND expires_at > ${now} AND expires_at <= ${before}`;

  return {
    /** Active codes that expire up to `before`, the next first, and their number, up to MAX_COUNTED + 1. */
    async expiring(workspaceId: string, now: number, before: number, limit: number) {
      const from = expiringFrom(workspaceId, now, before);
      const { rows } = await sql<{ id: string; name: string; expires_at: number }>`
        SELECT c.id, c.name, l.expires_at FROM (
          SELECT code_num, expires_at FROM code_counters ${from}
          ORDER BY expires_at, code_num DESC LIMIT ${sql.lit(limit)}) AS l
        JOIN codes AS c ON c.num = l.code_num ORDER BY l.expires_at, c.num DESC`.execute(listDb);
      const codes = rows.map(({ id, name, expires_at }) => ({ id, name, expiresAt: Number(expires_at) }));
      return { codes, count: codes.length < limit ? codes.length : await counted(from) };
    },

    /** The number of active codes that were scanned, but not since a quarter of an hour; up to MAX_COUNTED + 1. */
    quiet: (workspaceId: string, now: number, sinceQuarter: number): Promise<number> =>
      counted(sql`WHERE list_workspace = ${workspaceId} AND last_quarter < ${sinceQuarter} AND list_public = 1
        AND expires_at > ${now}`),

    /** Codes noted as hard to scan, newest first, with the key of each verdict. */
    async hardToScan(workspaceId: string, limit: number): Promise<{ code: Code; key: string }[]> {
      const rows = await listDb
        .selectFrom("codes")
        .innerJoin("code_counters", "code_counters.code_num", "codes.num")
        .select(CODE.selection)
        .select("hard_to_scan")
        .where("workspace_id", "=", workspaceId)
        .where("deleted_at", "is", null)
        .where("hard_to_scan", "is not", null)
        .orderBy("num", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ code: CODE.read(row), key: row.hard_to_scan! }));
    },

    async noteHard(codeNum: number, key: string): Promise<void> {
      await db
        .updateTable("codes")
        .set({ hard_to_scan: key })
        .where("num", "=", codeNum)
        .where("erased_at", "is", null)
        .where(sql<boolean>`coalesce(hard_to_scan, '') <> ${key}`)
        .execute();
    },

    /** Removes a note about an earlier look. */
    async forgetHard(codeNum: number, key: string): Promise<void> {
      await db
        .updateTable("codes")
        .set({ hard_to_scan: null })
        .where("num", "=", codeNum)
        .where("hard_to_scan", "=", key)
        .execute();
    },

    /** See uncountedOf. */
    uncounted: reports.uncounted,

    /** The number of codes in each state, of up to `most` codes. */
    async states(workspaceId: string, now: number, most: number) {
      const { rows } = await sql<Record<"all" | "paused" | "expired", number | null>>`
        SELECT count(*) AS "all", sum(CASE WHEN list_public = 0 THEN 1 ELSE 0 END) AS paused,
          sum(CASE WHEN list_public = 1 AND expires_at <= ${now} THEN 1 ELSE 0 END) AS expired
        FROM (SELECT list_public, expires_at FROM code_counters WHERE list_workspace = ${workspaceId}
          LIMIT ${sql.lit(most)}) AS c`.execute(listDb);
      const [all, paused, expired] = [rows[0]!.all, rows[0]!.paused, rows[0]!.expired].map(Number) as [
        ...[number, number, number],
      ];
      return { active: all - paused - expired, paused, expired, isMore: all === most };
    },
  };
}
