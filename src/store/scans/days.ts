import { sql } from "kysely";
import { DAY_MS, monthOf, QUARTERS_A_DAY } from "../../shared/days.ts";
import { isOneOf } from "../queries/numbers.ts";
import { type Runs, unpackFacts } from "./block.ts";
import { blocksOf, reading, runsOf, type ScanSource } from "./read.ts";

/**
 * Scans of each code on each UTC day, from one to another, without days that have none; in no order. `skipsDamaged`:
 * without codes that have a damaged block.
 */
export async function readDays(
  source: ScanSource,
  codeNums: readonly number[],
  fromDay: number,
  toDay: number,
  skipsDamaged = false,
): Promise<{ codeNum: number; day: number; count: number }[]> {
  if (codeNums.length === 0) return [];
  const days = new Map<number, Map<number, number>>();
  const add = (codeNum: number, day: number, count: number) => {
    const ofCode = days.get(codeNum) ?? new Map<number, number>();
    days.set(codeNum, ofCode.set(day, (ofCode.get(day) ?? 0) + count));
  };
  const months = { from: monthOf(fromDay), to: monthOf(toDay) };
  const damaged = new Set<number>();
  for await (const block of blocksOf(source, codeNums, months, false)) {
    let runs: Runs;
    try {
      runs = runsOf(block);
    } catch (error) {
      if (!skipsDamaged) throw error;
      damaged.add(block.codeNum);
      continue;
    }
    const { quarters, rows } = runs;
    for (const [i, quarter] of quarters.entries()) {
      const day = Math.floor(quarter / QUARTERS_A_DAY);
      if (day >= fromDay && day <= toDay) add(block.codeNum, day, rows[i + 1]! - rows[i]!);
    }
  }
  const { rows } = await sql<{ code_num: number; day: number; count: number }>`
    SELECT code_num, at / ${sql.lit(DAY_MS)} AS day, count(*) AS count FROM scans
    WHERE code_num ${isOneOf(source.engine, codeNums)} AND at >= ${fromDay * DAY_MS} AND at < ${(toDay + 1) * DAY_MS}
    GROUP BY 1, 2`.execute(source.db);
  for (const row of rows) add(Number(row.code_num), Number(row.day), Number(row.count));
  for (const codeNum of damaged) days.delete(codeNum);
  return Array.from(days, ([codeNum, ofCode]) =>
    Array.from(ofCode, ([day, count]) => ({ codeNum, day, count })),
  ).flat();
}

/** Scans through placements of a code on some UTC days, without days that have none; in no order. */
export async function readPlacementDays(
  source: ScanSource,
  codeNum: number,
  ids: readonly string[],
  days: readonly number[],
): Promise<{ id: string; day: number; count: number }[]> {
  if (ids.length === 0 || days.length === 0) return [];
  const placements = await source.db
    .selectFrom("placements")
    .select(["num", "id"])
    .where("code_num", "=", codeNum)
    .where("id", "in", ids)
    .execute();
  const [fromDay, toDay] = [Math.min(...days), Math.max(...days)];
  const wanted = new Set(days);
  const counts = new Map(placements.map(({ num, id }) => [Number(num), { id, days: new Map<number, number>() }]));
  const add = (num: number, day: number, count: number) => {
    const found = wanted.has(day) ? counts.get(num) : undefined;
    found?.days.set(day, (found.days.get(day) ?? 0) + count);
  };
  const months = { from: monthOf(fromDay), to: monthOf(toDay) };
  for await (const block of blocksOf(source, [codeNum], months, true)) {
    const { placement } = reading(block, () => unpackFacts(block.facts!, block.count, block.month));
    if (!placement.values.some((num) => counts.has(num))) continue;
    const { quarters, rows } = runsOf(block);
    for (const [i, quarter] of quarters.entries()) {
      const day = Math.floor(quarter / QUARTERS_A_DAY);
      if (!wanted.has(day)) continue;
      for (let row = rows[i]!; row < rows[i + 1]!; row++) add(placement.values[placement.indexes[row]!]!, day, 1);
    }
  }
  const { rows } = await sql<{ num: number; day: number; count: number }>`
    SELECT placement_num AS num, at / ${sql.lit(DAY_MS)} AS day, count(*) AS count FROM scans
    WHERE code_num = ${codeNum} AND placement_num IS NOT NULL
      AND at >= ${fromDay * DAY_MS} AND at < ${(toDay + 1) * DAY_MS} GROUP BY 1, 2`.execute(source.db);
  for (const row of rows) add(Number(row.num), Number(row.day), Number(row.count));
  return [...counts.values()].flatMap(({ id, days }) => Array.from(days, ([day, count]) => ({ id, day, count })));
}
