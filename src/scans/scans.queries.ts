import { type Kysely, sql } from "kysely";
import type { MetaName } from "../database/database.table.ts";
import type { EngineName } from "../database/engine.ts";
import { idColumn, idText } from "../database/scan-ids.ts";
import type { Tables } from "../database/tables.ts";
import type { Reports } from "../store/reports.ts";
import type { ScanChoice } from "./filter.ts";
import type { AsideLine } from "./lines.ts";
import type { ScanPage } from "./page.queries.ts";
import type { ScanRow } from "./scan.ts";
import { readUncounted } from "./uncounted.queries.ts";

export function createScanQueries(db: Kysely<Tables>, engine: EngineName, reports: Reports) {
  async function changes(codeNum: number): Promise<number> {
    const row = await db
      .selectFrom("code_counters")
      .select("scans_changed")
      .where("code_num", "=", codeNum)
      .executeTakeFirst();
    return row?.scans_changed ?? 0;
  }

  return {
    /** Newest first, before the scan `before` if given. */
    page: async (codeNum: number, limit: number, before?: string): Promise<ScanRow[]> =>
      (await reports.page({ codeNum, limit, before })).rows,

    /** A page of scans, maybe only some of them, and where the next page begins. */
    pageFrom: (codeNum: number, limit: number, before?: string, choice?: ScanChoice): Promise<ScanPage> =>
      reports.page({ codeNum, limit, before, choice }),

    /** Scans from an id on, newest first, while they are a few minutes old at most. */
    async latest(codeNum: number, from: string, limit: number): Promise<ScanRow[]> {
      const rows = await db
        .selectFrom("scans")
        .innerJoin("agents", "agents.id", "scans.agent_id")
        .innerJoin("places", "places.id", "scans.place_id")
        .leftJoin("placements", (join) =>
          join.onRef("placements.num", "=", "placement_num").onRef("placements.code_num", "=", "scans.code_num"),
        )
        .select(["scans.id", "at", "device", "browser", "os"])
        .select(["country", "city", "latitude", "longitude"])
        .select(["placements.id as placementId", "placements.name as placementName"])
        .where("scans.code_num", "=", codeNum)
        .where("scans.id", ">=", idColumn(engine, from))
        .orderBy("scans.id", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ placementId, placementName, ...row }) => ({
        ...row,
        id: idText(row.id),
        placement: placementId === null ? null : { id: placementId, name: placementName },
      }));
    },

    /** When each code was last scanned; without codes that never were. */
    async last(codeNums: readonly number[]): Promise<{ codeNum: number; at: number }[]> {
      if (codeNums.length === 0) return [];
      const rows = await db
        .selectFrom("code_counters")
        .select(["code_num", "last_scan_at"])
        .where("code_num", "in", codeNums)
        .execute();
      return rows.flatMap(({ code_num: codeNum, last_scan_at: at }) => (at === null ? [] : [{ codeNum, at }]));
    },

    /** Scans per day of the span's zone. `skipsDamaged`: without codes that have a damaged block. */
    daily: reports.days,

    /** How many scans each code has in each of some spans. */
    counts: reports.counts,

    /** Whether a code has this scan, or may have had it before scans were moved or forgotten. */
    async mayHave(codeNum: number, id: string): Promise<boolean> {
      return (await reports.find([codeNum], [id])).length > 0 || (await changes(codeNum)) > 0;
    },

    /** How often scans of a code were moved or forgotten, other than by being settled. */
    changes,

    traffic: (
      codeNum: number,
      fromDay: number,
      toDay: number,
    ): Promise<{ day: number; reason: string; count: number }[]> =>
      db
        .selectFrom("uncounted_daily")
        .select(["day", "reason", "count"])
        .where("code_num", "=", codeNum)
        .where("day", ">=", fromDay)
        .where("day", "<=", toDay)
        .orderBy("day")
        .execute(),

    uncountedOf: (codeNum: number, fromDay: number, toDay: number) =>
      readUncounted(db, sql<boolean>`code_num = ${codeNum}`, fromDay, toDay),

    /** What other products had counted before the code was imported. */
    imported: (codeNum: number): Promise<{ source: string; total: number }[]> =>
      db
        .selectFrom("imported_counts")
        .select(["source", "total"])
        .where("code_num", "=", codeNum)
        .orderBy("source")
        .execute(),

    /** The number of lines set aside and the latest of them; totals of dropped and missing lines. */
    aside: (limit: number) => readAside(db, limit),
  };
}

async function readAside(
  db: Kysely<Tables>,
  limit: number,
): Promise<{ count: number; latest: AsideLine[]; dropped: number; missing: number }> {
  const [counted, latest, sums] = await Promise.all([
    db.selectFrom("set_aside").select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow(),
    db
      .selectFrom("set_aside")
      .select(["id", "line", "reason"])
      .orderBy("set_aside_at", "desc")
      .orderBy("id")
      .limit(limit)
      .execute(),
    db.selectFrom("meta").selectAll().where("name", "in", ["lines_dropped", "lines_missing"]).execute(),
  ]);
  const sum = (name: MetaName) => Number(sums.find((row) => row.name === name)?.value ?? 0);
  return { count: Number(counted.count), latest, dropped: sum("lines_dropped"), missing: sum("lines_missing") };
}
