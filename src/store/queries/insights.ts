/**
 * Reports on the scans of any span. Totals come from quarters of an hour. What visitors used and where they were comes
 * from rollups by UTC day, and from raw scans for parts of such days; with a filter, everything comes from raw scans.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type BoundedMap, createBoundedMap } from "../../shared/bounded-map.ts";
import { DAY_MS, QUARTER_MS, quarterOf } from "../../shared/days.ts";
import type { CodeChoice, InsightRequest, InsightRows, QuarterRun, Span } from "../insight-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { MetaName, Tables } from "../tables.ts";
import type { VisitTally } from "../tallies.ts";
import type { CountedDay } from "../visitor-store.ts";
import { codesWithTag } from "./code-tags.ts";
import { readHours, readTallies } from "./day-tallies.ts";
import { type Marks, type Parts, partsOf, type SignedSpan } from "./insight-parts.ts";
import { placementsOfDays, placementsOfScans } from "./insight-placements.ts";
import { countIn, quarterRuns, sumsByCode, visitorDays } from "./insight-quarters.ts";
import { addRollups, sourcesOf, without } from "./insight-rollups.ts";
import { type OfCodes, type Reading, type ScanReader, scanReader, type Tally } from "./insight-scans.ts";
import {
  addSummedValues,
  findSums,
  mostScanned,
  nthLargest,
  type Sums,
  summedQuarters,
  summedVisitors,
} from "./insight-sums.ts";
import type { InTurn } from "./list-turns.ts";
import { firstQuarter } from "./quarters.ts";
import type { ScanIdCodec } from "./scans.ts";
import { isOneOf } from "./text-rows.ts";
import { countsOf, emptySums, type ValueSums } from "./value-sums.ts";

/** Runs reads that see the same state. */
export type Moment = <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;

interface InsightQueriesOptions {
  listing: Kysely<Tables>;
  moment: Moment;
  turns: InTurn;
  engine: EngineName;
  ids: ScanIdCodec;
  /** Up to here, raw scans of several codes are read faster than the rollups of each. Fewer only in tests. */
  mostRaw?: number;
  /** How many codes are read first, if the most scanned are looked for. Fewer only in tests. */
  firstCodes?: number;
}

const MOST_CODES = 100;
const FIRST_CODES = 200;
const TIMES_KEPT = 100_000;
/** Fewer raw scans are read as fast as the hours of their day. */
const MANY = 200;
const MOST_RAW = 1_000_000;

export function createInsightQueries(options: InsightQueriesOptions) {
  const { listing, moment, turns, engine, ids, mostRaw = MOST_RAW, firstCodes = FIRST_CODES } = options;
  const kept = createBoundedMap<readonly number[]>(TIMES_KEPT, (times) => times.length);
  const inTurn = <T>(workspaceId: string, work: (from: Kysely<Tables>) => Promise<T>) =>
    turns(workspaceId, () => moment(work));

  return {
    /** When the first of these codes was created, or first scanned if that was before; null if there is none. */
    async firstCode(choice: CodeChoice): Promise<number | null> {
      const { rows } = await sql<{ created: number | null; scanned: number | null }>`
        SELECT min(created_at) AS created,
          (SELECT min(first_quarter) FROM code_counters JOIN codes ON num = code_num
            WHERE list_workspace = ${choice.workspaceId} AND first_quarter IS NOT NULL AND ${chosen(choice)}) AS scanned
        FROM codes WHERE ${chosen(choice)}`.execute(listing);
      const { created, scanned } = rows[0]!;
      return created === null ? null : Math.min(created, scanned === null ? created : scanned * QUARTER_MS);
    },

    /** When a code was first scanned, to a quarter of an hour; null if it never was. */
    async firstScan(codeNum: number): Promise<number | null> {
      const quarter = await firstQuarter(listing, codeNum);
      return quarter === null ? null : quarter * QUARTER_MS;
    },

    async hasAll(workspaceId: string, ids: readonly string[]): Promise<boolean> {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM codes WHERE ${chosen({ workspaceId, ids })}`.execute(listing);
      return Number(rows[0]!.count) === ids.length;
    },

    read: (request: InsightRequest): Promise<InsightRows> =>
      inTurn(request.codes.workspaceId, async (db) => {
        const { codes, filter } = request;
        const ofCodes: OfCodes =
          "num" in codes ? sql<boolean>`code_num = ${codes.num}` : sql<boolean>`code_num IN (${numsOf(codes)})`;
        const marks = await readMarks(db, ofCodes, "num" in codes);
        const scans = scanReader({ db, engine, ids }, ofCodes);
        const isFiltered = Object.values(filter).some((values) => values !== undefined);
        const sources = { db, engine, ofCodes, marks, scans };
        const { span, previous, visitors } = request;
        const sums = isFiltered ? null : await usableSums(db, request, marks);
        const rollups = sums ? rollupsOfSums(sources, sums, { firstCodes, kept }) : rollupsOfCodes(sources, codes);
        const days = {
          visitors: visitors ? await rollups.visitors(span) : [],
          previousVisitors: visitors && previous ? await rollups.visitors(previous) : [],
        };
        const tallies = isFiltered
          ? { now: await scans.tally(span, filter), before: previous && (await scans.tally(previous, filter)) }
          : sums
            ? null
            : await tallyFew(sources, request, mostRaw);
        const found = tallies
          ? await readScans(sources, request, tallies)
          : await readRollups(sources, rollups, request);
        return { ...found, ...days };
      }),
  };
}

/** Of a row of codes. */
function chosen({ workspaceId, category, type, tag = [], ids }: CodeChoice): RawBuilder<boolean> {
  const tests = [sql`workspace_id = ${workspaceId} AND deleted_at IS NULL`];
  if (category !== undefined) tests.push(sql`category = ${category}`);
  if (type !== undefined) tests.push(sql`type = ${type}`);
  for (const id of tag) tests.push(sql`num IN (${codesWithTag(workspaceId, id)})`);
  if (ids !== undefined) tests.push(sql`id IN (${sql.join(ids)})`);
  return sql<boolean>`${sql.join(tests, sql` AND `)}`;
}

const numsOf = (choice: CodeChoice) => sql<{ num: number }>`SELECT num FROM codes WHERE ${chosen(choice)}`;

/** A code's months are folded as soon as it is scanned in the next one, all codes' only when they are long past. */
async function readMarks(db: Kysely<Tables>, ofCodes: OfCodes, isOne: boolean): Promise<Marks> {
  const ofOne = sql`UNION ALL SELECT 'folded', folded_before FROM code_counters WHERE ${ofCodes}`;
  const { rows } = await sql<{ name: MetaName | "imported" | "folded"; value: number | null }>`
    SELECT name, value FROM meta WHERE name IN ('raw_from_day', 'values_from_day', 'values_removed_to')
    UNION ALL SELECT 'imported', max(from_day) FROM imported_raw WHERE ${ofCodes}
    ${isOne ? ofOne : sql``}`.execute(db);
  const mark = (name: MetaName | "imported" | "folded") => Number(rows.find((row) => row.name === name)?.value ?? 0);
  return {
    raw: Math.max(mark("raw_from_day"), mark("imported")),
    values: mark("values_from_day"),
    folded: mark(isOne ? "folded" : "values_removed_to"),
  };
}

type ScanCounts = Omit<InsightRows, "visitors" | "previousVisitors">;

interface Sources extends Reading {
  marks: Marks;
  scans: ScanReader;
}

/** Where whole UTC days and quarters of an hour are read. */
interface Rollups {
  quarters: (span: Span) => Promise<QuarterRun[]>;
  /** Adds up the values of whole days, except those of the tally that it returns. */
  addValues: (sums: ValueSums, parts: Parts) => Promise<VisitTally | null>;
  visitors: (span: Span) => Promise<CountedDay[]>;
  /** Of the scans in a quarter of an hour. */
  times: (quarter: Span, count: number) => Promise<readonly number[]>;
  /** Scans in a span, plus those of `edges`, of at least the codes with the most. */
  byCode: (span: Span, edges: ReadonlyMap<number, number>) => Promise<ReadonlyMap<number, number>>;
}

const rollupsOfCodes = (reading: Sources, codes: InsightRequest["codes"]): Rollups => ({
  quarters: (span) => quarterRuns(reading, codes, span),
  async addValues(sums, parts) {
    const values = sourcesOf(parts, reading.marks.folded);
    const tallied = "num" in codes ? await readTallies(reading, values.days) : null;
    const days = tallied ? without(values.days, tallied.days) : values.days;
    await addRollups(sums, reading, { ...values, days });
    return tallied?.sums ?? null;
  },
  visitors: (span) => visitorDays(reading, span),
  times: reading.scans.timesIn,
  async byCode(span, edges) {
    const counts = "num" in codes ? new Map<number, number>() : await sumsByCode(reading, numsOf(codes), span);
    for (const [num, count] of "num" in codes ? [] : edges) counts.set(num, (counts.get(num) ?? 0) + count);
    return counts;
  },
});

interface Looking {
  firstCodes: number;
  /** Times of scans by workspace and quarter: where a running day is compared, the same is read for 15 minutes. */
  kept: BoundedMap<readonly number[]>;
}

const rollupsOfSums = (reading: Sources, sums: Sums, { firstCodes: first, kept }: Looking): Rollups => ({
  quarters: (span) => summedQuarters(reading, sums, span),
  async addValues(values, parts) {
    await addSummedValues(values, reading, sums, sourcesOf(parts, reading.marks.folded));
    return null;
  },
  visitors: (span) => summedVisitors(reading, sums, span),
  async times(quarter, count) {
    const key = `${sums.num} ${sums.changes} ${quarter.from}`;
    // Which codes are in the bin, or not included yet, is not known by the count.
    const known = sums.corrections.length === 0 ? kept.get(key) : undefined;
    return known?.length === count ? known : kept.set(key, await reading.scans.timesIn(quarter, count));
  },
  byCode: (span, edges) => mostScanned(reading, sums, { span, edges, most: MOST_CODES, first }),
});

/** Sums have all codes of a workspace, and days that are kept by value. */
async function usableSums(db: Kysely<Tables>, request: InsightRequest, { values }: Marks): Promise<Sums | null> {
  const { codes, span, previous } = request;
  if ("num" in codes) return null;
  const { workspaceId, ...others } = codes;
  if (Object.values(others).some((chosen) => chosen !== undefined)) return null;
  if (Math.min(span.from, previous?.from ?? span.from) < values * DAY_MS) return null;
  return findSums(db, workspaceId);
}

interface Tallies {
  now: Tally;
  /** Null without a comparison. */
  before: Tally | null;
}

/** The raw scans of several codes; null if there are more than `most`, or some are not kept. */
async function tallyFew({ marks, scans }: Sources, request: InsightRequest, most: number): Promise<Tallies | null> {
  const { codes, span, previous } = request;
  if ("num" in codes || marks.raw * DAY_MS > Math.min(span.from, previous?.from ?? span.from)) return null;
  const now = await scans.tallyUpTo(most, span);
  if (now === null || previous === null) return now && { now, before: null };
  const before = await scans.tallyUpTo(most, previous);
  return before && { now, before };
}

async function readScans(sources: Sources, request: InsightRequest, { now, before }: Tallies): Promise<ScanCounts> {
  const { codes, span, previous } = request;
  const { db, engine, marks, scans } = sources;
  const most = "num" in codes ? [] : await withNames({ db, engine }, now.codes);
  const inexact = ({ from }: Span) => (marks.raw * DAY_MS > from ? marks.raw * DAY_MS : null);
  const sums = emptySums();
  await scans.addValues(sums, [{ tally: now, sign: 1 }]);
  return {
    ...countsOf(sums),
    quarters: runsOf(now),
    previousQuarters: before ? runsOf(before) : [],
    placements: "num" in codes ? await placementsOfScans(sources, codes.num, request) : [],
    codes: most.map((code) => ({ ...code, previous: before?.codes.get(code.num) ?? 0 })),
    exactFrom: inexact(span),
    previousExactFrom: previous && inexact(previous),
  };
}

const runsOf = ({ quarters }: Tally): QuarterRun[] =>
  Array.from(quarters, ([from, count]) => ({ from, counts: [count] })).sort((a, b) => a.from - b.from);

async function readRollups(
  reading: Sources,
  rollups: Rollups,
  { codes, span, previous }: InsightRequest,
): Promise<ScanCounts> {
  const { scans, marks } = reading;
  const runs = await rollups.quarters(span);
  const parts = partsOf(span, (part) => countIn(runs, part), marks);
  const sums = emptySums();
  const tallied = await rollups.addValues(sums, parts);
  const whole: { tally: VisitTally; sign: 1 | -1 }[] = tallied ? [{ tally: tallied, sign: 1 }] : [];
  const tallies: { tally: Tally; sign: 1 | -1 }[] = [];
  const read = async ({ sign, ...part }: SignedSpan) => {
    const count = countIn(runs, part);
    if (count > 0) tallies.push({ tally: await scans.tallyExactly(part, count), sign });
  };
  for (const edge of parts.edges) {
    const hours = "num" in codes && countIn(runs, edge) >= MANY ? await readHours(reading, edge) : null;
    if (hours) whole.push({ tally: hours.tally, sign: edge.sign });
    for (const rest of hours?.rest ?? []) await read({ ...rest, sign: rest.sign === edge.sign ? 1 : -1 });
    if (!hours) await read(edge);
  }
  await scans.addValues(sums, [...tallies, ...whole]);
  const isRead = parts.exactFrom === null;
  const wholeDays = { from: parts.fromDay * DAY_MS, to: (parts.toDay + 1) * DAY_MS };
  const counts = await rollups.byCode(isRead ? wholeDays : span, isRead ? codesOfEdges(tallies) : new Map());
  return {
    ...countsOf(sums),
    quarters: runs,
    previousQuarters: previous ? await readPrevious(rollups, previous) : [],
    placements: "num" in codes ? await placementsOfDays(reading, codes.num, parts, previous) : [],
    codes: await codesOf(reading, counts, previous),
    exactFrom: parts.exactFrom,
    previousExactFrom: null,
  };
}

function codesOfEdges(edges: readonly { tally: Tally; sign: 1 | -1 }[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { tally, sign } of edges) {
    for (const [num, count] of tally.codes) counts.set(num, (counts.get(num) ?? 0) + sign * count);
  }
  return counts;
}

/** The comparison with a running day may end within a quarter of an hour. */
async function readPrevious(rollups: Rollups, span: Span): Promise<QuarterRun[]> {
  const runs = await rollups.quarters(span);
  const end = quarterOf(span.to);
  const last = { from: end * QUARTER_MS, to: (end + 1) * QUARTER_MS };
  if (last.from === span.to) return runs;
  const times = await rollups.times(last, countIn(runs, last));
  const count = times.filter((at) => at < span.to).length;
  const before = runs.map(({ from, counts }) => ({ from, counts: counts.slice(0, Math.max(0, end - from)) }));
  return [...before, { from: end, counts: [count] }];
}

async function codesOf(
  reading: Sources,
  counts: ReadonlyMap<number, number>,
  previous: Span | null,
): Promise<InsightRows["codes"]> {
  const { scans } = reading;
  const most = await withNames(reading, counts);
  if (most.length === 0 || !previous) return most.map((code) => ({ ...code, previous: 0 }));
  const nums = most.map(({ num }) => num);
  const whole = { from: previous.from, to: quarterOf(previous.to) * QUARTER_MS };
  const before = await sumsByCode(reading, nums, whole);
  const { codes: rest } = await scans
    .of(sql<boolean>`code_num IN (${sql.join(nums)})`)
    .tallyAll({ from: whole.to, to: previous.to });
  return most.map((code) => ({ ...code, previous: (before.get(code.num) ?? 0) + (rest.get(code.num) ?? 0) }));
}

/** The codes with the most scans, and of those with equally many the first by name. */
async function withNames({ db, engine }: Pick<Reading, "db" | "engine">, counts: ReadonlyMap<number, number>) {
  if (counts.size === 0) return [];
  const least = Math.max(1, nthLargest(counts.values(), MOST_CODES));
  const named = (nums: readonly number[]) =>
    db
      .selectFrom("codes")
      .select(["num", "id", "name", "name_key", "created_at as createdAt"])
      .where(sql<boolean>`num ${isOneOf(engine, nums)}`)
      .orderBy("name_key")
      .orderBy("num")
      .limit(MOST_CODES)
      .execute();
  const numsWith = (isMeant: (count: number) => boolean) =>
    [...counts].filter(([, count]) => isMeant(count)).map(([num]) => num);
  const rows = [
    ...(await named(numsWith((count) => count > least))),
    ...(await named(numsWith((count) => count === least))),
  ];
  return rows
    .map(({ name_key: _, ...row }) => ({ ...row, count: counts.get(row.num)! }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_CODES);
}
