import { type Kysely, sql } from "kysely";
import { COUNTING, DIMENSION } from "../dimensions.ts";
import type { ScanStore } from "../scan-store.ts";
import type { Tables } from "../tables.ts";
import { readAside } from "./aside.ts";
import { checkCounts } from "./check.ts";
import { CITY_VALUE, fromPairs } from "./pairs.ts";
import { readRollup } from "./rollup.ts";

/** How an engine holds a scan's UUID. */
export interface ScanIdCodec {
  toColumn(id: string): string | Uint8Array;
  fromColumn(value: string | Uint8Array): string;
}

export function createScanQueries(db: Kysely<Tables>, ids: ScanIdCodec): ScanStore {
  return {
    async page(codeNum, limit, before) {
      let query = db
        .selectFrom("scans")
        .innerJoin("agents", "agents.id", "scans.agent_id")
        .innerJoin("places", "places.id", "scans.place_id")
        .select(["scans.id", "at", "device", "browser", "os"])
        .select(["country", "city", "latitude", "longitude"])
        .where("code_num", "=", codeNum);
      if (before !== undefined) query = query.where("scans.id", "<", ids.toColumn(before));
      const rows = await query.orderBy("scans.id", "desc").limit(limit).execute();
      return rows.map((row) => ({ ...row, id: ids.fromColumn(row.id) }));
    },

    async oldest(codeNum) {
      const query = db.selectFrom("scans").select("id").where("code_num", "=", codeNum);
      const row = await query.orderBy("id").limit(1).executeTakeFirst();
      return row ? ids.fromColumn(row.id) : null;
    },

    async has(codeNum, id) {
      const row = await db
        .selectFrom("scans")
        .select("at")
        .where("code_num", "=", codeNum)
        .where("id", "=", ids.toColumn(id))
        .executeTakeFirst();
      return row !== undefined;
    },

    rollup: (...period) => readRollup(db, ...period),

    async topCities(codeNum, fromDay, toDay, limit) {
      const pairs = fromPairs(db)
        .select([sql<string>`${sql.raw(CITY_VALUE)}`.as("value"), "d.count"])
        .where("d.code_num", "=", codeNum)
        .where("d.day", ">=", fromDay)
        .where("d.day", "<=", toDay)
        .where("p.city", "is not", null);
      const both = db
        .selectFrom("scan_daily")
        .select(["value", "count"])
        .where("code_num", "=", codeNum)
        .where("dimension", "=", DIMENSION.city)
        .where("day", ">=", fromDay)
        .where("day", "<=", toDay)
        .unionAll(pairs);
      const rows = await db
        .selectFrom(both.as("both"))
        .select(["value", sql<number>`sum(count)`.as("count")])
        .groupBy("value")
        .orderBy("count", "desc")
        .orderBy("value")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ value: row.value, count: Number(row.count) }));
    },

    async daily(codeNums, fromDay) {
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

    async traffic(codeNum, fromDay, toDay) {
      return db
        .selectFrom("uncounted_daily")
        .select(["day", "reason", "count"])
        .where("code_num", "=", codeNum)
        .where("day", ">=", fromDay)
        .where("day", "<=", toDay)
        .orderBy("day")
        .execute();
    },

    imported: (codeNum) =>
      db
        .selectFrom("imported_counts")
        .select(["source", "total"])
        .where("code_num", "=", codeNum)
        .orderBy("source")
        .execute(),

    aside: (limit) => readAside(db, limit),

    check: () => checkCounts(db),
  };
}
