import { type Kysely, type RawBuilder, sql } from "kysely";
import { firstDayOf, monthOf } from "../../shared/days.ts";
import { DIMENSION } from "../dimensions.ts";
import { agentText, idOf, placeText } from "../pairs.ts";
import type { Rollup } from "../scan-store.ts";
import type { Tables } from "../tables.ts";

const BY_DIMENSION = ["device", "browser", "os", "country"] as const;

interface Row {
  dimension: number;
  value: string;
  day: number;
  count: number;
}

/** A whole period in one statement, so that its parts are consistent. */
export async function readRollup(
  db: Kysely<Tables>,
  codeNum: number,
  fromDay: number,
  toDay: number,
  foldedBefore: number,
): Promise<Rollup> {
  const months = wholeMonths(fromDay, foldedBefore);
  const folded = sql`code_num = ${codeNum} AND dimension IN (${sql.join(BY_DIMENSION.map((name) => sql.lit(DIMENSION[name])))})`;
  const days = (from: number, to: number) => sql`
    SELECT dimension, value, count FROM scan_daily WHERE ${folded} AND day >= ${from} AND day <= ${to}`;
  const perPair = BY_DIMENSION.map(
    (name) =>
      sql`SELECT ${sql.lit(DIMENSION[name])}, ${sql.ref(name)}, count
        FROM ${sql.ref(name === "country" ? "by_place" : "by_agent")}`,
  );
  const { rows } = await sql<Row>`
    WITH ${pairsBy(sql<boolean>`code_num = ${codeNum}`, fromDay, toDay)}
    SELECT dimension, value, 0 AS day, sum(count) AS count FROM (
      ${days(fromDay, Math.min(toDay, months.fromDay - 1))}
      UNION ALL
      SELECT dimension, value, count FROM scan_monthly
      WHERE ${folded} AND month >= ${months.from} AND month < ${months.to}
      UNION ALL ${days(months.toDay, toDay)}
      UNION ALL ${sql.join(perPair, sql` UNION ALL `)}
    ) AS parts GROUP BY dimension, value
    UNION ALL
    SELECT dimension, value, day, count FROM scan_daily
    WHERE code_num = ${codeNum} AND dimension = ${sql.lit(DIMENSION.total)} AND day >= ${fromDay} AND day <= ${toDay}
    UNION ALL
    SELECT ${sql.lit(DIMENSION.total)}, '', day, sum(count) FROM pairs GROUP BY day
    UNION ALL
    SELECT ${sql.lit(DIMENSION.city)}, '', 0, count(*) FROM scan_cities
    WHERE code_num = ${codeNum} AND last_day >= ${fromDay}`.execute(db);
  return rollupOf(rows);
}

/**
 * Pairs are not in months: they are read by day. They are summed per agent and place before these are looked up, once
 * for all dimensions.
 */
export const pairsBy = (ofCodes: RawBuilder<boolean>, fromDay: number, toDay: number) => sql`
  pairs AS MATERIALIZED (
    SELECT day, count, ${sql.raw(agentText("value"))} AS agent, ${sql.raw(placeText("value"))} AS place
    FROM scan_daily
    WHERE ${ofCodes} AND dimension = ${sql.lit(DIMENSION.pair)} AND day >= ${fromDay} AND day <= ${toDay}
  ),
  by_agent AS MATERIALIZED (
    SELECT device, browser, os, count
    FROM (SELECT agent, sum(count) AS count FROM pairs GROUP BY agent) AS n
    JOIN agents ON agents.id = ${sql.raw(idOf("n.agent"))}
  ),
  by_place AS MATERIALIZED (
    SELECT country, city, count
    FROM (SELECT place, sum(count) AS count FROM pairs GROUP BY place) AS n
    JOIN places ON places.id = ${sql.raw(idOf("n.place"))}
  )`;

/** The folded months completely within a period, and the days they cover. */
function wholeMonths(fromDay: number, foldedBefore: number) {
  const month = monthOf(fromDay);
  const from = firstDayOf(month) === fromDay ? month : month + 1;
  const to = Math.max(from, monthOf(foldedBefore));
  return { from, to, fromDay: firstDayOf(from), toDay: firstDayOf(to) };
}

function rollupOf(rows: readonly Row[]): Rollup {
  const rollup: Rollup = { device: [], browser: [], os: [], country: [], days: [], cities: 0 };
  const days = new Map<number, number>();
  for (const { dimension, value, day, count } of rows) {
    if (dimension === DIMENSION.total) days.set(day, (days.get(day) ?? 0) + Number(count));
    else if (dimension === DIMENSION.city) rollup.cities = Number(count);
    else rollup[BY_DIMENSION[dimension - 1]!].push({ value, count: Number(count) });
  }
  rollup.days = [...days].sort(([a], [b]) => a - b).map(([day, count]) => ({ day, count }));
  return rollup;
}
