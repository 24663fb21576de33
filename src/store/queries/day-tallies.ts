/**
 * Busy days of the past are also kept as a tally: the scans of each agent and place in one value, which is read faster
 * than thousands of rows of scan_daily. It only repeats these: where scans came later, they are read.
 */
import { type Kysely, sql } from "kysely";
import { DAY_MS, dayOf, HOUR_MS, QUARTERS_A_DAY } from "../../shared/days.ts";
import { DIMENSION } from "../dimensions.ts";
import type { QuarterRun, Span } from "../insight-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import {
  addHours,
  addTally,
  countOf,
  emptySums,
  HOURS_A_DAY,
  packHours,
  packTally,
  tallyOf,
  type VisitTally,
} from "../tallies.ts";
import type { SignedSpan } from "./insight-parts.ts";
import { countIn, quarterRuns } from "./insight-quarters.ts";
import type { DayRange } from "./insight-rollups.ts";
import { type Reading, type ScanReader, scanReader } from "./insight-scans.ts";
import { createMetaQueries } from "./meta.ts";
import type { ScanIdCodec } from "./scans.ts";

interface TallyingOptions {
  db: Kysely<Tables>;
  /** Reads raw scans, which may take a second. */
  reports: Kysely<Tables>;
  engine: EngineName;
  ids: ScanIdCodec;
}

/** A day with fewer scans has few rows. */
const BUSY = 100;
/** Of a day with fewer, raw scans of a part are read as fast as its hours. */
const VERY_BUSY = 2000;
/** Takes about a second to count. */
const MOST = 1_000_000;
/** Days that are looked at again, because scans may be settled late. */
const LATE_DAYS = 2;
const CODES_A_LOOK = 500;

interface BusyDay {
  num: number;
  day: number;
  count: number;
}

/** Once a day. */
export async function tallyBusyDays(options: TallyingOptions, now: number): Promise<void> {
  const { db } = options;
  const meta = createMetaQueries(db);
  const today = dayOf(now);
  const done = (await meta.find("tallied_to")) ?? 0;
  if (done >= today) return;
  const from = Math.max((await meta.find("values_from_day")) ?? 0, done - LATE_DAYS);
  let after = 0;
  while (true) {
    const { rows } = await sql<{ num: number; is_due: number | boolean | null }>`
      SELECT code_num AS num, scan_count >= ${BUSY} AND last_quarter >= ${from * QUARTERS_A_DAY} AS is_due
      FROM code_counters WHERE code_num > ${after} ORDER BY code_num LIMIT ${CODES_A_LOOK}`.execute(db);
    if (rows.length === 0) break;
    const due = rows.filter((row) => Boolean(row.is_due)).map(({ num }) => num);
    if (due.length > 0) for (const day of await busyDays(db, due, from, today)) await tallyDay(options, day);
    after = rows.at(-1)!.num;
  }
  await meta.set("tallied_to", today);
}

/** Those with no tally of all their scans. */
async function busyDays(db: Kysely<Tables>, nums: readonly number[], from: number, to: number): Promise<BusyDay[]> {
  const { rows } = await sql<BusyDay>`
    SELECT d.code_num AS num, d.day, d.count FROM scan_daily d
    LEFT JOIN scan_tallies t ON t.code_num = d.code_num AND t.day = d.day
    WHERE d.code_num IN (${sql.join(nums)}) AND d.dimension = ${sql.lit(DIMENSION.total)}
      AND d.day >= ${from} AND d.day < ${to} AND d.count >= ${BUSY} AND d.count <= ${MOST}
      AND (t.count IS NULL OR t.count <> d.count) ORDER BY 1, 2`.execute(db);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** None if raw scans are missing, or some scans of the day are in pairs. */
async function tallyDay({ db, reports, engine, ids }: TallyingOptions, { num, day, count }: BusyDay): Promise<void> {
  const ofCodes = sql<boolean>`code_num = ${num}`;
  const scans = scanReader({ db: reports, engine, ids }, ofCodes);
  const span = { from: day * DAY_MS, to: (day + 1) * DAY_MS };
  const reading = { db: reports, engine, ofCodes };
  const isByHour = count >= VERY_BUSY;
  const hours = isByHour ? packHours(await tallyHours(scans, await quarterRuns(reading, { num }, span), day)) : null;
  const tally = hours ? tallyOf(addHours(emptySums(), hours, 0, HOURS_A_DAY)) : await scans.tallyExactly(span, count);
  if (countOf(tally.agents) !== count) return;
  // Waits for an erasure, which removes the code's counters first.
  const locking = engine === "postgres" ? sql`FOR SHARE` : sql``;
  const bytes = (packed: Uint8Array | null) => (engine === "postgres" ? sql`CAST(${packed} AS bytea)` : packed);
  await sql`
    INSERT INTO scan_tallies (code_num, day, count, tally, hours)
    SELECT code_num, CAST(${day} AS integer), CAST(${count} AS bigint), ${bytes(packTally(tally))},
      ${bytes(hours)}
    FROM code_counters WHERE code_num = ${num} ${locking}
    ON CONFLICT (code_num, day) DO UPDATE
    SET count = excluded.count, tally = excluded.tally, hours = excluded.hours`.execute(db);
}

async function tallyHours(scans: ScanReader, runs: readonly QuarterRun[], day: number): Promise<VisitTally[]> {
  const tallies: VisitTally[] = [];
  for (let hour = 0; hour < HOURS_A_DAY; hour++) {
    const from = day * DAY_MS + hour * HOUR_MS;
    const span = { from, to: from + HOUR_MS };
    tallies.push(await scans.tallyExactly(span, countIn(runs, span)));
  }
  return tallies;
}

/** That it has all scans of its day. */
const IS_WHOLE = sql`count = (SELECT total FROM scan_quarters AS q WHERE q.code_num = t.code_num AND q.day = t.day)`;

/** The sums of tallies that have all scans of their day, and these days. */
export async function readTallies(
  { db, engine, ofCodes }: Reading,
  ranges: readonly DayRange[],
): Promise<{ days: ReadonlySet<number>; sums: VisitTally }> {
  if (ranges.length === 0) return { days: new Set(), sums: tallyOf(emptySums()) };
  // With OR, SQLite would read all days of the code.
  const inRanges = sql.join(
    ranges.map(({ from, to }) => sql`SELECT * FROM scan_tallies WHERE ${ofCodes} AND day >= ${from} AND day <= ${to}`),
    sql` UNION ALL `,
  );
  const found = sql`FROM (${inRanges}) AS t WHERE ${IS_WHOLE}`;
  if (engine === "sqlite") {
    const { rows } = await sql<{ days: string; sums: string }>`
      SELECT CAST(json_group_array(day) AS text) AS days, sum_tallies(tally) AS sums ${found}`.execute(db);
    const [agents, places] = JSON.parse(rows[0]!.sums) as [number, number][][];
    return {
      days: new Set(JSON.parse(rows[0]!.days) as number[]),
      sums: { agents: new Map(agents), places: new Map(places) },
    };
  }
  const { rows } = await sql<{ day: number; tally: Uint8Array }>`SELECT day, tally ${found}`.execute(db);
  const sums = emptySums();
  for (const { tally } of rows) addTally(sums, tally);
  return { days: new Set(rows.map(({ day }) => day)), sums: tallyOf(sums) };
}

/**
 * Part of a day: the nearest whole hours from its tally, and what raw scans have to be added or taken off. Null if the
 * day has no tally by hour.
 */
export async function readHours(
  { db, ofCodes }: Reading,
  part: Span,
): Promise<{ tally: VisitTally; rest: SignedSpan[] } | null> {
  const day = dayOf(part.from);
  if (part.to > (day + 1) * DAY_MS) return null;
  const { rows } = await sql<{ hours: Uint8Array }>`
    SELECT hours FROM scan_tallies AS t
    WHERE ${ofCodes} AND ${IS_WHOLE} AND day = ${day} AND hours IS NOT NULL`.execute(db);
  if (!rows[0]) return null;
  const [from, to] = [Math.round(part.from / HOUR_MS), Math.round(part.to / HOUR_MS)] as const;
  const first = day * HOURS_A_DAY;
  const between = (one: number, other: number): SignedSpan =>
    one < other ? { from: one, to: other, sign: 1 } : { from: other, to: one, sign: -1 };
  return {
    tally: tallyOf(addHours(emptySums(), rows[0].hours, from - first, to - first)),
    rest: [between(part.from, from * HOUR_MS), between(to * HOUR_MS, part.to)],
  };
}
