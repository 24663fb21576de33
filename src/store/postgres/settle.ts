import { sql } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import { pairValue } from "../pairs.ts";
import { placeLines, summedOf } from "../placing.ts";
import { inOrder, type RunLines, settleInHalves, targetsOf, unsettled } from "../run-lines.ts";
import { type AsideLine, linesOf, readLines, type ScanLine, type UncountedLine } from "../scan-lines.ts";
import type { SettleReport } from "../scan-store.ts";
import { type Settlement, settlementOf } from "../settlement.ts";
import type { MetaName } from "../tables.ts";
import { newVisits } from "../visitors.ts";
import { combined, type SummedIn, sumsOfScans, visitorSums, type WorkspaceCount } from "../workspace-sums.ts";
import { list } from "./list.ts";
import { heldDays } from "./pairs.ts";
import type { InTransaction, Pipeline } from "./pipeline.ts";
import { addRollups, foldedBefore, SettleAgain } from "./rollups.ts";
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
import { addVisitors, type NewVisitors, readSalts } from "./visitors.ts";

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
 * Marks, rows, rollups, counts and expiry in one transaction. Readers wait for it, so independent statements are
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
      const recovered = await notStored(trx, readLines(textOf(skipped)), codes);
      left.scans.push(...recovered);
      const { scans, uncounted, aside, dropped } = placeLines(left, codes, placements);
      await Promise.all([
        moveMarks(trx, given, marks),
        uncounted.length > 0 && addUncounted(trx, uncounted),
        aside.length > 0 && keepAside(trx, aside),
        dropped > 0 && addToMeta(trx, "lines_dropped", dropped),
        missing > 0 && addToMeta(trx, "lines_missing", missing),
        recovered.length > 0 && lessMissing(trx, recovered.length),
        scans.length > 0 && addScans(trx, scans, { agents, places }, summedOf(codes), lifetimeMs),
      ]);
      return { aside, dropped, missing, recovered: recovered.length, lacking };
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

async function addScans(
  trx: Pipeline,
  scans: readonly ScanLine[],
  names: Names,
  summedIn: SummedIn,
  lifetimeMs: number,
): Promise<void> {
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
  const settlement = settlementOf(sorted);
  const [salts, held, folded, workspaces] = await Promise.all([
    readSalts(trx, sorted),
    heldDays(trx, settlement.days),
    foldedBefore(trx, settlement.perCode),
    workspacesForScans(trx),
    insertScans(trx, sorted, names),
  ]);
  const before = { held, folded, summedIn, pairOf: (scan: ScanLine) => pairOf(scan, names) };
  const visits = newVisits(sorted, salts);
  const visitors: NewVisitors[] = [];
  await addRollups(trx, settlement, before, async () => {
    await Promise.all([
      visits.length > 0 && addVisitors(trx, visits, summedIn).then((added) => visitors.push(...added)),
      addCounts(trx, settlement.perCode, lifetimeMs),
      settlement.perPlacement.length > 0 && countPlacements(trx, settlement.perPlacement),
    ]);
  });
  // Last, because they lock rows of the whole workspace until the commit.
  await addSums(trx, combined([...sumsOfScans(sorted, summedIn), ...visitors.flatMap(sumsOfVisitors)]));
  await addScanEvents(trx, sorted, workspaces);
}

const sumsOfVisitors = ({ workspaceNum, ...day }: NewVisitors) => visitorSums(workspaceNum, day);

async function addSums(trx: Pipeline, sums: readonly WorkspaceCount[]): Promise<void> {
  if (sums.length === 0) return;
  await trx.send(sql`
    INSERT INTO workspace_daily (workspace_num, dimension, day, value, count)
    SELECT * FROM unnest(
      ${list(sums, (row) => row.workspaceNum)}::integer[], ${list(sums, (row) => row.dimension)}::smallint[],
      ${list(sums, (row) => row.day)}::integer[], ${list(sums, (row) => row.value)}::text[],
      ${list(sums, (row) => row.count)}::bigint[])
    ON CONFLICT (workspace_num, dimension, day, value)
    DO UPDATE SET count = workspace_daily.count + excluded.count`);
}

const agentId = ({ agent }: ScanLine, { agents }: Names): number => agents.get(agent.key)!;
const placeId = ({ place }: ScanLine, { places }: Names): number => places.get(place.key)!;

const pairOf = (scan: ScanLine, names: Names): string => pairValue(agentId(scan, names), placeId(scan, names));

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

/** Last, and locks rows in order: a change of the same codes only waits for this and the commit. */
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
      last_quarter = greatest(last_quarter, n.quarter)
    FROM unnest(
      ${list(perCode, (row) => row.codeNum)}::bigint[], ${list(perCode, (row) => row.count)}::bigint[],
      ${list(perCode, (row) => row.firstOfLastDay)}::bigint[],
      ${list(perCode, (row) => row.lastQuarter)}::integer[]) AS n(code_num, count, at, quarter)
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
