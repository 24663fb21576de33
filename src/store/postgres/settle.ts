import { type Kysely, sql, type Transaction } from "kysely";
import { DAY_MS, dayOf, firstDayOf } from "../../shared/days.ts";
import { type MissedLine, readLines, type ScanLine } from "../scan-lines.ts";
import {
  type Agent,
  monthlyOf,
  monthsToFold,
  type Place,
  type Settlement,
  settlementOf,
} from "../settlement.ts";
import { FOLDED_DIMENSIONS, type Tables } from "../tables.ts";
import { list } from "./list.ts";

const KEPT_IN_MEMORY = 100_000;

type Trx = Transaction<Tables>;

/** Rows, rollups, counts and expiry in one transaction; only rows that were not there yet count. */
export function createSettle(db: Kysely<Tables>, lifetimeMs: number) {
  const agents = dictionary<Agent>(async (texts, parts) => {
    const keys = list(texts, (text) => text);
    const column = (i: 0 | 1 | 2) => list(parts, (part) => part[i]);
    await sql`INSERT INTO agents (key, device, browser, os)
      SELECT * FROM unnest(${keys}::text[], ${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[])
      ON CONFLICT (key) DO NOTHING`.execute(db);
    const found =
      await sql<Found>`SELECT id, key FROM agents WHERE key = ANY(${keys}::text[])`.execute(db);
    return found.rows;
  });
  const places = dictionary<Place>(async (texts, parts) => {
    const keys = list(texts, (text) => text);
    const column = (i: 0 | 1 | 2 | 3) => list(parts, (part) => part[i]);
    await sql`INSERT INTO places (key, country, city, latitude, longitude)
      SELECT * FROM unnest(${keys}::text[], ${column(0)}::text[], ${column(1)}::text[],
        ${column(2)}::float8[], ${column(3)}::float8[])
      ON CONFLICT (key) DO NOTHING`.execute(db);
    const found =
      await sql<Found>`SELECT id, key FROM places WHERE key = ANY(${keys}::text[])`.execute(db);
    return found.rows;
  });

  return async (batches: readonly string[]): Promise<void> => {
    const { scans, missed } = readLines(batches);
    const unique = [...new Map(scans.map((scan) => [scan.id, scan])).values()];
    unique.sort((a, b) => a.codeNum - b.codeNum || (a.id < b.id ? -1 : 1));
    await agents.learn(unique.map((scan) => scan.agent));
    await places.learn(unique.map((scan) => scan.place));
    await db.transaction().execute(async (trx) => {
      if (unique.length > 0) {
        const fresh = await insertScans(trx, unique, agents.idOf, places.idOf);
        await addRollups(trx, fresh, agents.read, places.read, lifetimeMs);
      }
      if (missed.length > 0) await addMissed(trx, missed);
    });
  };
}

async function insertScans(
  trx: Trx,
  scans: readonly ScanLine[],
  agentId: (text: string) => number,
  placeId: (text: string) => number,
): Promise<ScanLine[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO scans (code_num, id, at, agent_id, place_id)
    SELECT * FROM unnest(
      ${list(scans, (scan) => scan.codeNum)}::bigint[], ${list(scans, (scan) => scan.id)}::uuid[],
      ${list(scans, (scan) => scan.at)}::bigint[], ${list(scans, (scan) => agentId(scan.agent))}::integer[],
      ${list(scans, (scan) => placeId(scan.place))}::integer[])
    ON CONFLICT DO NOTHING RETURNING id`.execute(trx);
  if (rows.length === scans.length) return [...scans];
  const ids = new Set(rows.map((row) => row.id));
  return scans.filter((scan) => ids.has(scan.id));
}

async function addRollups(
  trx: Trx,
  fresh: readonly ScanLine[],
  agentOf: (text: string) => Agent,
  placeOf: (text: string) => Place,
  lifetimeMs: number,
): Promise<void> {
  if (fresh.length === 0) return;
  const { lives, daily, cities } = settlementOf(fresh, agentOf, placeOf);
  const folded = await foldMonths(trx, lives);
  await sql`
    UPDATE code_life SET scan_count = scan_count + n.count,
      expires_at = CASE WHEN expires_fixed = 0 AND n.at / ${DAY_MS}::bigint > renewed_at / ${DAY_MS}::bigint
        THEN n.at + ${lifetimeMs}::bigint ELSE expires_at END,
      renewed_at = CASE WHEN expires_fixed = 0 AND n.at / ${DAY_MS}::bigint > renewed_at / ${DAY_MS}::bigint
        THEN n.at ELSE renewed_at END
    FROM unnest(
      ${list(lives, (row) => row.codeNum)}::bigint[], ${list(lives, (row) => row.count)}::bigint[],
      ${list(lives, (row) => row.firstOfLastDay)}::bigint[]) AS n(code_num, count, at)
    WHERE code_life.code_num = n.code_num`.execute(trx);
  const monthly = monthlyOf(daily, (codeNum) => folded.get(codeNum) ?? 0);
  if (monthly.length > 0) {
    await sql`
      INSERT INTO scan_monthly (code_num, dimension, month, value, count)
      SELECT * FROM unnest(
        ${list(monthly, (row) => row.codeNum)}::bigint[], ${list(monthly, (row) => row.dimension)}::smallint[],
        ${list(monthly, (row) => row.month)}::integer[], ${list(monthly, (row) => row.value)}::text[],
        ${list(monthly, (row) => row.count)}::bigint[])
      ON CONFLICT (code_num, dimension, month, value)
      DO UPDATE SET count = scan_monthly.count + excluded.count`.execute(trx);
  }
  await sql`
    INSERT INTO scan_daily (code_num, dimension, day, value, count)
    SELECT * FROM unnest(
      ${list(daily, (row) => row.codeNum)}::bigint[], ${list(daily, (row) => row.dimension)}::smallint[],
      ${list(daily, (row) => row.day)}::integer[], ${list(daily, (row) => row.value)}::text[],
      ${list(daily, (row) => row.count)}::bigint[])
    ON CONFLICT (code_num, dimension, day, value) DO UPDATE SET count = scan_daily.count + excluded.count`.execute(
    trx,
  );
  await sql`
    INSERT INTO scan_cities (code_num, city, last_day)
    SELECT * FROM unnest(
      ${list(cities, (row) => row.codeNum)}::bigint[], ${list(cities, (row) => row.city)}::text[],
      ${list(cities, (row) => row.lastDay)}::integer[])
    ON CONFLICT (code_num, city) DO UPDATE SET last_day = excluded.last_day
      WHERE scan_cities.last_day < excluded.last_day`.execute(trx);
}

/**
 * Locks the codes' rows, in order, so that no two nodes wait for each other crosswise, and folds
 * the months each has left behind. Returns the day before which all of a code is folded.
 */
async function foldMonths(trx: Trx, lives: Settlement["lives"]): Promise<Map<number, number>> {
  const { rows } = await sql<{ code_num: number; folded_before: number }>`
    SELECT code_num, folded_before FROM code_life
    WHERE code_num = ANY(${list(lives, (row) => row.codeNum)}::bigint[])
    ORDER BY code_num FOR UPDATE`.execute(trx);
  const folded = new Map(rows.map((row) => [row.code_num, row.folded_before]));
  for (const { codeNum, firstOfLastDay } of lives) {
    const months = monthsToFold(folded.get(codeNum) ?? 0, dayOf(firstOfLastDay));
    if (months.length === 0 || !folded.has(codeNum)) continue;
    for (const month of months) {
      await sql`
        INSERT INTO scan_monthly (code_num, dimension, month, value, count)
        SELECT code_num, dimension, ${month}::integer, value, sum(count) FROM scan_daily
        WHERE code_num = ${codeNum} AND dimension = ANY(${list(FOLDED_DIMENSIONS, Number)}::smallint[])
          AND day >= ${firstDayOf(month)} AND day < ${firstDayOf(month + 1)}
        GROUP BY code_num, dimension, value`.execute(trx);
    }
    const next = firstDayOf(months.at(-1)! + 1);
    await sql`UPDATE code_life SET folded_before = ${next} WHERE code_num = ${codeNum}`.execute(
      trx,
    );
    folded.set(codeNum, next);
  }
  return folded;
}

async function addMissed(trx: Trx, missed: readonly MissedLine[]): Promise<void> {
  const lines = [...new Map(missed.map((line) => [line.id, line])).values()];
  await sql`
    WITH fresh AS (
      INSERT INTO missed (id, code_num, day, reason, count)
      SELECT * FROM unnest(
        ${list(lines, (line) => line.id)}::text[], ${list(lines, (line) => line.codeNum)}::bigint[],
        ${list(lines, (line) => line.day)}::integer[], ${list(lines, (line) => line.reason)}::text[],
        ${list(lines, (line) => line.count)}::bigint[])
      ON CONFLICT DO NOTHING RETURNING code_num, day, reason, count
    )
    INSERT INTO traffic_daily (code_num, day, reason, count)
    SELECT code_num, day, reason, sum(count) FROM fresh GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (code_num, day, reason) DO UPDATE SET count = traffic_daily.count + excluded.count`.execute(
    trx,
  );
}

interface Found {
  id: number;
  key: string;
}

/** Agents and places by their text: the number each is stored under, and its parts. */
function dictionary<T>(store: (texts: string[], parts: T[]) => Promise<Found[]>) {
  const known = new Map<string, { id: number; parts: T }>();
  return {
    async learn(texts: readonly string[]): Promise<void> {
      if (known.size >= KEPT_IN_MEMORY) known.clear();
      const unknown = [...new Set(texts)].filter((text) => !known.has(text)).sort();
      if (unknown.length === 0) return;
      const parts = unknown.map((text) => JSON.parse(text) as T);
      const ids = new Map((await store(unknown, parts)).map((row) => [row.key, row.id]));
      unknown.forEach((text, i) => {
        known.set(text, { id: ids.get(text)!, parts: parts[i]! });
      });
    },
    idOf: (text: string): number => known.get(text)!.id,
    read: (text: string): T => known.get(text)!.parts,
  };
}
