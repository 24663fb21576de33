import { sql } from "kysely";
import { DAY_MS, quarterOf } from "../../shared/days.ts";
import { placeLines } from "../placing.ts";
import { inOrder, type RunLines, settleInHalves, targetsOf, unsettled } from "../run-lines.ts";
import { type AsideLine, linesOf, readLines, type ScanLine, type UncountedLine } from "../scan-lines.ts";
import type { SettleReport } from "../scan-store.ts";
import { SettleAgain, type Settlement, settlementOf } from "../settlement.ts";
import type { MetaName } from "../tables.ts";
import { newVisits } from "../visitors.ts";
import { list } from "./list.ts";
import type { InTransaction, Pipeline } from "./pipeline.ts";
import { addScanEvents, workspacesForScans } from "./scan-events.ts";
import {
  findCodes,
  findPlacements,
  type Numbers,
  notStored,
  numberAgents,
  numberPlaces,
  storedNumbers,
} from "./settle-lookups.ts";
import { addVisitors, readSalts } from "./visitors.ts";

/** Options of the settling connection. */
export const SETTLING = { pipeline: true, prepares: () => true, hasOnePlan: true };

/** The ids of the agents and places that scans refer to. */
interface Names {
  agents: Numbers;
  places: Numbers;
}

/** Each conflict means that another transaction succeeded, so two nodes cannot block each other for long. */
const TRIES = 20;

/**
 * Marks, rows, counts and expiry in one transaction. Readers wait for it, so independent statements are
 * pipelined.
 */
export function createSettle(inTransaction: InTransaction, lifetimeMs: number) {
  async function settle(given: readonly RunLines[]): Promise<SettleReport> {
    const read = readLines(textOf(given));
    return inTransaction(async (trx) => {
      const [marks, codes, agents, places, placements] = await Promise.all([
        readMarks(trx, given),
        findCodes(trx, read),
        storedNumbers(
          trx,
          "agents",
          read.scans.map(({ agent }) => agent),
        ),
        storedNumbers(
          trx,
          "places",
          read.scans.map(({ place }) => place),
        ),
        findPlacements(trx, read),
      ]);
      const { rows, skipped, missing, lacking } = unsettled(given, marks);
      const left = rows === given ? read : readLines(textOf(rows));
      const { lost: recovered, doubtful } = await notStored(trx, readLines(textOf(skipped)), codes);
      left.scans.push(...recovered);
      const { scans, uncounted, aside, dropped } = placeLines(left, codes, placements);
      await Promise.all([
        moveMarks(trx, given, marks),
        lockKeys(trx, [...scans, ...uncounted]),
        uncounted.length > 0 && addUncounted(trx, uncounted),
        aside.length > 0 && keepAside(trx, aside),
        dropped > 0 && addToMeta(trx, "lines_dropped", dropped),
        missing > 0 && addToMeta(trx, "lines_missing", missing),
        recovered.length > 0 && lessMissing(trx, recovered.length),
        scans.length > 0 && addScans(trx, scans, { agents, places }, lifetimeMs),
      ]);
      return { aside, dropped, missing, recovered: recovered.length, lacking, doubtful: doubtful.length };
    });
  }

  async function settlePatiently(rows: readonly RunLines[]): Promise<SettleReport> {
    for (let left = TRIES; ; left--) {
      try {
        return await settle(rows);
      } catch (error) {
        if (!(error instanceof SettleAgain) || left === 1) throw error;
      }
    }
  }

  const settling = {
    settle: settlePatiently,
    isContentError,
    setAside: (row: RunLines, aside: AsideLine) =>
      inTransaction(async (trx) => {
        const marks = await readMarks(trx, [row]);
        const { missing } = unsettled([row], marks);
        await moveMarks(trx, [row], marks);
        await keepAside(trx, [aside]);
        if (missing > 0) await addToMeta(trx, "lines_missing", missing);
        return missing;
      }),
  };
  return (rows: readonly RunLines[]): Promise<SettleReport> => settleInHalves(settling, inOrder(rows));
}

const textOf = (rows: readonly RunLines[]): string[] => linesOf(rows.map(({ lines }) => lines));

async function readMarks(trx: Pipeline, rows: readonly RunLines[]): Promise<Map<string, number>> {
  const runs = [...targetsOf(rows).keys()];
  const marks = await trx.send(sql<{ run: string; settled: number }>`
    SELECT run, settled FROM journal_marks WHERE run = ANY(${list(runs, (run) => run)}::text[])`);
  return new Map(marks.map((row) => [row.run, row.settled]));
}

/**
 * Advances the marks if nobody else has: a copy of the same journal may be settled concurrently. Not sent with the
 * first statements, which would take effect if BEGIN had failed.
 */
async function moveMarks(trx: Pipeline, rows: readonly RunLines[], marks: ReadonlyMap<string, number>): Promise<void> {
  const moves = [...targetsOf(rows)].filter(([run, last]) => last > (marks.get(run) ?? 0));
  if (moves.length === 0) return;
  const moved = await trx.send(sql`
    INSERT INTO journal_marks (run, settled, previous)
    SELECT * FROM unnest(
      ${list(moves, ([run]) => run)}::text[], ${list(moves, ([, last]) => last)}::bigint[],
      ${list(moves, ([run]) => marks.get(run) ?? 0)}::bigint[])
    ON CONFLICT (run) DO UPDATE SET settled = excluded.settled, previous = excluded.previous
    WHERE journal_marks.settled = excluded.previous
    RETURNING run`);
  if (moved.length < moves.length) throw new SettleAgain("Its journal was settled further in the meantime");
}

/** PostgreSQL error classes caused by values, and an entry too long for an index. */
const CONTENT_ERROR = /^(21|22|23)...$|^54000$/;

const isContentError = (error: unknown): boolean => CONTENT_ERROR.test(String((error as { code?: unknown }).code));

/**
 * The keys of the codes' counters are locked first, which packing, moving and erasing wait for. A code that was erased
 * since it was read is looked up again.
 */
async function lockKeys(trx: Pipeline, lines: readonly { codeNum: number }[]): Promise<void> {
  const nums = new Set(lines.map(({ codeNum }) => codeNum));
  // Visits without a code.
  nums.delete(0);
  if (nums.size === 0) return;
  const locked = await trx.send(sql`SELECT 1 FROM code_counters
    WHERE code_num = ANY(${list([...nums], (num) => num)}::bigint[]) ORDER BY code_num FOR KEY SHARE`);
  if (locked.length < nums.size) throw new SettleAgain("A code was erased in the meantime");
}

/** Counters are locked late, so that owners hardly wait to change a code, and before placements, as everywhere. */
async function addScans(trx: Pipeline, scans: readonly ScanLine[], names: Names, lifetimeMs: number): Promise<void> {
  const sorted = scans.toSorted((a, b) => a.codeNum - b.codeNum || (a.id < b.id ? -1 : 1));
  await Promise.all([
    numberAgents(
      trx,
      sorted.map(({ agent }) => agent),
      names.agents,
    ),
    numberPlaces(
      trx,
      sorted.map(({ place }) => place),
      names.places,
    ),
  ]);
  const { perCode, perPlacement } = settlementOf(sorted);
  const [salts, workspaces] = await Promise.all([readSalts(trx, sorted), workspacesForScans(trx)]);
  const visits = newVisits(sorted, salts);
  await Promise.all([
    insertScans(trx, sorted, names),
    visits.length > 0 && addVisitors(trx, visits),
    addCounts(trx, perCode, lifetimeMs),
    perPlacement.length > 0 && countPlacements(trx, perPlacement),
  ]);
  await addScanEvents(trx, sorted, workspaces);
}

const agentId = ({ agent }: ScanLine, { agents }: Names): number => agents.get(agent.key)!;
const placeId = ({ place }: ScanLine, { places }: Names): number => places.get(place.key)!;

async function keepAside(trx: Pipeline, aside: readonly AsideLine[]): Promise<void> {
  const lines = [...new Map(aside.map((line) => [line.id, line])).values()];
  await trx.send(sql`
    INSERT INTO set_aside (id, line, reason, set_aside_at)
    SELECT id, line, reason, ${Date.now()}::bigint FROM unnest(
      ${list(lines, (line) => line.id)}::text[], ${list(lines, (line) => line.line)}::text[],
      ${list(lines, (line) => line.reason)}::text[]) AS n(id, line, reason)
    ON CONFLICT DO NOTHING`);
}

const addToMeta = (trx: Pipeline, name: MetaName, value: number) =>
  trx.send(sql`INSERT INTO meta (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = meta.value + excluded.value`);

const lessMissing = (trx: Pipeline, count: number) =>
  trx.send(sql`UPDATE meta SET value = greatest(0, value - ${count}) WHERE name = 'lines_missing'`);

const insertScans = (trx: Pipeline, scans: readonly ScanLine[], names: Names) =>
  trx.send(sql`
    INSERT INTO scans (code_num, id, at, agent_id, place_id, placement_num)
    SELECT * FROM unnest(
      ${list(scans, (scan) => scan.codeNum)}::bigint[], ${list(scans, (scan) => scan.id)}::uuid[],
      ${list(scans, (scan) => scan.at)}::bigint[], ${list(scans, (scan) => agentId(scan, names))}::integer[],
      ${list(scans, (scan) => placeId(scan, names))}::integer[],
      ${list(scans, (scan) => scan.placementNum)}::bigint[])`);

/** Locks rows in order. */
async function addCounts(trx: Pipeline, perCode: Settlement["perCode"], lifetimeMs: number): Promise<void> {
  const locked = trx.send(sql`SELECT 1 FROM code_counters
    WHERE code_num = ANY(${list(perCode, (row) => row.codeNum)}::bigint[])
    ORDER BY code_num FOR NO KEY UPDATE`);
  // A lifetime shortened in the settings never moves an expiry back.
  const counted = trx.send(sql`
    UPDATE code_counters SET scan_count = scan_count + n.count,
      expires_at = CASE WHEN expires_fixed = 0 AND n.at / ${DAY_MS}::bigint > renewed_at / ${DAY_MS}::bigint
        THEN greatest(expires_at, n.at + ${lifetimeMs}::bigint) ELSE expires_at END,
      expires_before = CASE WHEN expires_fixed = 0 AND n.at / ${DAY_MS}::bigint > renewed_at / ${DAY_MS}::bigint
        AND n.at + ${lifetimeMs}::bigint > expires_at THEN expires_at ELSE expires_before END,
      renewed_at = CASE WHEN expires_fixed = 0 AND n.at / ${DAY_MS}::bigint > renewed_at / ${DAY_MS}::bigint
        THEN n.at ELSE renewed_at END,
      last_quarter = greatest(last_quarter, n.quarter), last_scan_at = greatest(last_scan_at, n.last)
    FROM unnest(
      ${list(perCode, (row) => row.codeNum)}::bigint[], ${list(perCode, (row) => row.count)}::bigint[],
      ${list(perCode, (row) => row.firstOfLastDay)}::bigint[],
      ${list(perCode, (row) => quarterOf(row.last))}::integer[],
      ${list(perCode, (row) => row.last)}::bigint[]) AS n(code_num, count, at, quarter, last)
    WHERE code_counters.code_num = n.code_num`);
  await Promise.all([locked, counted]);
}

/** Locks rows in order, after those of codes. One that was deleted or moved since it was read is looked up again. */
async function countPlacements(trx: Pipeline, counts: Settlement["perPlacement"]): Promise<void> {
  const nums = list(counts, ({ num }) => num);
  const [, counted] = await Promise.all([
    trx.send(sql`SELECT 1 FROM placements WHERE num = ANY(${nums}::bigint[]) ORDER BY num FOR NO KEY UPDATE`),
    trx.send(sql`
      UPDATE placements SET scan_count = scan_count + n.count
      FROM unnest(${nums}::bigint[], ${list(counts, (row) => row.codeNum)}::bigint[],
        ${list(counts, (row) => row.count)}::bigint[]) AS n(num, code_num, count)
      WHERE placements.num = n.num AND placements.code_num = n.code_num RETURNING placements.num`),
  ]);
  if (counted.length < counts.length) throw new SettleAgain("A placement was deleted or moved in the meantime");
}

const addUncounted = (trx: Pipeline, lines: readonly UncountedLine[]) =>
  trx.send(sql`
    INSERT INTO uncounted_daily (code_num, day, reason, count)
    SELECT code_num, day, reason, sum(count) FROM unnest(
      ${list(lines, (line) => line.codeNum)}::bigint[], ${list(lines, (line) => line.day)}::integer[],
      ${list(lines, (line) => line.reason)}::text[], ${list(lines, (line) => line.count)}::bigint[]
    ) AS n(code_num, day, reason, count) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (code_num, day, reason) DO UPDATE SET count = uncounted_daily.count + excluded.count`);
