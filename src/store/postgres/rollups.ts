/** What settling adds to days, months and cities. Rows are taken in the order of their keys. */
import { sql, type Transaction } from "kysely";
import { dayOf, firstDayOf } from "../../shared/days.ts";
import { type DailyCount, FOLDED_DIMENSIONS } from "../dimensions.ts";
import { splitDays } from "../pairs.ts";
import type { ScanLine } from "../scan-lines.ts";
import {
  dimensionsOf,
  type MonthlyCount,
  monthlyOf,
  monthsToFold,
  type Settlement,
  sortDaily,
} from "../settlement.ts";
import type { Tables } from "../tables.ts";
import { list } from "./list.ts";
import { heldDays, takePairs } from "./pairs.ts";

type Trx = Transaction<Tables>;

export async function addRollups(
  trx: Trx,
  { days, cities, perCode }: Settlement,
  pairOf: (scan: ScanLine) => string,
): Promise<void> {
  const split = splitDays(days, pairOf, await heldDays(trx, days));
  const outgrown = new Set([...split.outgrown].map(({ codeNum }) => codeNum));
  const folded = await foldMonths(trx, perCode, outgrown);
  const dimensions = dimensionsOf(await takePairs(trx, split));
  const monthly = monthlyOf(dimensions, (codeNum) => folded.get(codeNum)!);
  if (monthly.length > 0) await addMonthly(trx, monthly);
  await addDaily(trx, sortDaily([...dimensions, ...split.pairs]));
  await sql`
    INSERT INTO scan_cities (code_num, city, last_day)
    SELECT * FROM unnest(
      ${list(cities, (row) => row.codeNum)}::bigint[], ${list(cities, (row) => row.city)}::text[],
      ${list(cities, (row) => row.lastDay)}::integer[])
    ON CONFLICT (code_num, city) DO UPDATE SET last_day = excluded.last_day
      WHERE scan_cities.last_day < excluded.last_day`.execute(trx);
}

const addMonthly = (trx: Trx, monthly: readonly MonthlyCount[]) =>
  sql`
    INSERT INTO scan_monthly (code_num, dimension, month, value, count)
    SELECT * FROM unnest(
      ${list(monthly, (row) => row.codeNum)}::bigint[], ${list(monthly, (row) => row.dimension)}::smallint[],
      ${list(monthly, (row) => row.month)}::integer[], ${list(monthly, (row) => row.value)}::text[],
      ${list(monthly, (row) => row.count)}::bigint[])
    ON CONFLICT (code_num, dimension, month, value)
    DO UPDATE SET count = scan_monthly.count + excluded.count`.execute(trx);

const addDaily = (trx: Trx, daily: readonly DailyCount[]) =>
  sql`
    INSERT INTO scan_daily (code_num, dimension, day, value, count)
    SELECT * FROM unnest(
      ${list(daily, (row) => row.codeNum)}::bigint[], ${list(daily, (row) => row.dimension)}::smallint[],
      ${list(daily, (row) => row.day)}::integer[], ${list(daily, (row) => row.value)}::text[],
      ${list(daily, (row) => row.count)}::bigint[])
    ON CONFLICT (code_num, dimension, day, value) DO UPDATE SET count = scan_daily.count + excluded.count`.execute(
    trx,
  );

/**
 * Folds the months that codes have left behind. Returns the day before which all of a code is folded.
 * A code to fold, or whose pairs are about to go into dimensions, is locked for this node alone; the
 * others are only kept from that and from being erased, which an owner's change does not wait for.
 */
async function foldMonths(
  trx: Trx,
  perCode: Settlement["perCode"],
  outgrown: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const before = await foldedBefore(
    trx,
    perCode.map((row) => row.codeNum),
  );
  const locks = perCode.map(({ codeNum, firstOfLastDay }) => {
    const months = monthsToFold(before.get(codeNum) ?? 0, dayOf(firstOfLastDay));
    return { codeNum, isAlone: outgrown.has(codeNum) || months.length > 0 };
  });
  const folded = await lockCodes(trx, locks);
  if (folded.size < perCode.length) throw new Error("A code was erased meanwhile; settle again.");
  for (const { codeNum, firstOfLastDay } of perCode) {
    const months = monthsToFold(folded.get(codeNum)!, dayOf(firstOfLastDay));
    if (months.length === 0) continue;
    for (const month of months) {
      await sql`
        INSERT INTO scan_monthly (code_num, dimension, month, value, count)
        SELECT code_num, dimension, ${month}::integer, value, sum(count) FROM scan_daily
        WHERE code_num = ${codeNum} AND dimension = ANY(${list(FOLDED_DIMENSIONS, Number)}::smallint[])
          AND day >= ${firstDayOf(month)} AND day < ${firstDayOf(month + 1)}
        GROUP BY code_num, dimension, value`.execute(trx);
    }
    const next = firstDayOf(months.at(-1)! + 1);
    await sql`UPDATE code_counters SET folded_before = ${next} WHERE code_num = ${codeNum}`.execute(
      trx,
    );
    folded.set(codeNum, next);
  }
  return folded;
}

interface FoldedRow {
  code_num: number;
  folded_before: number;
}

const byCode = (rows: readonly FoldedRow[]): Map<number, number> =>
  new Map(rows.map((row) => [row.code_num, row.folded_before]));

async function foldedBefore(trx: Trx, nums: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<FoldedRow>`
    SELECT code_num, folded_before FROM code_counters
    WHERE code_num = ANY(${list(nums, Number)}::bigint[])`.execute(trx);
  return byCode(rows);
}

/**
 * In one statement and in the order of codes whatever the strength of each lock: taken one strength
 * after the other, two nodes could wait for each other crosswise.
 */
async function lockCodes(
  trx: Trx,
  locks: readonly { codeNum: number; isAlone: boolean }[],
): Promise<Map<number, number>> {
  const { rows } = await sql<FoldedRow>`
    SELECT n.code_num, coalesce(alone.folded_before, shared.folded_before) AS folded_before
    FROM (
      SELECT * FROM unnest(
        ${list(locks, (row) => row.codeNum)}::bigint[], ${list(locks, (row) => String(row.isAlone))}::boolean[]
      ) AS n(code_num, is_alone) ORDER BY code_num
    ) AS n
    LEFT JOIN LATERAL (
      SELECT folded_before FROM code_counters WHERE code_num = n.code_num AND n.is_alone FOR UPDATE
    ) AS alone ON true
    LEFT JOIN LATERAL (
      SELECT folded_before FROM code_counters WHERE code_num = n.code_num AND NOT n.is_alone FOR KEY SHARE
    ) AS shared ON true`.execute(trx);
  return byCode(rows.filter((row) => row.folded_before !== null));
}
