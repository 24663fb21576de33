import { sql } from "kysely";
import { firstDayOf, monthOf } from "../../shared/days.ts";
import { DIMENSION, FOLDED_DIMENSIONS } from "../dimensions.ts";
import type { VisitCounts } from "../insight-store.ts";
import type { Parts } from "./insight-parts.ts";
import type { Reading } from "./insight-scans.ts";
import { pairsBy } from "./rollup.ts";

const BY_DIMENSION = ["device", "browser", "os", "country", "city"] as const;

/** Values of whole days, by day, by month where a whole month before `monthsBefore` is wanted, and from pairs. */
export async function readValues(
  { db, engine, ofCodes }: Reading,
  { fromDay, toDay }: Pick<Parts, "fromDay" | "toDay">,
  monthsBefore: number,
): Promise<VisitCounts> {
  const counts: VisitCounts = { device: [], browser: [], os: [], country: [], city: [] };
  if (toDay < fromDay) return counts;
  const first = monthOf(fromDay) + (firstDayOf(monthOf(fromDay)) === fromDay ? 0 : 1);
  const end = Math.max(first, Math.min(monthOf(monthsBefore), monthOf(toDay + 1)));
  const folded = sql`${ofCodes} AND dimension IN (${sql.join(FOLDED_DIMENSIONS.map((n) => sql.lit(n)))})`;
  const days = (from: number, to: number) => sql`
    SELECT dimension, value, count FROM scan_daily WHERE ${folded} AND day >= ${from} AND day <= ${to}`;
  // One text: thousands of rows take longer from thread to thread than to read.
  const asText = engine === "sqlite" ? sql`json_group_array(json_array` : sql`json_agg(json_build_array`;
  const { rows } = await sql<{ counts: string | null }>`
    WITH ${pairsBy(ofCodes, fromDay, toDay)}
    SELECT CAST(${asText}(dimension, value, count)) AS text) AS counts FROM (
    SELECT dimension, value, sum(count) AS count FROM (
      ${days(fromDay, Math.min(toDay, firstDayOf(first) - 1))}
      UNION ALL
      SELECT dimension, value, count FROM scan_monthly WHERE ${folded} AND month >= ${first} AND month < ${end}
      UNION ALL ${days(Math.max(fromDay, firstDayOf(end)), toDay)}
      UNION ALL SELECT ${sql.lit(DIMENSION.device)}, device, count FROM by_agent
      UNION ALL SELECT ${sql.lit(DIMENSION.browser)}, browser, count FROM by_agent
      UNION ALL SELECT ${sql.lit(DIMENSION.os)}, os, count FROM by_agent
      UNION ALL SELECT ${sql.lit(DIMENSION.country)}, country, count FROM by_place
      UNION ALL SELECT ${sql.lit(DIMENSION.city)}, country || '/' || city, count FROM by_place WHERE city IS NOT NULL
    ) AS parts GROUP BY dimension, value) AS sums`.execute(db);
  const sums = JSON.parse(rows[0]!.counts ?? "[]") as [dimension: number, value: string, count: number][];
  for (const [dimension, value, count] of sums) {
    const field = BY_DIMENSION[dimension - 1]!;
    if (field !== "city") counts[field].push({ value, count });
    else {
      const slash = value.indexOf("/");
      counts.city.push({ country: value.slice(0, slash), city: value.slice(slash + 1), count });
    }
  }
  return counts;
}
