import { type RawBuilder, sql } from "kysely";
import { firstDayOf, monthOf } from "../../shared/days.ts";
import { DIMENSION, FOLDED_DIMENSIONS } from "../dimensions.ts";
import type { Parts } from "./insight-parts.ts";
import type { Reading } from "./insight-scans.ts";
import { pairsBy } from "./rollup.ts";
import { asText, rowsOf } from "./text-rows.ts";
import { addTo, type ValueSums } from "./value-sums.ts";

const BY_DIMENSION = ["device", "browser", "os", "country", "city"] as const;

/** The last day is included. */
export interface DayRange {
  from: number;
  to: number;
}

/** Where the values of whole days are read from. */
export interface ValueSources {
  fromDay: number;
  toDay: number;
  /** Without `end`. */
  months: { first: number; end: number };
  days: DayRange[];
}

/** Whole months before `monthsBefore`, and the days around them. */
export function sourcesOf({ fromDay, toDay }: Pick<Parts, "fromDay" | "toDay">, monthsBefore: number): ValueSources {
  const first = monthOf(fromDay) + (firstDayOf(monthOf(fromDay)) === fromDay ? 0 : 1);
  const end = Math.max(first, Math.min(monthOf(monthsBefore), monthOf(toDay + 1)));
  const days = [
    { from: fromDay, to: Math.min(toDay, firstDayOf(first) - 1) },
    { from: Math.max(fromDay, firstDayOf(end)), to: toDay },
  ].filter(({ from, to }) => from <= to);
  return { fromDay, toDay, months: { first, end }, days };
}

/** The rest of some days. */
export function without(ranges: readonly DayRange[], days: ReadonlySet<number>): DayRange[] {
  const rest: DayRange[] = [];
  for (const { from, to } of ranges) {
    for (let day = from; day <= to; day++) {
      if (days.has(day)) continue;
      const last = rest.at(-1);
      if (last && last.to === day - 1) last.to = day;
      else rest.push({ from: day, to: day });
    }
  }
  return rest;
}

/** Adds up values by day, by month, and from pairs. */
export async function addRollups(
  sums: ValueSums,
  { db, engine, ofCodes }: Reading,
  { fromDay, toDay, months, days }: ValueSources,
  sign: 1 | -1 = 1,
): Promise<void> {
  if (toDay < fromDay) return;
  const folded = sql`${ofCodes} AND dimension IN (${sql.join(FOLDED_DIMENSIONS.map((n) => sql.lit(n)))})`;
  const byDay = days.map(
    ({ from, to }) => sql`
      SELECT dimension, value, count FROM scan_daily WHERE ${folded} AND day >= ${from} AND day <= ${to} UNION ALL`,
  );
  await addByValue(
    sums,
    { db, engine },
    sql`
      ${byDay.length === 0 ? sql`` : sql.join(byDay, sql` `)}
      SELECT dimension, value, count FROM scan_monthly
      WHERE ${folded} AND month >= ${months.first} AND month < ${months.end}
      UNION ALL SELECT ${sql.lit(DIMENSION.device)}, device, count FROM by_agent
      UNION ALL SELECT ${sql.lit(DIMENSION.browser)}, browser, count FROM by_agent
      UNION ALL SELECT ${sql.lit(DIMENSION.os)}, os, count FROM by_agent
      UNION ALL SELECT ${sql.lit(DIMENSION.country)}, country, count FROM by_place
      UNION ALL SELECT ${sql.lit(DIMENSION.city)}, country || '/' || city, count FROM by_place WHERE city IS NOT NULL`,
    { sign, before: sql`WITH ${pairsBy(ofCodes, fromDay, toDay)}` },
  );
}

/** Adds up rows of dimension, value and count. */
export async function addByValue(
  sums: ValueSums,
  { db, engine }: Pick<Reading, "db" | "engine">,
  parts: RawBuilder<unknown>,
  { sign = 1, before = sql`` }: { sign?: 1 | -1; before?: RawBuilder<unknown> } = {},
): Promise<void> {
  const { rows } = await sql<{ text: string | null }>`
    ${before} SELECT ${asText(engine, sql`dimension, value, count`)} AS text FROM (
      SELECT dimension, value, sum(count) AS count FROM (${parts}) AS parts GROUP BY dimension, value) AS added`.execute(
    db,
  );
  for (const [dimension, value, count] of rowsOf<[number, string, number]>(rows[0]!.text)) {
    addTo(sums[BY_DIMENSION[dimension - 1]!], value, sign * count);
  }
}
