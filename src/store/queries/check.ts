import { type Kysely, sql } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import { COUNTING, DIMENSION } from "../dimensions.ts";
import type { MetaName, Tables } from "../tables.ts";
import { checkDomains } from "./check-domains.ts";
import { checkMonths, checkOldMonths } from "./check-months.ts";
import { CAME_WITHOUT_RAW, type CodeRange, IS_PAIR, NAMED, PAIRS, RAW, VALUE, within } from "./check-parts.ts";
import { checkPlacements } from "./check-placements.ts";
import { checkQuarters } from "./check-quarters.ts";
import { checkSums } from "./check-sums.ts";
import { checkTallies } from "./check-tallies.ts";
import { checkVisitors } from "./check-visitors.ts";

export interface Checked {
  /** All codes up to this number are checked. */
  upTo: number;
  /** From 0 to 1. */
  share: number;
  problems: string[];
}

/** Bounds what one statement groups, in memory or on the database's disk. */
const SCANS_A_RANGE = 50_000;
const CODES_A_RANGE = 2_000;

/**
 * Compares every rollup row, every code's count and every version's count with the raw scans, and workspaces' sums; then
 * checks domains.
 */
export async function* checkCounts(db: Kysely<Tables>, after = 0): AsyncGenerator<Checked> {
  const { last } = await db
    .selectFrom("code_counters")
    .select(({ fn }) => fn.max("code_num").as("last"))
    .executeTakeFirstOrThrow();
  // Rows of missing codes may have any number.
  let range = { after: after > 0 ? after : Number.MIN_SAFE_INTEGER, to: 0 };
  do {
    range = { ...range, to: await endOfRange(db, range.after) };
    const problems = await checkRange(db, range);
    if (range.to === Number.MAX_SAFE_INTEGER) {
      problems.push(...(await checkSums(db, (await marks(db))("values_from_day"))), ...(await checkDomains(db)));
    }
    yield { upTo: range.to, share: Math.min(1, range.to / Math.max(last ?? 0, 1)), problems };
    range = { after: range.to, to: 0 };
  } while (range.after < Number.MAX_SAFE_INTEGER);
}

/** The next codes until there are many scans. After the last code, everything. */
async function endOfRange(db: Kysely<Tables>, after: number): Promise<number> {
  const codes = await db
    .selectFrom("code_counters")
    .select(["code_num", "scan_count"])
    .where("code_num", ">", after)
    .orderBy("code_num")
    .limit(CODES_A_RANGE)
    .execute();
  let scans = 0;
  for (const { code_num, scan_count } of codes) {
    scans += scan_count;
    if (scans > SCANS_A_RANGE) return code_num;
  }
  return codes.length < CODES_A_RANGE ? Number.MAX_SAFE_INTEGER : codes.at(-1)!.code_num;
}

async function checkRange(db: Kysely<Tables>, range: CodeRange): Promise<string[]> {
  const problems: string[] = [];
  const mark = await marks(db);
  const rawFrom = mark("raw_from_day");
  const valuesFrom = mark("values_from_day");
  for (const name of Object.keys(VALUE) as (keyof typeof VALUE)[]) {
    const from = name === "total" ? rawFrom : Math.max(rawFrom, valuesFrom);
    problems.push(...(await checkDimension(db, range, name, from)));
  }
  problems.push(
    ...(await checkPairs(db, range, rawFrom)),
    ...(await checkPlacements(db, range, rawFrom)),
    ...(await checkQuarters(db, range, rawFrom)),
    ...(await checkVisitors(db, range)),
    ...(await checkNames(db, range)),
    ...(await checkLastDays(db, range, rawFrom, valuesFrom)),
    ...(await checkMonths(db, range, valuesFrom)),
    ...(await checkOldMonths(db, range, rawFrom, valuesFrom)),
    ...(await checkTallies(db, range)),
    ...(await checkVersions(db, range)),
    ...(await checkTags(db, range)),
    ...(await checkTotals(db, range)),
  );
  return problems;
}

async function checkTotals(db: Kysely<Tables>, { after, to }: CodeRange): Promise<string[]> {
  // On each table: PostgreSQL does not derive a range of one from that of another, and would read all of it.
  const inRange = (column: string) => sql`${sql.ref(column)} > ${after} AND ${sql.ref(column)} <= ${to}`;
  const { rows } = await sql<{ id: string; held: number; found: number }>`
    SELECT codes.id, code_counters.scan_count AS held, coalesce(sum(d.count), 0) AS found
    FROM code_counters
    JOIN codes ON codes.num = code_counters.code_num AND ${inRange("codes.num")}
    LEFT JOIN scan_daily d ON d.code_num = code_counters.code_num AND ${inRange("d.code_num")}
      AND d.dimension IN (${sql.join(COUNTING)})
    WHERE ${inRange("code_counters.code_num")}
    GROUP BY codes.id, code_counters.scan_count
    HAVING code_counters.scan_count <> coalesce(sum(d.count), 0)`.execute(db);
  return rows.map(({ id, held, found }) => `code ${id}: scanCount is ${held}, its days add up to ${found}`);
}

async function marks(db: Kysely<Tables>): Promise<(name: MetaName) => number> {
  const rows = await db.selectFrom("meta").select(["name", "value"]).execute();
  return (name) => rows.find((row) => row.name === name)?.value ?? 0;
}

interface Compared {
  code: number;
  day: number;
  value: string;
  raw: number;
  held: number;
}

const said = (what: string, { code, day, value, raw, held }: Compared): string =>
  `code number ${code}, day ${day}, ${what} "${value}": ${raw} raw scans, ${held} in the rollup`;

/** Only days whose raw scans are all kept can be compared. */
async function checkDimension(
  db: Kysely<Tables>,
  range: CodeRange,
  name: keyof typeof VALUE,
  fromDay: number,
): Promise<string[]> {
  const value = sql.raw(VALUE[name]);
  const known = name === "city" ? sql`AND p.city IS NOT NULL` : sql``;
  const { rows } = await sql<Compared>`
    SELECT code_num AS code, day, value, sum(raw) AS raw, sum(held) AS held FROM (
      SELECT s.code_num, s.at / ${sql.lit(DAY_MS)} AS day, ${value} AS value, count(*) AS raw, 0 AS held
      FROM ${RAW} WHERE true ${known} GROUP BY 1, 2, 3
      UNION ALL
      SELECT code_num, day, value, 0, count FROM scan_daily WHERE dimension = ${DIMENSION[name]}
      UNION ALL
      SELECT d.code_num, d.day, ${value}, 0, d.count FROM ${PAIRS} WHERE ${IS_PAIR} ${known}
    ) AS both_sides WHERE day >= ${fromDay} AND ${within(range)} AND NOT ${CAME_WITHOUT_RAW}
    GROUP BY 1, 2, 3 HAVING sum(raw) <> sum(held)`.execute(db);
  return rows.map((row) => said(name, row));
}

/** Swapped pairs would still add up, so none may have more than its raw scans. */
async function checkPairs(db: Kysely<Tables>, range: CodeRange, fromDay: number): Promise<string[]> {
  const { rows } = await sql<Compared>`
    SELECT code_num AS code, day, value, sum(raw) AS raw, sum(held) AS held FROM (
      SELECT code_num, at / ${sql.lit(DAY_MS)} AS day, agent_id || '.' || place_id AS value,
        count(*) AS raw, 0 AS held
      FROM scans GROUP BY 1, 2, 3
      UNION ALL
      SELECT code_num, day, value, 0, count FROM scan_daily WHERE dimension = ${DIMENSION.pair}
    ) AS both_sides WHERE day >= ${fromDay} AND ${within(range)} AND NOT ${CAME_WITHOUT_RAW}
    GROUP BY 1, 2, 3 HAVING sum(raw) < sum(held)`.execute(db);
  return rows.map((row) => said("pair", row));
}

async function checkNames(db: Kysely<Tables>, range: CodeRange): Promise<string[]> {
  const { rows } = await sql<{ code: number; day: number; value: string }>`
    SELECT d.code_num AS code, d.day, d.value
    FROM scan_daily d LEFT JOIN agents a ON ${NAMED.agent} LEFT JOIN places p ON ${NAMED.place}
    WHERE ${IS_PAIR} AND (a.id IS NULL OR p.id IS NULL) AND ${within(range, "d.code_num")}
    ORDER BY 1, 2, 3`.execute(db);
  return rows.map(
    ({ code, day, value }) => `code number ${code}, day ${day}, pair "${value}": it names no agent or no place`,
  );
}

/** For days whose cities may be gone, raw scans show the last one, where they are kept. */
async function checkLastDays(
  db: Kysely<Tables>,
  range: CodeRange,
  rawFrom: number,
  valuesFrom: number,
): Promise<string[]> {
  const city = sql.raw(VALUE.city);
  const { rows } = await sql<{ code: number; city: string; raw: number | null; held: number | null }>`
    SELECT * FROM (SELECT code_num AS code, city, max(raw) AS raw, max(held) AS held FROM (
      SELECT code_num, value AS city, day AS raw, CAST(NULL AS integer) AS held
      FROM scan_daily WHERE dimension = ${DIMENSION.city} AND day >= ${valuesFrom}
      UNION ALL
      SELECT d.code_num, ${city}, d.day, NULL
      FROM ${PAIRS} WHERE ${IS_PAIR} AND p.city IS NOT NULL AND d.day >= ${valuesFrom}
      UNION ALL
      SELECT s.code_num, ${city}, s.at / ${sql.lit(DAY_MS)}, NULL
      FROM ${RAW} WHERE p.city IS NOT NULL AND s.at >= ${rawFrom * DAY_MS} AND s.at < ${valuesFrom * DAY_MS}
      UNION ALL
      SELECT code_num, city, NULL, last_day FROM scan_cities
    ) AS both_sides WHERE ${within(range)} GROUP BY 1, 2) AS cities
    WHERE held IS NULL OR raw <> held OR (raw IS NULL AND held >= ${Math.min(rawFrom, valuesFrom)}
      AND NOT EXISTS (SELECT 1 FROM imported_raw i
        WHERE i.code_num = code AND held < i.from_day AND held < ${valuesFrom}))`.execute(db);
  return rows.map(
    (row) => `code number ${row.code}, city "${row.city}": last scanned on day ${row.raw}, remembered as ${row.held}`,
  );
}

/** The counts of versions grow from one to the next, up to the code's. */
async function checkVersions(db: Kysely<Tables>, { after, to }: CodeRange): Promise<string[]> {
  const { rows } = await sql<{ code: number; n: number; held: number; least: number; most: number }>`
    SELECT * FROM (
      SELECT v.code_num AS code, v.n, v.scans_until AS held, c.scan_count AS most,
        coalesce(lag(v.scans_until) OVER (PARTITION BY v.code_num ORDER BY v.n), 0) AS least
      FROM code_versions v JOIN code_counters c ON c.code_num = v.code_num
      WHERE v.code_num > ${after} AND v.code_num <= ${to}
    ) AS ends WHERE held < least OR held > most ORDER BY code, n`.execute(db);
  return rows.map(
    ({ code, n, held, least, most }) =>
      `code number ${code}, version ${n}: ended at ${held} scans, which must be ${least} to ${most}`,
  );
}

/** Tags are of the code's workspace and in use, or being removed, and find the code unless it is in the bin. */
async function checkTags(db: Kysely<Tables>, range: CodeRange): Promise<string[]> {
  const { rows } = await sql<{ code: number; tag: number }>`
    SELECT code_num AS code, tag_num AS tag FROM code_tags
    LEFT JOIN codes ON codes.num = code_num LEFT JOIN tags ON tags.num = tag_num
    LEFT JOIN workspaces ON workspaces.id = codes.workspace_id
    WHERE ${within(range)} AND (codes.num IS NULL OR codes.erased_at IS NOT NULL
      OR (workspaces.id IS NOT NULL AND (tags.num IS NULL OR tags.workspace_id <> codes.workspace_id))
      OR is_listed <> CASE WHEN codes.deleted_at IS NULL THEN 1 ELSE 0 END)
    ORDER BY 1, 2`.execute(db);
  return rows.map(({ code, tag }) => `code number ${code}: tag number ${tag} is not a tag of it, or finds it wrongly`);
}
