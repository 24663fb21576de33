/** Data derived from scans, for a bundle. */
import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { BundledCount, BundledHistory, BundledPair, DailyPlace } from "../bundle-store.ts";
import { DIMENSION } from "../dimensions.ts";
import { PAIR_AGENT_ID, PAIR_PLACE_ID } from "../pairs.ts";
import { unpackQuarters } from "../quarters.ts";
import type { ScanRow } from "../scan-store.ts";
import type { Tables } from "../tables.ts";
import { unpackVisitors } from "../visitors.ts";

export function createHistoryReader(db: Kysely<Tables>) {
  const daily = () =>
    db
      .selectFrom("scan_daily")
      .select(["code_num as codeNum", "dimension", "day as at", "value", "count"])
      .where("dimension", "<>", DIMENSION.pair);

  return {
    /** Without daily counts, except for pairs, which are few. */
    async history(nums: readonly number[]): Promise<BundledHistory> {
      const [daily, quarters, monthly, cities, uncounted, imported, changes] = [
        await readPairs(db, nums),
        await readQuarters(db, nums),
        await db
          .selectFrom("scan_monthly")
          .select(["code_num as codeNum", "dimension", "month as at", "value", "count"])
          .where("code_num", "in", nums)
          .orderBy("code_num")
          .orderBy("dimension")
          .orderBy("month")
          .orderBy("value")
          .execute(),
        await db
          .selectFrom("scan_cities")
          .select(["code_num as codeNum", "city", "last_day as lastDay"])
          .where("code_num", "in", nums)
          .orderBy("code_num")
          .orderBy("city")
          .execute(),
        await db
          .selectFrom("uncounted_daily")
          .select(["code_num as codeNum", "day", "reason", "count"])
          .where("code_num", "in", nums)
          .orderBy("code_num")
          .orderBy("day")
          .orderBy("reason")
          .execute(),
        await db
          .selectFrom("imported_counts")
          .select(["code_num as codeNum", "source", "total", "imported_at as importedAt"])
          .where("code_num", "in", nums)
          .orderBy("code_num")
          .orderBy("source")
          .execute(),
        await db
          .selectFrom("code_changes")
          .select(["code_num as codeNum", "at", "kind"])
          .where("code_num", "in", nums)
          .orderBy("code_num")
          .orderBy("at")
          .orderBy("kind")
          .execute(),
      ];
      return { daily, quarters, monthly, cities, uncounted, imported, changes };
    },

    /** Daily counts except pairs, of several codes in order: for codes with few. */
    dailyOfMany: (nums: readonly number[]): Promise<BundledCount[]> =>
      daily().where("code_num", "in", nums).orderBy("code_num").$call(inOrder).execute(),

    /** The same for one code, in pages. */
    async daily(num: number, limit: number, after: DailyPlace | undefined): Promise<BundledCount[]> {
      const query = daily().where("code_num", "=", num);
      return (after ? query.where(behind(after)) : query).$call(inOrder).limit(limit).execute();
    },
  };
}

async function readQuarters(db: Kysely<Tables>, nums: readonly number[]) {
  const rows = await db
    .selectFrom("quarter_days")
    .select(["code_num as codeNum", "day", "counts", "visitors"])
    .where("code_num", "in", nums)
    .orderBy("code_num")
    .orderBy("day")
    .execute();
  return rows.map(({ codeNum, day, counts, visitors }) => ({
    codeNum,
    day,
    counts: unpackQuarters(counts),
    visitors: visitors === null ? null : unpackVisitors(day, visitors),
  }));
}

type Daily = SelectQueryBuilder<Tables, "scan_daily", BundledCount>;

const inOrder = (query: Daily): Daily => query.orderBy("dimension").orderBy("day").orderBy("value");

const behind = ({ dimension, at, value }: DailyPlace) =>
  sql<boolean>`(dimension, day, value) > (${dimension}, ${at}, ${value})`;

interface PairRow extends Omit<ScanRow, "id" | "at"> {
  code_num: number;
  day: number;
  count: number;
}

/** Ids of agents and places are local to a database, so their values are exported too. */
async function readPairs(db: Kysely<Tables>, nums: readonly number[]) {
  const { rows } = await sql<PairRow>`
    SELECT d.code_num, d.day, d.count, a.device, a.browser, a.os,
      p.country, p.city, p.latitude, p.longitude
    FROM scan_daily d
    JOIN agents a ON a.id = ${sql.raw(PAIR_AGENT_ID)} JOIN places p ON p.id = ${sql.raw(PAIR_PLACE_ID)}
    WHERE d.code_num IN (${sql.join(nums)}) AND d.dimension = ${sql.lit(DIMENSION.pair)}
    ORDER BY d.code_num, d.day, d.value`.execute(db);
  return rows.map((row) => {
    const pair: BundledPair = {
      agent: [row.device, row.browser, row.os],
      place: [row.country, row.city, row.latitude, row.longitude],
    };
    const { code_num: codeNum, day: at, count } = row;
    return { codeNum, dimension: DIMENSION.pair, at, value: "", count, pair };
  });
}
