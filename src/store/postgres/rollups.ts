/** What settling adds to days, months and cities. Rows are processed in key order. */
import { sql } from "kysely";
import { dayOf, firstDayOf } from "../../shared/days.ts";
import { type DailyCount, FOLDED_DIMENSIONS } from "../dimensions.ts";
import { type HeldDay, splitDays } from "../pairs.ts";
import type { ScanLine } from "../scan-lines.ts";
import {
  type CodeDay,
  dimensionsOf,
  type MonthlyCount,
  monthlyOf,
  monthsToFold,
  type Settlement,
  sortDaily,
} from "../settlement.ts";
import type { SummedIn } from "../workspace-sums.ts";
import { list } from "./list.ts";
import { takePairs } from "./pairs.ts";
import type { Pipeline } from "./pipeline.ts";

type Cities = Settlement["cities"];

/** Read before without a lock; may include more days and codes than are settled. */
export interface Before {
  held: (day: CodeDay) => HeldDay;
  /** The day before which a code is completely folded. */
  folded: ReadonlyMap<number, number>;
  summedIn: SummedIn;
  pairOf: (scan: ScanLine) => string;
}

/**
 * Adds to the rollups of locked codes. Codes to fold, or whose pairs become dimensions, are locked exclusively; the
 * others only against folding and erasing, which does not block changes of these codes. `behind` is sent last.
 */
export async function addRollups(
  trx: Pipeline,
  { days, quarters, placements, cities, perCode }: Settlement,
  { held, folded, summedIn, pairOf }: Before,
  behind: () => Promise<void>,
): Promise<void> {
  const split = splitDays(days, pairOf, held);
  const outgrown = new Set([...split.outgrown].map(({ codeNum }) => codeNum));
  const locks = perCode.map(({ codeNum, firstOfLastDay }) => {
    const months = monthsToFold(folded.get(codeNum) ?? 0, dayOf(firstOfLastDay));
    return { codeNum, isAlone: outgrown.has(codeNum) || months.length > 0 };
  });
  const locked = lockCodes(trx, locks, summedIn);
  if (locks.every(({ isAlone }) => !isAlone)) {
    const added = add(dimensionsOf(split.byDimension), folded);
    // What was sent is right if nobody has folded, summed or erased one of the codes since they were read.
    const [now] = await Promise.all([locked, added]);
    for (const [codeNum, before] of now) if (before !== folded.get(codeNum)) throw new SettleAgain(CODE_CHANGED);
    return;
  }
  const now = await locked;
  await foldMonths(trx, perCode, now);
  await add(dimensionsOf(await takePairs(trx, split)), now);

  async function add(dimensions: DailyCount[], foldedBefore: ReadonlyMap<number, number>) {
    const monthly = monthlyOf(dimensions, (codeNum) => foldedBefore.get(codeNum) ?? 0);
    await Promise.all([
      monthly.length > 0 && addMonthly(trx, monthly),
      addDaily(trx, sortDaily([...dimensions, ...split.pairs, ...placements])),
      ...addQuarters(trx, quarters),
      cities.length > 0 && addCities(trx, cities),
      behind(),
    ]);
  }
}

/** Data read without a lock has changed. Nothing is settled, and the next attempt reads it again. */
export class SettleAgain extends Error {
  constructor(what: string) {
    super(`${what}; settle again.`);
  }
}

const CODE_CHANGED = "A code was folded, summed or erased in the meantime";

const addMonthly = (trx: Pipeline, monthly: readonly MonthlyCount[]) =>
  trx.send(sql`
    INSERT INTO scan_monthly (code_num, dimension, month, value, count)
    SELECT * FROM unnest(
      ${list(monthly, (row) => row.codeNum)}::bigint[], ${list(monthly, (row) => row.dimension)}::smallint[],
      ${list(monthly, (row) => row.month)}::integer[], ${list(monthly, (row) => row.value)}::text[],
      ${list(monthly, (row) => row.count)}::bigint[])
    ON CONFLICT (code_num, dimension, month, value)
    DO UPDATE SET count = scan_monthly.count + excluded.count`);

const addDaily = (trx: Pipeline, daily: readonly DailyCount[]) =>
  trx.send(sql`
    INSERT INTO scan_daily (code_num, dimension, day, value, count)
    SELECT * FROM unnest(
      ${list(daily, (row) => row.codeNum)}::bigint[], ${list(daily, (row) => row.dimension)}::smallint[],
      ${list(daily, (row) => row.day)}::integer[], ${list(daily, (row) => row.value)}::text[],
      ${list(daily, (row) => row.count)}::bigint[])
    ON CONFLICT (code_num, dimension, day, value) DO UPDATE SET count = scan_daily.count + excluded.count`);

/** A statement changes a row once, so the first quarters of all days are added with one, the second with another. */
const addQuarters = (trx: Pipeline, quarters: Settlement["quarters"]): Promise<unknown>[] =>
  Array.from({ length: Math.max(...quarters.map(({ counts }) => counts.length)) }, (_, i) => {
    const rows = quarters.filter(({ counts }) => i < counts.length);
    return trx.send(sql`
      INSERT INTO scan_quarters (code_num, day, total, counts)
      SELECT code_num, day, count, array_fill(count, ARRAY[1], ARRAY[quarter]) FROM unnest(
        ${list(rows, (row) => row.codeNum)}::bigint[], ${list(rows, (row) => row.day)}::integer[],
        ${list(rows, (row) => row.counts[i]![0])}::integer[], ${list(rows, (row) => row.counts[i]![1])}::integer[]
      ) AS n(code_num, day, quarter, count)
      ON CONFLICT (code_num, day) DO UPDATE SET total = scan_quarters.total + excluded.total,
        counts[array_lower(excluded.counts, 1)] =
        coalesce(scan_quarters.counts[array_lower(excluded.counts, 1)], 0)
        + excluded.counts[array_lower(excluded.counts, 1)]`);
  });

const addCities = (trx: Pipeline, cities: Cities) =>
  trx.send(sql`
    INSERT INTO scan_cities (code_num, city, last_day)
    SELECT * FROM unnest(
      ${list(cities, (row) => row.codeNum)}::bigint[], ${list(cities, (row) => row.city)}::text[],
      ${list(cities, (row) => row.lastDay)}::integer[])
    ON CONFLICT (code_num, city) DO UPDATE SET last_day = excluded.last_day
      WHERE scan_cities.last_day < excluded.last_day`);

/** Folds months that codes have left behind, and records in `folded` how far. */
async function foldMonths(trx: Pipeline, perCode: Settlement["perCode"], folded: Map<number, number>): Promise<void> {
  for (const { codeNum, firstOfLastDay } of perCode) {
    const months = monthsToFold(folded.get(codeNum)!, dayOf(firstOfLastDay));
    if (months.length === 0) continue;
    const moves = months.map((month) =>
      trx.send(sql`
        INSERT INTO scan_monthly (code_num, dimension, month, value, count)
        SELECT code_num, dimension, ${month}::integer, value, sum(count) FROM scan_daily
        WHERE code_num = ${codeNum} AND dimension = ANY(${list(FOLDED_DIMENSIONS, Number)}::smallint[])
          AND day >= ${firstDayOf(month)} AND day < ${firstDayOf(month + 1)}
        GROUP BY code_num, dimension, value`),
    );
    const next = firstDayOf(months.at(-1)! + 1);
    const mark = sql`UPDATE code_counters SET folded_before = ${next} WHERE code_num = ${codeNum}`;
    await Promise.all([...moves, trx.send(mark)]);
    folded.set(codeNum, next);
  }
}

interface FoldedRow {
  code_num: number;
  folded_before: number;
}

const byCode = (rows: readonly FoldedRow[]): Map<number, number> =>
  new Map(rows.map((row) => [row.code_num, row.folded_before]));

/** The day before which a code is completely folded, read without a lock. */
export async function foldedBefore(trx: Pipeline, perCode: Settlement["perCode"]): Promise<Map<number, number>> {
  const rows = await trx.send(sql<FoldedRow>`
    SELECT code_num, folded_before FROM code_counters
    WHERE code_num = ANY(${list(perCode, (row) => row.codeNum)}::bigint[])`);
  return byCode(rows);
}

/**
 * One statement in the order of codes, whatever the lock mode: taking one mode after the other could deadlock two
 * nodes.
 */
async function lockCodes(
  trx: Pipeline,
  locks: readonly { codeNum: number; isAlone: boolean }[],
  summedIn: SummedIn,
): Promise<Map<number, number>> {
  const rows = await trx.send(sql<FoldedRow & { summed_in: number | null }>`
    SELECT n.code_num, coalesce(alone.folded_before, shared.folded_before) AS folded_before,
      coalesce(alone.summed_in, shared.summed_in) AS summed_in
    FROM (
      SELECT * FROM unnest(
        ${list(locks, (row) => row.codeNum)}::bigint[], ${list(locks, (row) => String(row.isAlone))}::boolean[]
      ) AS n(code_num, is_alone) ORDER BY code_num
    ) AS n
    LEFT JOIN LATERAL (
      SELECT folded_before, summed_in FROM code_counters WHERE code_num = n.code_num AND n.is_alone FOR UPDATE
    ) AS alone ON true
    LEFT JOIN LATERAL (
      SELECT folded_before, summed_in FROM code_counters WHERE code_num = n.code_num AND NOT n.is_alone FOR KEY SHARE
    ) AS shared ON true`);
  const found = byCode(rows.filter((row) => row.folded_before !== null));
  const isSummedElsewhere = rows.some((row) => row.summed_in !== (summedIn.get(row.code_num) ?? null));
  if (found.size < locks.length || isSummedElsewhere) throw new SettleAgain(CODE_CHANGED);
  return found;
}
