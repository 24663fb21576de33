/** Reports on the scans of any span. Runs in the report-thread.ts of each engine. */
import { sql } from "kysely";
import { chosen } from "../codes/choice.queries.ts";
import { isOneOf } from "../database/numbers.ts";
import type { CodeChoice, CountedPlacement, InsightRequest, InsightRows, QuarterRun, Span } from "../scans/filter.ts";
import type { Names } from "../scans/names.queries.ts";
import { type ScanSource, tallyScans } from "../scans/read.queries.ts";
import type { Tally } from "../scans/tally.ts";
import { testsOf } from "../scans/tests.queries.ts";
import { addTo, countsOf, emptySums, type ValueSums } from "../scans/value-sums.queries.ts";
import type { CountedDay } from "../scans/visitor-days.ts";
import { dayOf, QUARTERS_PER_DAY, quarterOf } from "../shared/days.ts";

const MAX_CODES = 100;
/** With up to so many placements, those without a scan are listed too. */
const FEW = 50;

export async function readInsights(source: ScanSource, names: Names, request: InsightRequest): Promise<InsightRows> {
  const { codes, filter, span, previous } = request;
  const isOne = "num" in codes;
  const first = Math.min(span.from, previous?.from ?? span.from);
  const nums = isOne ? [codes.num] : await scannedSince(source, codes, quarterOf(first));
  const tests = await testsOf(source, filter, nums);
  const placement = isOne ? (["placement"] as const) : [];
  const route = isOne ? (["route"] as const) : [];
  const [now, before] = await tallyScans(source, nums, [
    { span, tests, facts: ["agent", "place", ...placement, ...route] },
    ...(previous ? [{ span: previous, tests, facts: placement }] : []),
  ]);
  const visitorsIn = (wanted: Span | null) => (request.visitors && wanted ? visitorDays(source, nums, wanted) : []);
  return {
    ...countsOf(await valuesOf(source, names, now!)),
    quarters: runsOf(now!),
    previousQuarters: before ? runsOf(before) : [],
    visitors: await visitorsIn(span),
    previousVisitors: await visitorsIn(previous),
    placements: isOne ? await placementsOf(source, codes.num, now!, before, filter.placement) : [],
    ...(await routesOf(source, names, now!)),
    codes: isOne ? [] : await mostScanned(source, now!, before),
    exactFrom: now!.exactFrom(),
    isPreviousExact: before?.isExact("total") ?? true,
  };
}

/** The numbers of codes that were scanned since a quarter of an hour. */
async function scannedSince({ db }: ScanSource, choice: CodeChoice, quarter: number): Promise<number[]> {
  const { rows } = await sql<{ num: number }>`
    SELECT num FROM codes JOIN code_counters ON code_num = num
    WHERE ${chosen(choice)} AND last_quarter >= ${quarter}`.execute(db);
  return rows.map(({ num }) => Number(num));
}

async function valuesOf({ db }: ScanSource, names: Names, tally: Tally): Promise<ValueSums> {
  const sums = emptySums();
  const agents = tally.countsOf("agent");
  for (const [id, [device, browser, os]] of await names.agents(db, agents.keys())) {
    const count = agents.get(id)!;
    addTo(sums.device, device, count);
    addTo(sums.browser, browser, count);
    addTo(sums.os, os, count);
  }
  const places = tally.countsOf("place");
  for (const [id, [country, city]] of await names.places(db, places.keys())) {
    const count = places.get(id)!;
    addTo(sums.country, country, count);
    if (city !== null) addTo(sums.city, `${country}/${city}`, count);
  }
  return sums;
}

const runsOf = ({ first, quarters }: Tally): QuarterRun[] => [{ from: first, counts: quarters }];

/** Visitors on local days that begin within a span, in order. */
async function visitorDays({ db, engine }: ScanSource, nums: readonly number[], span: Span): Promise<CountedDay[]> {
  const [from, to] = [quarterOf(span.from), quarterOf(span.to)];
  // A local day is stored with the UTC day that its middle is in.
  const { rows } = await sql<Record<"day" | "begin" | "quarters" | "visitors" | "scans", number>>`
    SELECT day, begins AS "begin", quarters, sum(visitors) AS visitors, sum(scans) AS scans FROM scan_visitors
    WHERE code_num ${isOneOf(engine, nums)} AND day >= ${dayOf(span.from)} AND day <= ${dayOf(span.to) + 1}
    GROUP BY 1, 2, 3`.execute(db);
  return rows
    .map((row) => {
      const begin = Number(row.day) * QUARTERS_PER_DAY + Number(row.begin);
      return { from: begin, to: begin + row.quarters, visitors: Number(row.visitors), scans: Number(row.scans) };
    })
    .filter((day) => day.from >= from && day.from < to)
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Of the placements that the code has now. A chosen one is always listed, so that its name can be shown. */
async function placementsOf(
  { db }: ScanSource,
  codeNum: number,
  now: Tally,
  before: Tally | undefined,
  wanted: readonly string[] | undefined,
): Promise<CountedPlacement[]> {
  const known = await db
    .selectFrom("placements")
    .select(["num", "id", "name", "created_at as createdAt"])
    .where("code_num", "=", codeNum)
    .execute();
  const counts = now.countsOf("placement");
  const earlier = before?.isExact("placement") ? before.countsOf("placement") : undefined;
  return known.flatMap(({ num, id, name, createdAt }) => {
    const count = counts.get(Number(num)) ?? 0;
    const isListed = wanted?.includes(id) ?? known.length <= FEW;
    if (count === 0 && !isListed) return [];
    return [{ id, name, createdAt, count, previous: earlier ? (earlier.get(Number(num)) ?? 0) : null }];
  });
}

async function routesOf(
  { db }: ScanSource,
  names: Names,
  tally: Tally,
): Promise<Pick<InsightRows, "rules" | "variants">> {
  const counts = tally.countsOf("route");
  const routes = await names.routes(db, counts.keys());
  const counted = (wanted: string) =>
    Array.from(routes).flatMap(([id, [kind, value]]) => (kind === wanted ? [{ value, count: counts.get(id)! }] : []));
  return { rules: counted("rule"), variants: counted("variant") };
}

/** The codes with the most scans, and of those with equally many the first by name. */
async function mostScanned(
  { db, engine }: ScanSource,
  { codes: counts }: Tally,
  before: Tally | undefined,
): Promise<InsightRows["codes"]> {
  const sorted = Float64Array.from(counts.values()).sort();
  const least = sorted.at(-MAX_CODES) ?? 1;
  const named = (nums: readonly number[]) =>
    db
      .selectFrom("codes")
      .select(["num", "id", "name", "name_key", "created_at as createdAt"])
      .where(sql<boolean>`num ${isOneOf(engine, nums)}`)
      .orderBy("name_key")
      .orderBy("num")
      .limit(MAX_CODES)
      .execute();
  const numsWith = (isMeant: (count: number) => boolean) =>
    [...counts].filter(([, count]) => isMeant(count)).map(([num]) => num);
  const rows = [
    ...(await named(numsWith((count) => count > least))),
    ...(await named(numsWith((count) => count === least))),
  ];
  return rows
    .map(({ num, id, name, createdAt }) => {
      return { id, name, createdAt, count: counts.get(Number(num))!, previous: before?.codes.get(Number(num)) ?? 0 };
    })
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_CODES);
}
