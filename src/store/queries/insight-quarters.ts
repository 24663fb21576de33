import { type RawBuilder, sql } from "kysely";
import { dayOf, QUARTERS_A_DAY, quarterOf } from "../../shared/days.ts";
import type { CodeChoice, QuarterRun, Span } from "../insight-store.ts";
import { addTo, unpackQuarters } from "../quarters.ts";
import type { CountedDay } from "../visitor-store.ts";
import type { Reading } from "./insight-scans.ts";
import { asText, listed, rowsOf } from "./text-rows.ts";

/** Scans per quarter of an hour on all UTC days that a span touches, in order. */
export async function quarterRuns(
  { db, engine, ofCodes }: Reading,
  codes: { num: number } | CodeChoice,
  span: Span,
): Promise<QuarterRun[]> {
  if (span.to <= span.from) return [];
  const days = sql`day >= ${dayOf(span.from)} AND day <= ${dayOf(span.to - 1)}`;
  if (engine === "postgres" && !("num" in codes)) {
    const { rows } = await sql<{ quarter: number; count: number }>`
      SELECT day * ${sql.lit(QUARTERS_A_DAY)} + n - 1 AS quarter, sum(count) AS count FROM (
        SELECT day, array_lower(counts, 1) + n AS n, count
        FROM scan_quarters, unnest(counts) WITH ORDINALITY AS u (count, n) WHERE ${ofCodes} AND ${days}) AS q
      GROUP BY 1 HAVING sum(count) > 0 ORDER BY 1`.execute(db);
    return rows.map(({ quarter, count }) => ({ from: Number(quarter), counts: [Number(count)] }));
  }
  if ("num" in codes) {
    const { rows } = await sql<{ day: number; counts: Uint8Array | string }>`
      SELECT day, counts FROM quarter_days WHERE ${ofCodes} AND ${days} AND counts IS NOT NULL ORDER BY day`.execute(
      db,
    );
    return rows.map(({ day, counts }) => runOf(day, counts));
  }
  const { rows } = await sql<{ day: number; counts: string }>`
    SELECT day, sum_quarters(counts) AS counts FROM scan_quarters WHERE ${ofCodes} AND ${days}
    GROUP BY day ORDER BY day`.execute(db);
  return rows.map(({ day, counts }) => ({ from: day * QUARTERS_A_DAY, counts: JSON.parse(counts) as number[] }));
}

/** A year has 35,000 quarters of an hour, so nothing is made for each. */
function runOf(day: number, packed: Uint8Array | string): QuarterRun {
  const counts = new Float64Array(QUARTERS_A_DAY);
  if (typeof packed !== "string") addTo(counts, packed);
  else for (const [quarter, count] of unpackQuarters(packed)) counts[quarter] = count;
  return { from: day * QUARTERS_A_DAY, counts };
}

/** Scans within a part that starts and ends with a quarter of an hour. */
export function countIn(runs: readonly QuarterRun[], part: Span): number {
  const [from, to] = [quarterOf(part.from), quarterOf(part.to)];
  let sum = 0;
  for (const run of runs) {
    const last = Math.min(run.counts.length, to - run.from);
    for (let i = Math.max(0, from - run.from); i < last; i++) sum += run.counts[i]!;
  }
  return sum;
}

/**
 * Scans of each code in a span of whole quarters of an hour: whole UTC days by their totals, the rest by quarter.
 * `codes`: a query of numbers, or a list.
 */
export async function sumsByCode(
  { db, engine }: Pick<Reading, "db" | "engine">,
  codes: RawBuilder<{ num: number }> | readonly number[],
  span: Span,
): Promise<Map<number, number>> {
  const [from, to] = [quarterOf(span.from), quarterOf(span.to)];
  if (to <= from) return new Map();
  const [first, end] = [Math.ceil(from / QUARTERS_A_DAY), Math.floor(to / QUARTERS_A_DAY)];
  const divided = [from, to]
    .filter((quarter) => quarter % QUARTERS_A_DAY !== 0)
    .map((n) => Math.floor(n / QUARTERS_A_DAY));
  const begin = sql`${sql.lit(from)} - day * ${sql.lit(QUARTERS_A_DAY)}`;
  const last = sql`${sql.lit(to)} - 1 - day * ${sql.lit(QUARTERS_A_DAY)}`;
  const between: RawBuilder<number> =
    engine === "sqlite"
      ? sql`quarters_between(counts, ${begin}, ${last})`
      : sql`(SELECT coalesce(sum(n), 0) FROM unnest(counts[${begin}:${last}]) AS n)`;
  const summed = (count: RawBuilder<unknown>, days: RawBuilder<unknown>) =>
    sql`(SELECT coalesce(sum(${count}), 0) FROM scan_quarters WHERE code_num = of_codes.num AND ${days})`;
  const whole = summed(sql`total`, sql`day >= ${first} AND day < ${end}`);
  const edges = divided.length === 0 ? sql`0` : summed(between, sql`day IN (${sql.join(divided)})`);
  const { rows } = await sql<{ text: string | null }>`
    SELECT ${asText(engine, sql`num, count`)} AS text FROM (
      SELECT num, ${whole} + ${edges} AS count FROM (${"length" in codes ? listed(engine, codes) : codes}) AS of_codes
    ) AS sums`.execute(db);
  return new Map(rowsOf<[num: number, count: number]>(rows[0]!.text));
}

/** Visitors on local days that begin within a span, in order. */
export async function visitorDays({ db, engine, ofCodes }: Reading, span: Span): Promise<CountedDay[]> {
  const [from, to] = [quarterOf(span.from), quarterOf(span.to)];
  // A local day is stored with the UTC day that its middle is in.
  const stored = sql`FROM scan_quarters WHERE ${ofCodes} AND visitors IS NOT NULL
    AND day >= ${dayOf(span.from)} AND day <= ${dayOf(span.to) + 1}`;
  const rows =
    engine === "sqlite"
      ? await sql<{ days: string }>`SELECT sum_visitors(day, visitors) AS days ${stored}`
          .execute(db)
          .then(({ rows: [row] }) => JSON.parse(row!.days) as [number, number, number, number][])
      : await sql<Record<"from" | "quarters" | "visitors" | "scans", number>>`
          SELECT visitors[1] AS "from", visitors[2] AS quarters, sum(visitors[4]) AS visitors, sum(visitors[5]) AS scans
          ${stored} GROUP BY 1, 2`
          .execute(db)
          .then((found) => found.rows.map((row) => [row.from, row.quarters, row.visitors, row.scans] as const));
  return rows
    .map(([begin, quarters, visitors, scans]) => {
      return { from: begin, to: begin + quarters, visitors: Number(visitors), scans: Number(scans) };
    })
    .filter((day) => day.from >= from && day.from < to)
    .sort((a, b) => a.from - b.from || a.to - b.to);
}
