import { type Kysely, sql, type Transaction } from "kysely";
import { DAY_MS } from "../../shared/days.ts";
import { settleInHalves } from "../halving.ts";
import { pairValue } from "../pairs.ts";
import { placeLines } from "../placing.ts";
import {
  type AgentColumns,
  type AsideLine,
  linesOf,
  type Named,
  type PlaceColumns,
  readLines,
  type ScanLine,
  type UncountedLine,
} from "../scan-lines.ts";
import type { SettleReport } from "../scan-store.ts";
import { type Settlement, settlementOf } from "../settlement.ts";
import type { Tables } from "../tables.ts";
import { list } from "./list.ts";
import { addRollups } from "./rollups.ts";
import { addScanEvents } from "./scan-events.ts";
import { agentIds, findCodes, keptFrom, placeIds } from "./settle-lookups.ts";

type Trx = Transaction<Tables>;

/** Rows, rollups, counts and expiry in one transaction; only rows that were not there yet count. */
export function createSettle(db: Kysely<Tables>, lifetimeMs: number) {
  const halving = {
    settle(lines: readonly string[]): Promise<SettleReport> {
      const read = readLines(lines);
      return db.transaction().execute(async (trx) => {
        const kept = await keptFrom(trx);
        const { scans, uncounted, aside, dropped } = placeLines(
          read,
          await findCodes(trx, read),
          kept,
        );
        if (uncounted.length > 0) await addUncounted(trx, uncounted);
        if (aside.length > 0) await keepAside(trx, aside);
        if (dropped > 0) await addDropped(trx, dropped);
        if (scans.length > 0) await addScans(trx, scans, lifetimeMs);
        return { aside, dropped };
      });
    },
    isContentError,
    keepAside: (aside: readonly AsideLine[]) => keepAside(db, aside),
  };
  return (batches: readonly string[]): Promise<SettleReport> =>
    settleInHalves(halving, linesOf(batches));
}

/** Classes of what PostgreSQL says of values it will not have, and an entry too long for an index. */
const CONTENT_ERROR = /^(21|22|23)...$|^54000$/;

const isContentError = (error: unknown): boolean =>
  CONTENT_ERROR.test(String((error as { code?: unknown }).code));

async function addScans(trx: Trx, scans: readonly ScanLine[], lifetimeMs: number): Promise<void> {
  const unique = [...new Map(scans.map((scan) => [scan.id, scan])).values()];
  unique.sort((a, b) => a.codeNum - b.codeNum || (a.id < b.id ? -1 : 1));
  const agents = await agentIds(trx, new Set(unique.map((scan) => scan.agent)));
  const places = await placeIds(trx, new Set(unique.map((scan) => scan.place)));
  const fresh = await insertScans(trx, unique, agents, places);
  if (fresh.length === 0) return;
  const settlement = settlementOf(fresh);
  await addRollups(trx, settlement, ({ agent, place }) =>
    pairValue(agents.get(agent)!, places.get(place)!),
  );
  await addScanEvents(trx, fresh);
  await addCounts(trx, settlement.perCode, lifetimeMs);
}

async function keepAside(db: Kysely<Tables>, aside: readonly AsideLine[]): Promise<void> {
  const lines = [...new Map(aside.map((line) => [line.id, line])).values()];
  await sql`
    INSERT INTO set_aside (id, line, reason, set_aside_at)
    SELECT id, line, reason, ${Date.now()}::bigint FROM unnest(
      ${list(lines, (line) => line.id)}::text[], ${list(lines, (line) => line.line)}::text[],
      ${list(lines, (line) => line.reason)}::text[]) AS n(id, line, reason)
    ON CONFLICT DO NOTHING`.execute(db);
}

const addDropped = (trx: Trx, dropped: number) =>
  sql`INSERT INTO meta (name, value) VALUES ('lines_dropped', ${dropped})
    ON CONFLICT (name) DO UPDATE SET value = meta.value + excluded.value`.execute(trx);

async function insertScans(
  trx: Trx,
  scans: readonly ScanLine[],
  agents: ReadonlyMap<Named<AgentColumns>, number>,
  places: ReadonlyMap<Named<PlaceColumns>, number>,
): Promise<ScanLine[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO scans (code_num, id, at, agent_id, place_id)
    SELECT * FROM unnest(
      ${list(scans, (scan) => scan.codeNum)}::bigint[], ${list(scans, (scan) => scan.id)}::uuid[],
      ${list(scans, (scan) => scan.at)}::bigint[], ${list(scans, (scan) => agents.get(scan.agent)!)}::integer[],
      ${list(scans, (scan) => places.get(scan.place)!)}::integer[])
    ON CONFLICT DO NOTHING RETURNING id`.execute(trx);
  if (rows.length === scans.length) return [...scans];
  const ids = new Set(rows.map((row) => row.id));
  return scans.filter((scan) => ids.has(scan.id));
}

/**
 * The last step, and its rows are locked in order: an owner's change of the same codes waits for no
 * more than this and the commit.
 */
async function addCounts(
  trx: Trx,
  perCode: Settlement["perCode"],
  lifetimeMs: number,
): Promise<void> {
  await sql`SELECT 1 FROM code_counters
    WHERE code_num = ANY(${list(perCode, (row) => row.codeNum)}::bigint[])
    ORDER BY code_num FOR NO KEY UPDATE`.execute(trx);
  // A lifetime that was shortened since never takes back what an earlier scan or setting gave.
  await sql`
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
    WHERE code_counters.code_num = n.code_num`.execute(trx);
}

async function addUncounted(trx: Trx, uncounted: readonly UncountedLine[]): Promise<void> {
  const lines = [...new Map(uncounted.map((line) => [line.id, line])).values()];
  await sql`
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
    ON CONFLICT (code_num, day, reason) DO UPDATE SET count = uncounted_daily.count + excluded.count`.execute(
    trx,
  );
}
