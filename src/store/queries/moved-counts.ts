/** Counts of scans that move from one code to another; see src/store/queries/placement-move.ts. */
import { sql, type Transaction } from "kysely";
import { DAY_MS, dayOf, firstDayOf, monthOf, QUARTERS_A_DAY, quarterOf } from "../../shared/days.ts";
import { firstIdAt } from "../../shared/ids.ts";
import { type DailyCount, DIMENSION, FOLDED_DIMENSIONS } from "../dimensions.ts";
import type { EngineName } from "../migrations/types.ts";
import { PAIRS_A_DAY, pairValue, visitsOf } from "../pairs.ts";
import { quartersColumn, totalOf, unpackQuarters } from "../quarters.ts";
import { SET_BACK_MS } from "../scan-store.ts";
import { dimensionsOf } from "../settlement.ts";
import type { Tables } from "../tables.ts";
import type { Visitors } from "../visitor-store.ts";
import { isWithin, unpackVisitors, visitorsColumn } from "../visitors.ts";
import { sumsOfDay, visitorSums, type WorkspaceCount } from "../workspace-sums.ts";
import { IS_PAIR, PAIRS, VALUE } from "./check-parts.ts";
import { forgetCodeDays } from "./code-days.ts";
import { edgeColumns } from "./quarters.ts";
import type { ScanIdCodec } from "./scans.ts";
import { addToSums } from "./workspace-sums.ts";

type Trx = Transaction<Tables>;

const ROWS_A_STATEMENT = 500;

export interface MovedScan {
  id: string | Uint8Array;
  at: number;
  agent_id: number;
  place_id: number;
  device: string;
  browser: string;
  os: string;
  country: string;
  city: string | null;
}

interface MovedCode {
  num: number;
  createdAt: number;
  /** The number of the workspace whose sums include it. */
  summedIn: number | null;
}

export interface Move {
  from: MovedCode;
  to: MovedCode;
  /** Its id. */
  placement: string;
  scans: readonly MovedScan[];
}

export async function moveCounts(trx: Trx, engine: EngineName, ids: ScanIdCodec, move: Move): Promise<void> {
  const { from, to, placement, scans } = move;
  const days = [...Map.groupBy(scans, ({ at }) => dayOf(at))].sort(([a], [b]) => a - b);
  const sums: WorkspaceCount[] = [];
  for (const [{ num: code, createdAt, summedIn }, sign] of [
    [from, -1],
    [to, 1],
  ] as const) {
    const counters = await trx
      .updateTable("code_counters")
      .set(({ eb }) => ({ scan_count: eb("scan_count", "+", sign * scans.length) }))
      .where("code_num", "=", code)
      .returning(["scan_count", "folded_before"])
      .executeTakeFirstOrThrow();
    for (const [day, some] of days) {
      const { pairs, rest } = sign === 1 ? await addPairs(trx, code, day, some) : await takePairs(trx, code, day, some);
      const counts = dimensionsOf([{ codeNum: code, day, visits: rest.map(visitsOf) }]);
      const row = { codeNum: code, dimension: DIMENSION.placement, day, value: placement, count: some.length };
      await add(trx, "scan_daily", "day", day, [...counts, ...pairs, row], sign);
      const folded = counts.filter(({ dimension }) => FOLDED_DIMENSIONS.includes(dimension));
      if (day < counters.folded_before) await add(trx, "scan_monthly", "month", monthOf(day), folded, sign);
      await trx.deleteFrom("scan_tallies").where("code_num", "=", code).where("day", "=", day).execute();
    }
    const unknown = await addQuarters(trx, engine, code, scans, sign);
    await (sign === 1 ? addCities(trx, code, scans) : takeCities(trx, ids, code, scans));
    await addVersions(trx, code, scans, sign, Number(counters.scan_count));
    const edges = await edgeColumns(trx, code, createdAt);
    await trx.updateTable("code_counters").set(edges).where("code_num", "=", code).execute();
    if (summedIn === null) continue;
    sums.push(...unknown.flatMap((day) => visitorSums(summedIn, day)).map((row) => ({ ...row, count: -row.count })));
    // What one of the same workspace loses, the other gains.
    if (from.summedIn === to.summedIn) continue;
    sums.push(
      ...days
        .flatMap(([day, some]) => sumsOfDay(summedIn, day, some.map(visitOf)))
        .map((row) => ({ ...row, count: sign * row.count })),
    );
  }
  // Last, because they lock rows of the whole workspace until the commit.
  await addToSums(trx, sums);
  for (const num of new Set([from.summedIn, to.summedIn])) {
    if (num !== null)
      await forgetCodeDays(
        trx,
        num,
        days.map(([day]) => day),
      );
  }
}

const visitOf = (scan: MovedScan) => ({ ...visitsOf({ ...scan, count: 1 }), at: scan.at });

type Counted = Pick<MovedScan, "device" | "browser" | "os" | "country" | "city"> & { count: number };

/** By agent and place. */
function pairsOf(scans: readonly MovedScan[]): (Counted & { value: string })[] {
  const pairs = Map.groupBy(scans, (scan) => pairValue(scan.agent_id, scan.place_id));
  return Array.from(pairs, ([value, some]) => ({ ...some[0]!, value, count: some.length }));
}

const pairRows = (trx: Trx, code: number, day: number) =>
  trx
    .selectFrom("scan_daily")
    .select(["value", "count"])
    .where("code_num", "=", code)
    .where("dimension", "=", DIMENSION.pair)
    .where("day", "=", day)
    .execute();

interface Split {
  /** Changes of pairs. */
  pairs: DailyCount[];
  /** What is counted by dimension. */
  rest: Counted[];
}

const pairCount = (codeNum: number, day: number, value: string, count: number): DailyCount => ({
  ...{ codeNum, dimension: DIMENSION.pair, day, value, count },
});

/** A day may be stored as pairs, by dimension, or both. */
async function takePairs(trx: Trx, code: number, day: number, scans: readonly MovedScan[]): Promise<Split> {
  const held = new Map((await pairRows(trx, code, day)).map(({ value, count }) => [value, Number(count)]));
  const split: Split = { pairs: [], rest: [] };
  for (const pair of pairsOf(scans)) {
    const taken = Math.min(pair.count, held.get(pair.value) ?? 0);
    if (taken > 0) split.pairs.push(pairCount(code, day, pair.value, taken));
    if (taken < pair.count) split.rest.push({ ...pair, count: pair.count - taken });
  }
  return split;
}

/** Pairs while they are few, as settling does. */
async function addPairs(trx: Trx, code: number, day: number, scans: readonly MovedScan[]): Promise<Split> {
  const pairs = pairsOf(scans);
  const values = new Set([...(await pairRows(trx, code, day)), ...pairs].map(({ value }) => value));
  const total = await trx
    .selectFrom("scan_daily")
    .select("count")
    .where("code_num", "=", code)
    .where("dimension", "=", DIMENSION.total)
    .where("day", "=", day)
    .executeTakeFirst();
  if (total || values.size > PAIRS_A_DAY) return { pairs: [], rest: pairs };
  return { pairs: pairs.map(({ value, count }) => pairCount(code, day, value, count)), rest: [] };
}

/** Adds counts of one code and day or month, or takes them off; what a month holds may be missing by day. */
async function add(
  trx: Trx,
  table: "scan_daily" | "scan_monthly",
  period: "day" | "month",
  at: number,
  counts: readonly DailyCount[],
  sign: 1 | -1,
): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map(({ codeNum, dimension, value, count }) => ({
    ...{ code_num: codeNum, dimension, [period]: at, value, count: sign * count },
  }));
  await trx
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) =>
      conflict
        .columns(["code_num", "dimension", period, "value"] as never)
        .doUpdateSet({ count: sql`${sql.table(table)}.count + excluded.count` }),
    )
    .execute();
  await sql`DELETE FROM ${sql.table(table)} WHERE code_num = ${counts[0]!.codeNum}
    AND dimension IN (${sql.join(Object.values(DIMENSION))}) AND ${sql.ref(period)} = ${at} AND count <= 0`.execute(
    trx,
  );
}

/**
 * Who visited on these local days is not known any more: neither code has counted exactly these scans. Returns the
 * visitors that were.
 */
async function addQuarters(
  trx: Trx,
  engine: EngineName,
  code: number,
  scans: readonly MovedScan[],
  sign: 1 | -1,
): Promise<(Visitors & { day: number })[]> {
  const quarters = Map.groupBy(scans, ({ at }) => quarterOf(at));
  const days = new Set([...quarters.keys()].map((quarter) => Math.floor(quarter / QUARTERS_A_DAY)));
  const around = [...new Set([...days].flatMap((day) => [day - 1, day, day + 1]))];
  const rows = await trx
    .selectFrom("quarter_days")
    .select(["day", "counts", "visitors"])
    .where("code_num", "=", code)
    .where("day", "in", around)
    .execute();
  const unknown: (Visitors & { day: number })[] = [];
  for (const day of around) {
    const row = rows.find((held) => held.day === day);
    if (!row && !days.has(day)) continue;
    const counts = new Map(unpackQuarters(row?.counts ?? null));
    for (const [quarter, some] of quarters) {
      const n = quarter - day * QUARTERS_A_DAY;
      if (n >= 0 && n < QUARTERS_A_DAY) counts.set(n, (counts.get(n) ?? 0) + sign * some.length);
    }
    const visitors = row?.visitors ? unpackVisitors(day, row.visitors) : null;
    const isKnown = visitors && !quarters.keys().some((quarter) => isWithin(visitors, quarter));
    if (visitors && !isKnown) unknown.push({ ...visitors, day });
    if (isKnown && !days.has(day)) continue;
    const left = [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
    await trx.deleteFrom("scan_quarters").where("code_num", "=", code).where("day", "=", day).execute();
    if (left.length === 0 && !isKnown) continue;
    await trx
      .insertInto("scan_quarters")
      .values({
        code_num: code,
        day,
        total: totalOf(left),
        counts: quartersColumn(engine, left),
        visitors: visitorsColumn(engine, isKnown ? visitors : null),
      })
      .execute();
  }
  return unknown;
}

const located = (scans: readonly MovedScan[]) =>
  Map.groupBy(
    scans.filter(({ city }) => city !== null),
    ({ country, city }) => `${country}/${city}`,
  );

/** The last day of each city. */
async function addCities(trx: Trx, code: number, scans: readonly MovedScan[]): Promise<void> {
  const rows = Array.from(located(scans), ([city, some]) => {
    return { code_num: code, city, last_day: Math.max(...some.map(({ at }) => dayOf(at))) };
  });
  if (rows.length === 0) return;
  await trx
    .insertInto("scan_cities")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["code_num", "city"])
        .doUpdateSet(({ ref }) => ({ last_day: ref("excluded.last_day") }))
        .whereRef("scan_cities.last_day", "<", "excluded.last_day"),
    )
    .execute();
}

async function takeCities(trx: Trx, ids: ScanIdCodec, code: number, scans: readonly MovedScan[]): Promise<void> {
  const cities = located(scans);
  if (cities.size === 0) return;
  const held = await trx
    .selectFrom("scan_cities")
    .select(["city", "last_day"])
    .where("code_num", "=", code)
    .where("city", "in", [...cities.keys()])
    .execute();
  const due = held.filter(({ city, last_day }) => cities.get(city)!.some(({ at }) => dayOf(at) === last_day));
  if (due.length === 0) return;
  const last = await lastDays(
    trx,
    code,
    due.map(({ city }) => city),
  );
  for (const { city, last_day: before } of due) {
    const day = last.get(city) ?? (await lastRawDay(trx, ids, code, cities.get(city)![0]!, before));
    const ofCode = sql<boolean>`code_num = ${code} AND city = ${city}`;
    if (day === null) await trx.deleteFrom("scan_cities").where(ofCode).execute();
    else if (day !== before) await trx.updateTable("scan_cities").set({ last_day: day }).where(ofCode).execute();
  }
}

/** Of cities that a code's days have. */
async function lastDays(trx: Trx, code: number, cities: readonly string[]): Promise<Map<string, number>> {
  const city = sql.raw(VALUE.city);
  const { rows } = await sql<{ city: string; day: number }>`
    SELECT city, max(day) AS day FROM (
      SELECT value AS city, day FROM scan_daily WHERE code_num = ${code} AND dimension = ${sql.lit(DIMENSION.city)}
      UNION ALL
      SELECT ${city}, d.day FROM ${PAIRS} WHERE ${IS_PAIR} AND d.code_num = ${code} AND p.city IS NOT NULL
    ) AS days WHERE city IN (${sql.join(cities)}) GROUP BY city`.execute(trx);
  return new Map(rows.map((row) => [row.city, Number(row.day)]));
}

/** For days that are kept by month: from raw scans of the last month that has the city, up to the day `before`. */
async function lastRawDay(
  trx: Trx,
  ids: ScanIdCodec,
  code: number,
  { country, city }: MovedScan,
  before: number,
): Promise<number | null> {
  const { month } = await trx
    .selectFrom("scan_monthly")
    .select(({ fn }) => fn.max("month").as("month"))
    .where("code_num", "=", code)
    .where("dimension", "=", DIMENSION.city)
    .where("value", "=", `${country}/${city}`)
    .executeTakeFirstOrThrow();
  if (month === null) return null;
  const from = firstDayOf(month) * DAY_MS;
  const to = Math.min(before + 1, firstDayOf(month + 1)) * DAY_MS;
  const [first, end] = [from, to + SET_BACK_MS].map((ms) => ids.toColumn(firstIdAt(ms)));
  const { rows } = await sql<{ at: number | null }>`
    SELECT max(at) AS at FROM scans WHERE code_num = ${code} AND id >= ${first} AND id < ${end}
      AND at >= ${from} AND at < ${to}
      AND place_id IN (SELECT id FROM places WHERE country = ${country} AND city = ${city})`.execute(trx);
  return rows[0]!.at === null ? null : dayOf(Number(rows[0]!.at));
}

/** Scans before a version ended are counted until then. Counts of versions grow from one to the next, up to `most`. */
async function addVersions(
  trx: Trx,
  code: number,
  scans: readonly MovedScan[],
  sign: 1 | -1,
  most: number,
): Promise<void> {
  const versions = await trx
    .selectFrom("code_versions")
    .select(["n", "replaced_at", "scans_until"])
    .where("code_num", "=", code)
    .orderBy("n")
    .execute();
  let until = 0;
  const changed = versions.flatMap(({ n, replaced_at, scans_until }) => {
    const before = scans.filter(({ at }) => at < replaced_at).length;
    until = Math.min(most, Math.max(until, Number(scans_until) + sign * before));
    return until === Number(scans_until) ? [] : sql`(${sql.lit(n)}, ${sql.lit(until)})`;
  });
  for (let i = 0; i < changed.length; i += ROWS_A_STATEMENT) {
    await sql`
      WITH ends (n, scans_until) AS (VALUES ${sql.join(changed.slice(i, i + ROWS_A_STATEMENT))})
      UPDATE code_versions SET scans_until = ends.scans_until FROM ends
      WHERE code_num = ${code} AND code_versions.n = ends.n`.execute(trx);
  }
}
