import { sql } from "kysely";
import { isOneOf } from "../database/numbers.ts";
import { DAY_MS, QUARTER_MS } from "../shared/days.ts";
import { monthAt, unpackFacts } from "./block.ts";
import { ifUndamaged, reading } from "./damaged.ts";
import type { ZonedSpan } from "./filter.ts";
import { blocksOf, runsOf, type ScanSource } from "./read.queries.ts";
import { localDayOf } from "./tally.ts";

const isIn = ({ from, to }: ZonedSpan, quarter: number) => quarter * QUARTER_MS >= from && quarter * QUARTER_MS < to;

const monthsOf = ({ from, to }: ZonedSpan) => ({ from: monthAt(from), to: monthAt(to - 1) });

/** The day of a scan's row in the zone of a span. */
function localDay({ offsets: [first, ...changes] }: ZonedSpan) {
  const ms = (quarters: number) => sql.lit(quarters * QUARTER_MS);
  const cases = changes.toReversed().map(({ from, quarters }) => sql`WHEN at >= ${ms(from)} THEN ${ms(quarters)}`);
  const initial = ms(first!.quarters);
  const offset = cases.length === 0 ? initial : sql`CASE ${sql.join(cases, sql` `)} ELSE ${initial} END`;
  return sql<number>`(at + ${offset}) / ${sql.lit(DAY_MS)}`;
}

/**
 * Scans of each code on each day of a span, which begins and ends with a day of its zone; without days that have none, in
 * no order. `skipsDamaged`: without codes that have a damaged block.
 */
export async function readDays(
  source: ScanSource,
  codeNums: readonly number[],
  span: ZonedSpan,
  skipsDamaged = false,
): Promise<{ codeNum: number; day: number; count: number }[]> {
  if (codeNums.length === 0) return [];
  const days = new Map<number, Map<number, number>>();
  const add = (codeNum: number, day: number, count: number) => {
    const ofCode = days.get(codeNum) ?? new Map<number, number>();
    days.set(codeNum, ofCode.set(day, (ofCode.get(day) ?? 0) + count));
  };
  const damaged = new Set<number>();
  for await (const block of blocksOf(source, codeNums, monthsOf(span), false)) {
    const read = () => runsOf(block);
    const runs = skipsDamaged ? ifUndamaged(block, read, () => damaged.add(block.codeNum)) : reading(block, read);
    if (!runs) continue;
    const { quarters, rows } = runs;
    for (const [i, quarter] of quarters.entries()) {
      if (isIn(span, quarter)) add(block.codeNum, localDayOf(span.offsets, quarter), rows[i + 1]! - rows[i]!);
    }
  }
  const { rows } = await sql<{ code_num: number; day: number; count: number }>`
    SELECT code_num, ${localDay(span)} AS day, count(*) AS count FROM scans
    WHERE code_num ${isOneOf(source.engine, codeNums)} AND at >= ${span.from} AND at < ${span.to}
    GROUP BY 1, 2`.execute(source.db);
  for (const row of rows) add(Number(row.code_num), Number(row.day), Number(row.count));
  for (const codeNum of damaged) days.delete(codeNum);
  return Array.from(days, ([codeNum, ofCode]) =>
    Array.from(ofCode, ([day, count]) => ({ codeNum, day, count })),
  ).flat();
}

/** Scans by day of some placements of a code. */
export async function readPlacementDays(
  source: ScanSource,
  codeNum: number,
  ids: readonly string[],
  span: ZonedSpan,
): Promise<{ id: string; day: number; count: number }[]> {
  if (ids.length === 0) return [];
  const placements = await source.db
    .selectFrom("placements")
    .select(["num", "id"])
    .where("code_num", "=", codeNum)
    .where("id", "in", ids)
    .execute();
  const counts = new Map(placements.map(({ num, id }) => [Number(num), { id, days: new Map<number, number>() }]));
  const add = (num: number, day: number, count: number) => {
    const found = counts.get(num);
    found?.days.set(day, (found.days.get(day) ?? 0) + count);
  };
  for await (const block of blocksOf(source, [codeNum], monthsOf(span), true)) {
    const { placement } = reading(block, () => unpackFacts(block.facts!, block.count, block.month));
    if (!placement.values.some((num) => counts.has(num))) continue;
    const { quarters, rows } = reading(block, () => runsOf(block));
    for (const [i, quarter] of quarters.entries()) {
      if (!isIn(span, quarter)) continue;
      const day = localDayOf(span.offsets, quarter);
      for (let row = rows[i]!; row < rows[i + 1]!; row++) add(placement.values[placement.indexes[row]!]!, day, 1);
    }
  }
  const { rows } = await sql<{ num: number; day: number; count: number }>`
    SELECT placement_num AS num, ${localDay(span)} AS day, count(*) AS count FROM scans
    WHERE code_num = ${codeNum} AND placement_num IS NOT NULL
      AND at >= ${span.from} AND at < ${span.to} GROUP BY 1, 2`.execute(source.db);
  for (const row of rows) add(Number(row.num), Number(row.day), Number(row.count));
  return [...counts.values()].flatMap(({ id, days }) => Array.from(days, ([day, count]) => ({ id, day, count })));
}
