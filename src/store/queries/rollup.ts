import { type Kysely, sql } from "kysely";
import { firstDayOf, monthOf } from "../../shared/days.ts";
import type { Rollup } from "../scan-store.ts";
import { DIMENSION, FOLDED_DIMENSIONS, type Tables } from "../tables.ts";

const BY_DIMENSION = ["device", "browser", "os", "country"] as const;

/** All of a period in one statement, so that its parts are of one moment and agree. */
export async function readRollup(
  db: Kysely<Tables>,
  codeNum: number,
  fromDay: number,
  toDay: number,
  foldedBefore: number,
): Promise<Rollup> {
  const months = wholeMonths(fromDay, foldedBefore);
  const days = (from: number, to: number) =>
    db
      .selectFrom("scan_daily")
      .where("code_num", "=", codeNum)
      .where("day", ">=", from)
      .where("day", "<=", to);
  const perValue = ["dimension", "value"] as const;
  const perValueDays = (from: number, to: number) =>
    days(from, to)
      .select([...perValue, "count"])
      .where("dimension", "in", FOLDED_DIMENSIONS);
  const perValueMonths = db
    .selectFrom("scan_monthly")
    .select([...perValue, "count"])
    .where("code_num", "=", codeNum)
    .where("dimension", "in", FOLDED_DIMENSIONS)
    .where("month", ">=", months.from)
    .where("month", "<", months.to);
  const parts = perValueDays(fromDay, Math.min(toDay, months.fromDay - 1))
    .unionAll(perValueMonths)
    .unionAll(perValueDays(months.toDay, toDay))
    .as("parts");
  const cities = db
    .selectFrom("scan_cities")
    .select([sql<number>`${sql.lit(DIMENSION.city)}`.as("dimension"), sql<string>`''`.as("value")])
    .select([sql<number>`0`.as("day"), sql<number>`count(*)`.as("count")])
    .where("code_num", "=", codeNum)
    .where("last_day", ">=", fromDay);

  const rows = await db
    .selectFrom(parts)
    .select([...perValue, sql<number>`0`.as("day"), sql<number>`sum(count)`.as("count")])
    .groupBy(perValue)
    .unionAll(
      days(fromDay, toDay)
        .select([...perValue, "day", "count"])
        .where("dimension", "=", DIMENSION.total),
    )
    .unionAll(cities)
    .execute();
  return rollupOf(rows);
}

/** The folded months that lie wholly in a period from a day on, and the days they cover. */
function wholeMonths(fromDay: number, foldedBefore: number) {
  const month = monthOf(fromDay);
  const from = firstDayOf(month) === fromDay ? month : month + 1;
  const to = Math.max(from, monthOf(foldedBefore));
  return { from, to, fromDay: firstDayOf(from), toDay: firstDayOf(to) };
}

function rollupOf(
  rows: readonly { dimension: number; value: string; day: number; count: number }[],
): Rollup {
  const rollup: Rollup = { device: [], browser: [], os: [], country: [], days: [], cities: 0 };
  for (const { dimension, value, day, count } of rows) {
    if (dimension === DIMENSION.total) rollup.days.push({ day, count: Number(count) });
    else if (dimension === DIMENSION.city) rollup.cities = Number(count);
    else rollup[BY_DIMENSION[dimension - 1]!].push({ value, count: Number(count) });
  }
  return rollup;
}
