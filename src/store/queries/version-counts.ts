/**
 * How many scans a code had before a moment, by the time of each scan. Whole days are in scan_daily and
 * stay there. Of the moment's own day, raw scans are counted, and the count is kept with the version
 * beside that day's total: while the total is the same, no scan was settled since, however late.
 */
import { type Kysely, sql } from "kysely";
import { DAY_MS, dayOf } from "../../shared/days.ts";
import { firstIdAt } from "../../shared/ids.ts";
import { COUNTING } from "../dimensions.ts";
import type { Tables } from "../tables.ts";
import type { ScanIdCodec } from "./scans.ts";

/** The end of a version. `held`: what was counted of its day, and the day's total then. */
export interface Boundary {
  n: number;
  at: number;
  held: { scans: number; total: number } | null;
}

export interface CountParts {
  db: Kysely<Tables>;
  /** Reads what may take long, apart from what others wait for. */
  listing: Kysely<Tables>;
  ids: ScanIdCodec;
}

/** How far the time in a scan's id may be from its own before the scan is looked for everywhere. */
const ID_SLACK_MS = 10_000;

/** The scans of a code before each of `ends`, by their number, and all of them. */
export async function countUpTo(
  parts: CountParts,
  codeNum: number,
  ends: readonly Boundary[],
  today: number,
): Promise<{ before: Map<number, number>; all: number }> {
  const days = await dayTotals(parts.listing, codeNum);
  const onDay = new Map<number, number>();
  for (const [day, some] of Map.groupBy(ends, ({ at }) => dayOf(at))) {
    const total = days.get(day) ?? 0;
    const counted = await countDay(parts, { codeNum, day, ends: some, total, today });
    // The total of the very moment of counting, so that the parts of a day add up to it.
    if (counted.total > 0) days.set(day, counted.total);
    for (const [n, count] of counted.scans) onDay.set(n, count);
  }
  const before = new Map<number, number>();
  const sorted = [...days].sort(([a], [b]) => a - b);
  let [sum, next] = [0, 0];
  for (const { n, at } of [...ends].sort((a, b) => a.at - b.at)) {
    for (; next < sorted.length && sorted[next]![0] < dayOf(at); next++) sum += sorted[next]![1];
    before.set(n, sum + onDay.get(n)!);
  }
  return { before, all: sorted.reduce((total, [, count]) => total + count, 0) };
}

async function dayTotals(db: Kysely<Tables>, codeNum: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("scan_daily")
    .select(["day", sql<number>`sum(count)`.as("count")])
    .where("code_num", "=", codeNum)
    .where("dimension", "in", COUNTING)
    .groupBy("day")
    .execute();
  return new Map(rows.map((row) => [row.day, Number(row.count)]));
}

interface Asked {
  codeNum: number;
  day: number;
  /** Ends of versions on this day. */
  ends: readonly Boundary[];
  /** Scans of the day as last read. */
  total: number;
  /** What is counted of an earlier day is kept. */
  today: number;
  /** Before raw scans go: nothing is left unlooked at, and everything is kept. */
  isForGood?: boolean;
}

interface DayCount {
  total: number;
  /** By the number of the version that ended: scans of the day before it did. */
  scans: Map<number, number>;
}

export async function countDay(parts: CountParts, asked: Asked): Promise<DayCount> {
  const { codeNum, day, ends, total, today, isForGood = false } = asked;
  if (ends.every(({ held }) => held?.total === total)) {
    return { total, scans: new Map(ends.map(({ n, held }) => [n, held!.scans])) };
  }
  if (total === 0 && !isForGood) return { total, scans: new Map(ends.map(({ n }) => [n, 0])) };
  let counted = await walk(parts, asked, ID_SLACK_MS);
  let isOver = false;
  if (counted.found !== counted.total) {
    const { rawFrom, removedTo } = await marks(parts.listing, codeNum);
    if (isForGood || day >= removedTo) {
      counted = await walk(parts, asked, Number.POSITIVE_INFINITY);
    }
    // None comes to such a day any more, some may be gone: whichever counted more missed less.
    isOver = day < rawFrom;
    if (isOver) {
      const { scans } = counted;
      for (const { n, held } of ends) scans.set(n, Math.max(scans.get(n)!, held?.scans ?? 0));
    }
  }
  if (day < today) await keep(parts.db, codeNum, counted, isOver);
  return counted;
}

/**
 * One statement, so one moment: the day's total, and its raw scans between one end and the next. Each is
 * looked for where its id should be, so that the day is walked over once, however many ends it has.
 */
async function walk(
  { listing, ids }: CountParts,
  { codeNum, day, ends }: Asked,
  slackMs: number,
): Promise<DayCount & { found: number }> {
  const [first, last] = [day * DAY_MS, (day + 1) * DAY_MS];
  const edges = [...new Set([first, ...ends.map(({ at }) => at), last])].sort((a, b) => a - b);
  const idAt = (ms: number) => ids.toColumn(firstIdAt(Math.max(0, ms)));
  const parts = edges.slice(1).map((to, i) => {
    const from = edges[i]!;
    const near = Number.isFinite(slackMs)
      ? sql`AND id >= ${idAt(from - slackMs)} AND id < ${idAt(to + slackMs)}`
      : sql``;
    return sql`(SELECT count(*) FROM scans
      WHERE code_num = ${codeNum} AND at >= ${from} AND at < ${to} ${near}) AS ${sql.ref(`part_${i}`)}`;
  });
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${sql.join(parts)}, (
      SELECT coalesce(sum(count), 0) FROM scan_daily
      WHERE code_num = ${codeNum} AND dimension IN (${sql.join(COUNTING)}) AND day = ${day}) AS total`.execute(listing);
  const row = rows[0]!;
  const before = new Map([[first, 0]]);
  edges.slice(1).forEach((to, i) => {
    before.set(to, before.get(edges[i]!)! + Number(row[`part_${i}`]));
  });
  const scans = new Map(ends.map(({ n, at }) => [n, before.get(at)!]));
  return { total: Number(row.total), found: before.get(last)!, scans };
}

/**
 * Raw scans of days before `rawFrom` may be gone, or did not come with an import; those of days before
 * `removedTo` are gone, unless imported since.
 */
async function marks(db: Kysely<Tables>, codeNum: number) {
  const rows = await db.selectFrom("meta").select(["name", "value"]).execute();
  const came = db.selectFrom("imported_raw").select("from_day").where("code_num", "=", codeNum);
  const mark = (name: string) => Number(rows.find((row) => row.name === name)?.value ?? 0);
  const importedFrom = Number((await came.executeTakeFirst())?.from_day ?? 0);
  return { rawFrom: Math.max(mark("raw_from_day"), importedFrom), removedTo: mark("raw_removed_to") };
}

/** Of a day that is over, another node may have kept more since it was read, and removed what it counted. */
async function keep(db: Kysely<Tables>, codeNum: number, { scans, total }: DayCount, isOver: boolean): Promise<void> {
  for (const [n, count] of scans) {
    const more = sql<number>`CASE WHEN day_scans > ${count} THEN day_scans ELSE ${count} END`;
    await db
      .updateTable("code_versions")
      .set({ day_scans: isOver ? more : count, day_total: total })
      .where("code_num", "=", codeNum)
      .where("n", "=", n)
      .execute();
  }
}
