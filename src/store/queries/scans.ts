import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { firstIdAt } from "../../shared/ids.ts";
import { COUNTING } from "../dimensions.ts";
import { type ScanChoice, VISIT_FIELDS } from "../insight-store.ts";
import type { AsideLine } from "../scan-lines.ts";
import { type Rollup, type ScanRow, SET_BACK_MS } from "../scan-store.ts";
import type { MetaName, Tables } from "../tables.ts";
import { checkCounts } from "./check.ts";
import { readRollup } from "./rollup.ts";
import { isInHours, isThrough } from "./scan-filters.ts";

/** The engine's representation of a scan's UUID. */
export interface ScanIdCodec {
  toColumn(id: string): string | Uint8Array;
  fromColumn(value: string | Uint8Array): string;
}

/** For one page of a filter that few scans pass. */
const MOST_LOOKED_AT = 5_000;

const scansWithValues = (db: Kysely<Tables>, codeNum: number) =>
  db
    .selectFrom("scans")
    .innerJoin("agents", "agents.id", "scans.agent_id")
    .innerJoin("places", "places.id", "scans.place_id")
    .leftJoin("placements", "placements.num", "scans.placement_num")
    .select(["scans.id", "at", "device", "browser", "os"])
    .select(["country", "city", "latitude", "longitude"])
    .select(["placements.id as placementId", "placements.name as placementName"])
    .where("scans.code_num", "=", codeNum);

type ScanQuery = ReturnType<typeof scansWithValues>;

/** Visits that were not counted, by reason, from one UTC day to another. */
export async function uncountedOf(
  db: Kysely<Tables>,
  codeNums: readonly number[] | SelectQueryBuilder<Tables, "codes", { num: number }>,
  fromDay: number,
  toDay: number,
): Promise<{ reason: string; count: number }[]> {
  const rows = await db
    .selectFrom("uncounted_daily")
    .select(["reason", sql<number>`sum(count)`.as("count")])
    .where("code_num", "in", codeNums)
    .where("day", ">=", fromDay)
    .where("day", "<=", toDay)
    .groupBy("reason")
    .orderBy("reason")
    .execute();
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }));
}

/** `mostLookedAt`: fewer only in tests. */
export function createScanQueries(db: Kysely<Tables>, ids: ScanIdCodec, mostLookedAt = MOST_LOOKED_AT) {
  const isBefore = (id: string | undefined) =>
    id === undefined ? sql<boolean>`1 = 1` : sql<boolean>`scans.id < ${ids.toColumn(id)}`;

  async function rowsOf(query: ScanQuery, limit: number): Promise<ScanRow[]> {
    const rows = await query.orderBy("scans.id", "desc").limit(limit).execute();
    return rows.map(({ placementId, placementName, ...row }) => ({
      ...row,
      id: ids.fromColumn(row.id),
      placement: placementId === null ? null : { id: placementId, name: placementName },
    }));
  }

  return {
    /** Newest first, before the scan `before` if given. */
    page: (codeNum: number, limit: number, before?: string): Promise<ScanRow[]> =>
      rowsOf(scansWithValues(db, codeNum).where(isBefore(before)), limit),

    /**
     * The same of some scans. `stoppedAt`: up to which scan they were looked for, where the next page begins; null if
     * there are no more. It may be before `limit` are found, since only so many scans are looked at.
     */
    async someOf(
      codeNum: number,
      limit: number,
      before: string | undefined,
      { span, filter }: ScanChoice,
    ): Promise<{ rows: ScanRow[]; stoppedAt: string | null }> {
      const { from, to } = span;
      // Not along all later scans.
      const inSpan = sql<boolean>`scans.id >= ${ids.toColumn(firstIdAt(from))}
        AND scans.id < ${ids.toColumn(firstIdAt(to + SET_BACK_MS))} AND ${isBefore(before)}`;
      const last = await db
        .selectFrom("scans")
        .select("id")
        .where("code_num", "=", codeNum)
        .where(inSpan)
        .orderBy("id", "desc")
        .offset(mostLookedAt - 1)
        .limit(1)
        .executeTakeFirst();
      let query = scansWithValues(db, codeNum).where(inSpan).where("at", ">=", from).where("at", "<", to);
      if (last) query = query.where("scans.id", ">=", last.id);
      for (const field of VISIT_FIELDS) {
        const values = filter[field];
        if (values) query = query.where(field, "in", values);
      }
      if (filter.placement) query = query.where(isThrough(filter.placement));
      if (filter.hour) query = query.where(isInHours(filter.hour, span.offsets));
      const rows = await rowsOf(query, limit);
      const isFull = rows.length === limit;
      return { rows, stoppedAt: isFull ? rows.at(-1)!.id : last ? ids.fromColumn(last.id) : null };
    },

    /** The id of the oldest kept scan; null if there is none. */
    async oldest(codeNum: number): Promise<string | null> {
      const query = db.selectFrom("scans").select("id").where("code_num", "=", codeNum);
      const row = await query.orderBy("id").limit(1).executeTakeFirst();
      return row ? ids.fromColumn(row.id) : null;
    },

    async has(codeNum: number, id: string): Promise<boolean> {
      const row = await db
        .selectFrom("scans")
        .select("at")
        .where("code_num", "=", codeNum)
        .where("id", "=", ids.toColumn(id))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** `foldedBefore` is the code's; an outdated value is fine. */
    rollup: (codeNum: number, fromDay: number, toDay: number, foldedBefore: number): Promise<Rollup> =>
      readRollup(db, codeNum, fromDay, toDay, foldedBefore),

    /** The time of the newest raw scan of each code that has one. */
    async last(codeNums: readonly number[]): Promise<{ codeNum: number; at: number }[]> {
      if (codeNums.length === 0) return [];
      const rows = await db
        .selectFrom("codes")
        .select((code) => [
          "codes.num",
          code
            .selectFrom("scans")
            .select("at")
            .whereRef("code_num", "=", "codes.num")
            .orderBy("scans.id", "desc")
            .limit(1)
            .as("at"),
        ])
        .where("codes.num", "in", codeNums)
        .execute();
      return rows.flatMap(({ num, at }) => (at === null ? [] : [{ codeNum: num, at }]));
    },

    /** Scans per day for several codes. */
    async daily(
      codeNums: readonly number[],
      fromDay: number,
    ): Promise<{ codeNum: number; day: number; count: number }[]> {
      if (codeNums.length === 0) return [];
      const rows = await db
        .selectFrom("scan_daily")
        .select(["code_num", "day", sql<number>`sum(count)`.as("count")])
        .where("code_num", "in", codeNums)
        .where("dimension", "in", COUNTING)
        .where("day", ">=", fromDay)
        .groupBy(["code_num", "day"])
        .execute();
      return rows.map((row) => ({ codeNum: row.code_num, day: row.day, count: Number(row.count) }));
    },

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

    /** Scans of some days. */
    async countOf(codeNum: number, fromDay: number, toDay: number): Promise<number> {
      const row = await db
        .selectFrom("scan_daily")
        .select(sql<number | null>`sum(count)`.as("count"))
        .where("code_num", "=", codeNum)
        .where("dimension", "in", COUNTING)
        .where("day", ">=", fromDay)
        .where("day", "<=", toDay)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    uncountedOf: (codeNum: number, fromDay: number, toDay: number) => uncountedOf(db, [codeNum], fromDay, toDay),

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

    /** Every disagreement between raw scans, rollups and counts, as text. Empty if none. */
    check: async (): Promise<string[]> => (await Array.fromAsync(checkCounts(db))).flatMap(({ problems }) => problems),

    /** The same in ranges, for codes with numbers after `after`, to show progress. */
    checkRanges: (after?: number) => checkCounts(db, after),
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
