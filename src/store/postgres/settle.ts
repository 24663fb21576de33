import { sql } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import { settleInHalves } from "../halving.ts";
import { pairValue } from "../pairs.ts";
import { placeLines } from "../placing.ts";
import { type AsideLine, linesOf, readLines, type ScanLine, type UncountedLine } from "../scan-lines.ts";
import type { SettleReport } from "../scan-store.ts";
import { type Settlement, settlementOf } from "../settlement.ts";
import { list } from "./list.ts";
import { heldDays } from "./pairs.ts";
import type { InTransaction, Pipeline } from "./pipeline.ts";
import { addRollups, CodesChanged, foldedBefore } from "./rollups.ts";
import { addScanEvents, ownersForScans } from "./scan-events.ts";
import { findCodes, keptFrom, type Numbers, numberAgents, numberPlaces, storedNumbers } from "./settle-lookups.ts";

/** What the connection that settles must be. */
export const SETTLING = { pipeline: true, prepares: () => true, hasOnePlan: true };

/** The numbers of the agents and places that scans name. */
interface Names {
  agents: Numbers;
  places: Numbers;
}

/**
 * Rows, rollups, counts and expiry in one transaction; only rows that were not there yet count. People
 * wait for it, so statements that do not need each other's answers go together.
 */
export function createSettle(inTransaction: InTransaction, lifetimeMs: number) {
  async function settle(lines: readonly string[]): Promise<SettleReport> {
    const read = readLines(lines);
    return inTransaction(async (trx) => {
      const [kept, codes, agents, places] = await Promise.all([
        keptFrom(trx),
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
      ]);
      const { scans, uncounted, aside, dropped } = placeLines(read, codes, kept);
      await Promise.all([
        uncounted.length > 0 && addUncounted(trx, uncounted),
        aside.length > 0 && keepAside(trx, aside),
        dropped > 0 && addDropped(trx, dropped),
        scans.length > 0 && addScans(trx, scans, { agents, places }, lifetimeMs),
      ]);
      return { aside, dropped };
    });
  }

  const halving = {
    // What was changed meanwhile was changed by a settlement or a removal that is done now.
    settle: (lines: readonly string[]) =>
      settle(lines).catch((error) => {
        if (error instanceof CodesChanged) return settle(lines);
        throw error;
      }),
    isContentError,
    keepAside: (aside: readonly AsideLine[]) => inTransaction((trx) => keepAside(trx, aside)),
  };
  return (batches: readonly string[]): Promise<SettleReport> => settleInHalves(halving, linesOf(batches));
}

/** Classes of what PostgreSQL says of values it will not have, and an entry too long for an index. */
const CONTENT_ERROR = /^(21|22|23)...$|^54000$/;

const isContentError = (error: unknown): boolean => CONTENT_ERROR.test(String((error as { code?: unknown }).code));

async function addScans(trx: Pipeline, scans: readonly ScanLine[], names: Names, lifetimeMs: number): Promise<void> {
  const unique = [...new Map(scans.map((scan) => [scan.id, scan])).values()];
  unique.sort((a, b) => a.codeNum - b.codeNum || (a.id < b.id ? -1 : 1));
  await Promise.all([
    numberAgents(
      trx,
      unique.map(({ agent }) => agent),
      names.agents,
    ),
    numberPlaces(
      trx,
      unique.map(({ place }) => place),
      names.places,
    ),
  ]);
  const all = settlementOf(unique);
  const [fresh, held, folded, owners] = await Promise.all([
    insertScans(trx, unique, names),
    heldDays(trx, all.days),
    foldedBefore(trx, all.perCode),
    ownersForScans(trx),
  ]);
  if (fresh.length === 0) return;
  const settlement = fresh.length === unique.length ? all : settlementOf(fresh);
  const before = { held, folded, pairOf: (scan: ScanLine) => pairOf(scan, names) };
  await addRollups(trx, settlement, before, () => addCounts(trx, settlement.perCode, lifetimeMs));
  // Last, since it locks the owner's row until the commit.
  await addScanEvents(trx, fresh, owners);
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

const addDropped = (trx: Pipeline, dropped: number) =>
  trx.send(sql`INSERT INTO meta (name, value) VALUES ('lines_dropped', ${dropped})
    ON CONFLICT (name) DO UPDATE SET value = meta.value + excluded.value`);

async function insertScans(trx: Pipeline, scans: readonly ScanLine[], names: Names): Promise<readonly ScanLine[]> {
  const rows = await trx.send(sql<{ id: string }>`
    INSERT INTO scans (code_num, id, at, agent_id, place_id)
    SELECT * FROM unnest(
      ${list(scans, (scan) => scan.codeNum)}::bigint[], ${list(scans, (scan) => scan.id)}::uuid[],
      ${list(scans, (scan) => scan.at)}::bigint[], ${list(scans, (scan) => agentId(scan, names))}::integer[],
      ${list(scans, (scan) => placeId(scan, names))}::integer[])
    ON CONFLICT DO NOTHING RETURNING id`);
  if (rows.length === scans.length) return scans;
  const ids = new Set(rows.map((row) => row.id));
  return scans.filter((scan) => ids.has(scan.id));
}

/**
 * The last step, and its rows are locked in order: an owner's change of the same codes waits for no
 * more than this and the commit.
 */
async function addCounts(trx: Pipeline, perCode: Settlement["perCode"], lifetimeMs: number): Promise<void> {
  const locked = trx.send(sql`SELECT 1 FROM code_counters
    WHERE code_num = ANY(${list(perCode, (row) => row.codeNum)}::bigint[])
    ORDER BY code_num FOR NO KEY UPDATE`);
  // A lifetime that was shortened since never takes back what an earlier scan or setting gave.
  const counted = trx.send(sql`
    UPDATE code_counters SET scan_count = scan_count + n.count,
      expires_at = CASE WHEN expires_fixed = 0 AND n.at / ${DAY_MS}::bigint > renewed_at / ${DAY_MS}::bigint
        THEN greatest(expires_at, n.at + ${lifetimeMs}::bigint) ELSE expires_at END,
      expires_before = CASE WHEN expires_fixed = 0 AND n.at / ${DAY_MS}::bigint > renewed_at / ${DAY_MS}::bigint
        AND n.at + ${lifetimeMs}::bigint > expires_at THEN expires_at ELSE expires_before END,
      renewed_at = CASE WHEN expires_fixed = 0 AND n.at / ${DAY_MS}::bigint > renewed_at / ${DAY_MS}::bigint
        THEN n.at ELSE renewed_at END
    FROM unnest(
      ${list(perCode, (row) => row.codeNum)}::bigint[], ${list(perCode, (row) => row.count)}::bigint[],
      ${list(perCode, (row) => row.firstOfLastDay)}::bigint[]) AS n(code_num, count, at)
    WHERE code_counters.code_num = n.code_num`);
  await Promise.all([locked, counted]);
}

async function addUncounted(trx: Pipeline, uncounted: readonly UncountedLine[]): Promise<void> {
  const lines = [...new Map(uncounted.map((line) => [line.id, line])).values()];
  await trx.send(sql`
    WITH fresh AS (
      INSERT INTO settled_sums (id, code_num, day, reason, count)
      SELECT * FROM unnest(
        ${list(lines, (line) => line.id)}::text[], ${list(lines, (line) => line.codeNum)}::bigint[],
        ${list(lines, (line) => line.day)}::integer[], ${list(lines, (line) => line.reason)}::text[],
        ${list(lines, (line) => line.count)}::bigint[])
      ON CONFLICT DO NOTHING RETURNING code_num, day, reason, count
    )
    INSERT INTO uncounted_daily (code_num, day, reason, count)
    SELECT code_num, day, reason, sum(count) FROM fresh GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (code_num, day, reason) DO UPDATE SET count = uncounted_daily.count + excluded.count`);
}
