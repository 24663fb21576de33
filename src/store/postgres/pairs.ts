/** Days with few visitors (see src/store/pairs.ts) on PostgreSQL. */
import { sql } from "kysely";
import { DIMENSION } from "../dimensions.ts";
import { type HeldDay, PAIR_AGENT_ID, PAIR_PLACE_ID, type PairRow, type SplitDays, visitsOf } from "../pairs.ts";
import type { CodeDay, Visits } from "../settlement.ts";
import { list } from "./list.ts";
import type { Pipeline } from "./pipeline.ts";

type Day = Pick<CodeDay, "codeNum" | "day">;

const keyOf = ({ codeNum, day }: Day): string => `${codeNum} ${day}`;

const listed = (days: readonly Day[]) =>
  sql`unnest(${list(days, (row) => row.codeNum)}::bigint[], ${list(days, (row) => row.day)}::integer[])`;

/**
 * Read without a lock. Concurrent nodes may leave a day with too many pairs, or with pairs next to dimensions; both
 * are counted correctly, and the day's next scan repairs it.
 */
export async function heldDays(trx: Pipeline, days: readonly CodeDay[]): Promise<(day: CodeDay) => HeldDay> {
  const rows = await trx.send(sql<{ code_num: number; day: number; dimension: number; value: string }>`
    SELECT n.code_num, n.day, d.dimension, d.value
    FROM ${listed(days)} AS n(code_num, day) JOIN scan_daily AS d
      ON d.code_num = n.code_num AND d.day = n.day AND d.dimension IN (${DIMENSION.total}, ${DIMENSION.pair})`);
  const byDay = Map.groupBy(rows, (row) => keyOf({ codeNum: row.code_num, day: row.day }));
  return (day) => {
    const held = byDay.get(keyOf(day)) ?? [];
    const pairs = held.filter((row) => row.dimension === DIMENSION.pair);
    return { isByDimension: pairs.length < held.length, pairs: pairs.map((row) => row.value) };
  };
}

/**
 * The days stored by dimension, with the contents of their pairs. A pair is counted as it is when removed; its code
 * is locked, so it does not change meanwhile. A pair without a known agent or place is left: check reports it.
 */
export async function takePairs(trx: Pipeline, { byDimension, outgrown }: SplitDays): Promise<CodeDay<Visits>[]> {
  if (outgrown.size === 0) return byDimension;
  const rows = await trx.send(sql<PairRow & { code_num: number; day: number }>`
    WITH d AS (
      DELETE FROM scan_daily AS d USING ${listed([...outgrown])} AS n(code_num, day)
      WHERE d.code_num = n.code_num AND d.day = n.day AND d.dimension = ${DIMENSION.pair}
        AND EXISTS (SELECT FROM agents WHERE id = ${sql.raw(PAIR_AGENT_ID)})
        AND EXISTS (SELECT FROM places WHERE id = ${sql.raw(PAIR_PLACE_ID)})
      RETURNING d.code_num, d.day, d.value, d.count)
    SELECT d.code_num, d.day, d.count, a.device, a.browser, a.os, p.country, p.city FROM d
    JOIN agents AS a ON a.id = ${sql.raw(PAIR_AGENT_ID)} JOIN places AS p ON p.id = ${sql.raw(PAIR_PLACE_ID)}`);
  const byDay = Map.groupBy(rows, (row) => keyOf({ codeNum: row.code_num, day: row.day }));
  return byDimension.map((day) => {
    const pairs = byDay.get(keyOf(day)) ?? [];
    return { ...day, visits: [...day.visits, ...pairs.map(visitsOf)] };
  });
}
