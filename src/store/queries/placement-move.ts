/**
 * Moves the scans of a placement to the code that it belongs to now, in steps that are each a whole: raw scans, days,
 * months, quarters of an hour, cities, versions and counts of both codes agree after every one of them. `moved_from`
 * is set until nothing is left, so that another node or maintenance can go on after a crash. Scans that are no longer
 * stored one by one stay with the code they were made of.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { dayOf, monthOf, QUARTERS_A_DAY, quarterOf } from "../../shared/days.ts";
import { type DailyCount, DIMENSION, FOLDED_DIMENSIONS } from "../dimensions.ts";
import type { EngineName } from "../migrations/types.ts";
import { PAIRS_A_DAY, pairValue, visitsOf } from "../pairs.ts";
import { quartersColumn, totalOf, unpackQuarters } from "../quarters.ts";
import { dimensionsOf } from "../settlement.ts";
import type { Tables } from "../tables.ts";
import { unpackVisitors, visitorsColumn } from "../visitors.ts";
import { IS_PAIR, PAIRS } from "./check-parts.ts";
import { lastQuarter } from "./quarters.ts";
import type { ScanIdCodec } from "./scans.ts";
import { leaveSums } from "./workspace-sums.ts";

type Trx = Transaction<Tables>;

export interface MoveParts {
  db: Kysely<Tables>;
  engine: EngineName;
  ids: ScanIdCodec;
  /** Fewer only in tests. */
  scansAStep?: number;
}

/** Nobody else can write meanwhile on SQLite. */
const SCANS_A_STEP = 500;

interface MovedScan {
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

/** Moves all that is left of a placement's scans. `signal`: stops between two steps. */
export async function moveScans(parts: MoveParts, placementNum: number, signal?: AbortSignal): Promise<void> {
  for (let after: string | Uint8Array | undefined; !signal?.aborted; ) {
    const last = await moveSome(parts, placementNum, after);
    if (last === null) return;
    after = last;
  }
}

/** Of all placements, after a crash or a stop. */
export async function moveAllScans(parts: MoveParts): Promise<void> {
  const left = await parts.db.selectFrom("placements").select("num").where("moved_from", "is not", null).execute();
  for (const { num } of left) await moveScans(parts, num);
}

/** One step. The id of the last scan, to go on after; undefined to begin again; null if nothing is left. */
async function moveSome(parts: MoveParts, num: number, after: string | Uint8Array | undefined) {
  const { db, engine, scansAStep = SCANS_A_STEP } = parts;
  return db.transaction().execute(async (trx) => {
    const seen = await trx.selectFrom("placements").selectAll().where("num", "=", num).executeTakeFirst();
    if (seen?.moved_from == null) return null;
    const [from, to] = [seen.moved_from, seen.code_num];
    // Also locks the counters of both, which keeps settling out; maintenance adds the codes to the sums again.
    await leaveSums(trx, engine, [from, to]);
    const placement = await trx
      .selectFrom("placements")
      .selectAll()
      .where("num", "=", num)
      .$if(engine === "postgres", (query) => query.forUpdate())
      .executeTakeFirst();
    if (placement?.moved_from !== from || placement.code_num !== to) return after ?? null;
    const mayMove = await haveOneWorkspace(trx, from, to);
    const scans = mayMove ? await someScans(trx, { from, num, after }, scansAStep) : [];
    if (scans.length === 0) {
      // Some may have been settled late.
      const isLeft = mayMove && after !== undefined && (await someScans(trx, { from, num }, 1)).length > 0;
      if (isLeft) return undefined;
      await trx.updateTable("placements").set({ moved_from: null }).where("num", "=", num).execute();
      return null;
    }
    await trx
      .updateTable("scans")
      .set({ code_num: to })
      .where("code_num", "=", from)
      .where(
        "id",
        "in",
        scans.map(({ id }) => id),
      )
      .execute();
    await moveCounts(trx, engine, { from, to, placement: placement.id, scans });
    await trx
      .updateTable("placements")
      .set(({ eb }) => ({ scan_count: eb("scan_count", "+", scans.length) }))
      .where("num", "=", num)
      .execute();
    return scans.at(-1)!.id;
  });
}

/** One of the codes may have been moved to another workspace, or erased. */
async function haveOneWorkspace(trx: Trx, from: number, to: number): Promise<boolean> {
  const rows = await trx
    .selectFrom("codes")
    .innerJoin("code_counters", "code_counters.code_num", "codes.num")
    .select("workspace_id")
    .where("num", "in", [from, to])
    .execute();
  return rows.length === 2 && rows[0]!.workspace_id === rows[1]!.workspace_id;
}

interface Wanted {
  from: number;
  num: number;
  after?: string | Uint8Array | undefined;
}

const someScans = (trx: Trx, { from, num, after }: Wanted, limit: number): Promise<MovedScan[]> =>
  trx
    .selectFrom("scans")
    .innerJoin("agents", "agents.id", "scans.agent_id")
    .innerJoin("places", "places.id", "scans.place_id")
    .select(["scans.id", "at", "agent_id", "place_id", "device", "browser", "os", "country", "city"])
    .where("code_num", "=", from)
    .where("placement_num", "=", num)
    .$if(after !== undefined, (query) => query.where("scans.id", ">", after!))
    .orderBy("scans.id")
    .limit(limit)
    .execute();

interface Move {
  from: number;
  to: number;
  /** Its id. */
  placement: string;
  scans: readonly MovedScan[];
}

async function moveCounts(trx: Trx, engine: EngineName, { from, to, placement, scans }: Move): Promise<void> {
  const days = [...Map.groupBy(scans, ({ at }) => dayOf(at))].sort(([a], [b]) => a - b);
  for (const [code, sign] of [
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
    await addQuarters(trx, engine, code, scans, sign);
    await seeCities(trx, code, scans, sign);
    await addVersions(trx, code, scans, sign, Number(counters.scan_count));
    const last = await lastQuarter(trx, code);
    await trx.updateTable("code_counters").set({ last_quarter: last }).where("code_num", "=", code).execute();
  }
}

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

/** Who visited on these local days is not known any more: neither code has counted exactly these scans. */
async function addQuarters(
  trx: Trx,
  engine: EngineName,
  code: number,
  scans: readonly MovedScan[],
  sign: 1 | -1,
): Promise<void> {
  const quarters = Map.groupBy(scans, ({ at }) => quarterOf(at));
  const days = new Set([...quarters.keys()].map((quarter) => Math.floor(quarter / QUARTERS_A_DAY)));
  const around = [...new Set([...days].flatMap((day) => [day - 1, day, day + 1]))];
  const rows = await trx
    .selectFrom("quarter_days")
    .select(["day", "counts", "visitors"])
    .where("code_num", "=", code)
    .where("day", "in", around)
    .execute();
  for (const day of around) {
    const row = rows.find((held) => held.day === day);
    if (!row && !days.has(day)) continue;
    const counts = new Map(unpackQuarters(row?.counts ?? null));
    for (const [quarter, some] of quarters) {
      const n = quarter - day * QUARTERS_A_DAY;
      if (n >= 0 && n < QUARTERS_A_DAY) counts.set(n, (counts.get(n) ?? 0) + sign * some.length);
    }
    const visitors = row?.visitors ? unpackVisitors(day, row.visitors) : null;
    const isKnown =
      visitors && quarters.keys().every((q) => q < visitors.from || q >= visitors.from + visitors.quarters);
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
}

/** The last day of each city. */
async function seeCities(trx: Trx, code: number, scans: readonly MovedScan[], sign: 1 | -1): Promise<void> {
  const located = scans.flatMap(({ at, country, city }) => (city === null ? [] : [{ day: dayOf(at), country, city }]));
  for (const [value, some] of Map.groupBy(located, ({ country, city }) => `${country}/${city}`)) {
    const row = trx.selectFrom("scan_cities").select("last_day").where("code_num", "=", code).where("city", "=", value);
    const last = (await row.executeTakeFirst())?.last_day ?? null;
    const days = some.map(({ day }) => day);
    if (sign === -1 && (last === null || !days.includes(last))) continue;
    const now = sign === 1 ? Math.max(last ?? 0, ...days) : await lastDayOf(trx, code, some[0]!);
    await trx.deleteFrom("scan_cities").where("code_num", "=", code).where("city", "=", value).execute();
    if (now === null) continue;
    await trx.insertInto("scan_cities").values({ code_num: code, city: value, last_day: now }).execute();
  }
}

/** From days, and for days that are kept by month from raw scans. */
async function lastDayOf(trx: Trx, code: number, { country, city }: { country: string; city: string }) {
  const { rows } = await sql<{ day: number | null }>`
    SELECT max(day) AS day FROM (
      SELECT max(day) AS day FROM scan_daily
      WHERE code_num = ${code} AND dimension = ${sql.lit(DIMENSION.city)} AND value = ${`${country}/${city}`}
      UNION ALL
      SELECT max(d.day) FROM ${PAIRS}
      WHERE ${IS_PAIR} AND d.code_num = ${code} AND p.country = ${country} AND p.city = ${city}
    ) AS days`.execute(trx);
  if (rows[0]!.day !== null) return Number(rows[0]!.day);
  const raw = await sql<{ at: number | null }>`
    SELECT max(at) AS at FROM scans WHERE code_num = ${code}
      AND place_id IN (SELECT id FROM places WHERE country = ${country} AND city = ${city})`.execute(trx);
  return raw.rows[0]!.at === null ? null : dayOf(Number(raw.rows[0]!.at));
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
  for (const { n, replaced_at, scans_until } of versions) {
    const before = scans.filter(({ at }) => at < replaced_at).length;
    until = Math.min(most, Math.max(until, Number(scans_until) + sign * before));
    const row = trx.updateTable("code_versions").set({ scans_until: until });
    await row.where("code_num", "=", code).where("n", "=", n).execute();
  }
}
