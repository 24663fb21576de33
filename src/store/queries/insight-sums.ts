/** Reports on a large workspace: from its sums, plus codes they do not include yet, less codes that are in the bin. */
import { type Kysely, sql } from "kysely";
import { dayOf, QUARTERS_A_DAY, quarterOf } from "../../shared/days.ts";
import { FOLDED_DIMENSIONS } from "../dimensions.ts";
import type { QuarterRun, Span } from "../insight-store.ts";
import type { Tables } from "../tables.ts";
import type { CountedDay } from "../visitor-store.ts";
import { daySpanOf, SUMMED } from "../workspace-sums.ts";
import { readCodeDays } from "./code-days.ts";
import { quarterRuns, sumsByCode, visitorDays } from "./insight-quarters.ts";
import { addByValue, addRollups, type ValueSources } from "./insight-rollups.ts";
import type { OfCodes, Reading } from "./insight-scans.ts";
import { asText, rowsOf } from "./text-rows.ts";
import type { ValueSums } from "./value-sums.ts";

export interface Sums {
  workspaceId: string;
  num: number;
  /** Differs if codes or their scans were moved. */
  changes: number;
  corrections: { ofCodes: OfCodes; sign: 1 | -1 }[];
}

/** Null if the workspace has none. */
export async function findSums(db: Kysely<Tables>, workspaceId: string): Promise<Sums | null> {
  const added = sql`SELECT code_num FROM code_counters WHERE list_workspace = ${workspaceId} AND summed_in IS NULL`;
  const left = sql`SELECT num FROM codes JOIN code_counters ON code_num = num
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NOT NULL AND erased_at IS NULL AND summed_in IS NOT NULL`;
  const { rows } = await sql<{ num: number; changes: number; has_added: number | boolean; has_left: number | boolean }>`
    SELECT num, changes, EXISTS (${added}) AS has_added, EXISTS (${left}) AS has_left
    FROM summed_workspaces WHERE workspace_id = ${workspaceId}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const corrections: Sums["corrections"] = [];
  if (found.has_added) corrections.push({ ofCodes: sql<boolean>`code_num IN (${added})`, sign: 1 });
  if (found.has_left) corrections.push({ ofCodes: sql<boolean>`code_num IN (${left})`, sign: -1 });
  return { workspaceId, num: found.num, changes: found.changes, corrections };
}

const daysOf = (sums: Sums, from: number, to: number) =>
  sql`workspace_num = ${sums.num} AND day >= ${from} AND day <= ${to}`;

/** Scans per quarter of an hour on all UTC days that a span touches, in order. */
export async function summedQuarters(reading: Reading, sums: Sums, span: Span): Promise<QuarterRun[]> {
  if (span.to <= span.from) return [];
  const { rows } = await sql<{ text: string | null }>`
    SELECT ${asText(reading.engine, sql`day, value, count`)} AS text FROM workspace_daily
    WHERE ${daysOf(sums, dayOf(span.from), dayOf(span.to - 1))} AND dimension = ${sql.lit(SUMMED.quarter)}`.execute(
    reading.db,
  );
  const found = rowsOf<[day: number, value: string, count: number]>(rows[0]!.text);
  const counts = new Map(found.map(([day, value, count]) => [day * QUARTERS_A_DAY + Number(value), count]));
  for (const { ofCodes, sign } of sums.corrections) {
    for (const { from, counts: run } of await quarterRuns(
      { ...reading, ofCodes },
      { workspaceId: sums.workspaceId },
      span,
    )) {
      for (const [i, count] of run.entries()) counts.set(from + i, (counts.get(from + i) ?? 0) + sign * count);
    }
  }
  return Array.from(counts, ([from, count]) => ({ from, counts: [count] })).sort((a, b) => a.from - b.from);
}

/** Adds up the values of whole days. */
export async function addSummedValues(
  values: ValueSums,
  reading: Reading,
  sums: Sums,
  sources: ValueSources,
): Promise<void> {
  await addByValue(
    values,
    reading,
    sql`SELECT dimension, value, count FROM workspace_daily
      WHERE ${daysOf(sums, sources.fromDay, sources.toDay)}
        AND dimension IN (${sql.join(FOLDED_DIMENSIONS.map((n) => sql.lit(n)))})`,
  );
  for (const { ofCodes, sign } of sums.corrections) await addRollups(values, { ...reading, ofCodes }, sources, sign);
}

/** Visitors on local days that begin within a span, in order. */
export async function summedVisitors(reading: Reading, sums: Sums, span: Span): Promise<CountedDay[]> {
  const [from, to] = [quarterOf(span.from), quarterOf(span.to)];
  // A local day is stored with the UTC day that its middle is in.
  const { rows } = await sql<{ dimension: number; value: string; count: number }>`
    SELECT dimension, value, count FROM workspace_daily
    WHERE ${daysOf(sums, dayOf(span.from), dayOf(span.to) + 1)}
      AND dimension IN (${sql.lit(SUMMED.visitors)}, ${sql.lit(SUMMED.tagged)})`.execute(reading.db);
  const days = new Map<string, CountedDay & { salts: Set<string> }>();
  for (const { dimension, value, count } of rows) {
    const span = daySpanOf(value);
    if (span.from < from || span.from >= to || Number(count) === 0) continue;
    const day = dayAt(days, span.from, span.from + span.quarters);
    if (dimension === SUMMED.visitors) day.visitors += Number(count);
    else day.scans += Number(count);
    const salt = value.slice(value.lastIndexOf(".") + 1);
    if (salt !== IMPORTED) day.salts.add(salt);
  }
  for (const { ofCodes, sign } of sums.corrections) {
    for (const other of await visitorDays({ ...reading, ofCodes }, span)) {
      const day = dayAt(days, other.from, other.to);
      day.visitors += sign * other.visitors;
      day.scans += sign * other.scans;
    }
  }
  // If the salt was replaced, a visitor may have been counted twice.
  return [...days.values()]
    .filter(({ salts }) => salts.size <= 1)
    .map(({ salts: _, ...day }) => day)
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

const IMPORTED = "0";

function dayAt(days: Map<string, CountedDay & { salts: Set<string> }>, from: number, to: number) {
  const key = `${from} ${to}`;
  const held = days.get(key) ?? { from, to, visitors: 0, scans: 0, salts: new Set<string>() };
  days.set(key, held);
  return held;
}

const MORE_CODES = 4;
/** What lists are sorted by may be behind a code's count by a 64th. */
const mostOf = (listScans: number): number => listScans + Math.floor(listScans / 64);

/** 0 if there are fewer. */
export const nthLargest = (counts: Iterable<number>, n: number): number => Float64Array.from(counts).sort().at(-n) ?? 0;

type ListedCode = readonly [num: number, scans: number, summedIn: number | null, lastQuarter: number | null];
const isBehind = ([num, scans]: ListedCode, [other, otherScans]: ListedCode): boolean =>
  scans < otherScans || (scans === otherScans && num < other);

/** Scans of codes in a span of whole quarters, plus those of edges, at least of the `most` codes with the most. */
export async function mostScanned(
  reading: Reading,
  { workspaceId, num: workspaceNum }: Sums,
  { span, edges, most, first }: { span: Span; edges: ReadonlyMap<number, number>; most: number; first: number },
) {
  const { db, engine } = reading;
  const counts = new Map<number, number>();
  let after = sql``;
  /** Codes that were not scanned since a part began are not looked up. */
  const add = async (codes: readonly ListedCode[], spans: readonly Span[]) => {
    for (const part of spans) {
      const scanned = codes.filter(([, , , last]) => last !== null && last >= quarterOf(part.from));
      const nums = scanned.map(([num]) => num);
      const found = nums.length > 0 ? await sumsByCode(reading, nums, part) : [];
      for (const [num, count] of found) counts.set(num, counts.get(num)! + count);
    }
  };
  let packed: Awaited<ReturnType<typeof readCodeDays>> | undefined;
  for (let limit = first; ; limit *= MORE_CODES) {
    // A code was scanned in the span at most as often as ever.
    const { rows } = await sql<{ text: string | null }>`
      SELECT ${asText(engine, sql`code_num, list_scans, summed_in, last_quarter`)} AS text FROM (
        SELECT code_num, list_scans, summed_in, last_quarter FROM code_counters WHERE list_workspace = ${workspaceId} ${after}
        ORDER BY list_scans DESC, code_num DESC LIMIT ${limit}) AS next`.execute(db);
    const codes = rowsOf<ListedCode>(rows[0]!.text);
    if (codes.length === 0) return counts;
    const isPacked = ([, , summedIn]: ListedCode) => packed !== undefined && summedIn === workspaceNum;
    for (const code of codes) {
      const [num] = code;
      counts.set(num, (edges.get(num) ?? 0) + (isPacked(code) ? (packed!.counts[num] ?? 0) : 0));
    }
    const { true: some = [], false: others = [] } = Object.groupBy(codes, (code) => `${isPacked(code)}`);
    await add(some, packed?.rest ?? []);
    await add(others, [span]);
    const least = nthLargest(counts.values(), most);
    // In any order: an aggregate keeps none.
    const [last, scans] = codes.reduce((one, other) => (isBehind(other, one) ? other : one));
    if (codes.length < limit || mostOf(scans) < Math.max(least, 1)) return counts;
    after = sql`AND (list_scans, code_num) < (${scans}, ${last})`;
    // If the first ones do not suffice, all codes may have to be read.
    packed ??= await readCodeDays(db, workspaceNum, span);
  }
}
