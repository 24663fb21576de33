import type { SQLInputValue } from "node:sqlite";
import { DAY_MS, dayOf } from "../../shared/days.ts";
import { settleInHalves } from "../halving.ts";
import { pairValue } from "../pairs.ts";
import { type FoundCode, placeLines, refsOf } from "../placing.ts";
import { type AsideLine, type Lines, linesOf, type Named, readLines, type ScanLine } from "../scan-lines.ts";
import type { SettleReport } from "../scan-store.ts";
import { settlementOf } from "../settlement.ts";
import type { Sqlite } from "./database.ts";
import { createRollups } from "./rollups.ts";
import { createRowWriter } from "./row-writer.ts";
import { createScanEvents } from "./scan-events.ts";

export const uuidBytes = (id: string): Uint8Array => Buffer.from(id.replaceAll("-", ""), "hex");

/** The scans that were not stored yet, which now are. */
type InsertNew = (scans: ScanLine[], rowOf: (scan: ScanLine) => SQLInputValue[]) => ScanLine[];

/** A line that is settled already came again, as after a crash. */
const REPEATED = new Error("Some scans are stored already.");

export type Settle = (batches: readonly string[]) => Promise<SettleReport>;

/** Rows, rollups, counts and expiry in one transaction; only rows that were not there yet count. */
export function createSettle(sqlite: Sqlite, lifetimeMs: number): Settle {
  const { db } = sqlite;
  const agentIds = dictionary(
    sqlite,
    "INSERT INTO agents (key, device, browser, os) VALUES (?, ?, ?, ?) RETURNING id",
    "SELECT id FROM agents WHERE key = ?",
  );
  const placeIds = dictionary(
    sqlite,
    "INSERT INTO places (key, country, city, latitude, longitude) VALUES (?, ?, ?, ?, ?) RETURNING id",
    "SELECT id FROM places WHERE key = ?",
  );
  const findCodes = codeFinder(sqlite);
  const insertScans = createRowWriter(
    sqlite,
    "INSERT INTO scans (code_num, id, at, agent_id, place_id)",
    "ON CONFLICT DO NOTHING",
  );
  const addRollups = createRollups(sqlite);
  const addScanEvents = createScanEvents(sqlite);
  // A lifetime that was shortened since never takes back what an earlier scan or setting gave.
  const addCounters = db.prepare(
    `UPDATE code_counters SET scan_count = scan_count + ?1,
       expires_at = CASE WHEN expires_fixed = 0 AND ?4 > renewed_at / ${DAY_MS} THEN max(expires_at, ?2 + ?3) ELSE expires_at END,
       expires_before = CASE WHEN expires_fixed = 0 AND ?4 > renewed_at / ${DAY_MS} AND ?2 + ?3 > expires_at
         THEN expires_at ELSE expires_before END,
       renewed_at = CASE WHEN expires_fixed = 0 AND ?4 > renewed_at / ${DAY_MS} THEN ?2 ELSE renewed_at END
     WHERE code_num = ?5`,
  );
  const insertUncounted = db.prepare(
    "INSERT INTO settled_sums (id, code_num, day, reason, count) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const addTraffic = db.prepare(
    `INSERT INTO uncounted_daily (code_num, day, reason, count) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const insertAside = db.prepare(
    "INSERT INTO set_aside (id, line, reason, set_aside_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const addDropped = db.prepare(
    `INSERT INTO meta (name, value) VALUES ('lines_dropped', ?)
     ON CONFLICT DO UPDATE SET value = value + excluded.value`,
  );

  function keepAside(aside: readonly AsideLine[]): void {
    for (const { id, line, reason } of aside) insertAside.run(id, line, reason, Date.now());
  }

  /** Inserts all at once, as nearly always; throws when one was there already. */
  const insertAll: InsertNew = (scans, rowOf) => {
    if (insertScans(scans.flatMap(rowOf)) < scans.length) throw REPEATED;
    return scans;
  };
  const insertOneByOne: InsertNew = (scans, rowOf) => scans.filter((scan) => insertScans(rowOf(scan)) === 1);

  function settleOnce(lines: Lines, insertNew: InsertNew): SettleReport {
    const placed = placeLines(lines, findCodes(lines), keptFrom(sqlite));
    const { scans, uncounted, aside, dropped } = placed;
    scans.sort((a, b) => a.codeNum - b.codeNum);
    const agentId = agentIds(scans.map((scan) => scan.agent));
    const placeId = placeIds(scans.map((scan) => scan.place));
    const fresh = insertNew(scans, ({ codeNum, id, at, agent, place }) => [
      ...[codeNum, uuidBytes(id), at, agentId.get(agent)!, placeId.get(place)!],
    ]);
    const settlement = settlementOf(fresh);
    addRollups(settlement, ({ agent, place }) => pairValue(agentId.get(agent)!, placeId.get(place)!));
    for (const row of settlement.perCode) {
      const { count, firstOfLastDay, codeNum } = row;
      addCounters.run(count, firstOfLastDay, lifetimeMs, dayOf(firstOfLastDay), codeNum);
    }
    addScanEvents(fresh);
    for (const row of uncounted) {
      const { changes } = insertUncounted.run(row.id, row.codeNum, row.day, row.reason, row.count);
      if (changes === 1) addTraffic.run(row.codeNum, row.day, row.reason, row.count);
    }
    keepAside(aside);
    if (dropped > 0) addDropped.run(dropped);
    return { aside, dropped };
  }

  const halving = {
    settle: (lines: readonly string[]) => {
      const read = readLines(lines);
      try {
        return sqlite.transaction(() => settleOnce(read, insertAll));
      } catch (error) {
        if (error !== REPEATED) throw error;
        return sqlite.transaction(() => settleOnce(read, insertOneByOne));
      }
    },
    isContentError,
    keepAside: (aside: readonly AsideLine[]) => sqlite.transaction(() => keepAside(aside)),
  };
  return (batches) => settleInHalves(halving, linesOf(batches));
}

/** What SQLite says of a row it will not have: a constraint, a type, a size. */
const CONTENT_ERRORS = [18, 19, 20];
/** What a trigger raises. There is none of ours, so it tells nothing about the line. */
const TRIGGER = 1811;

function isContentError(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return CONTENT_ERRORS.includes(errcode & 0xff) && errcode !== TRIGGER;
}

function keptFrom(sqlite: Sqlite): { scans: number; sums: number } {
  const { rows } = sqlite.run("SELECT name, value FROM meta", []);
  const mark = (name: string) => Number(rows.find((row) => row.name === name)?.value ?? 0);
  return { scans: mark("raw_from_day"), sums: mark("sums_from_day") };
}

/** The codes that lines name. One that has no counters and is not erased is not there. */
function codeFinder({ db }: Sqlite) {
  const find = (column: string) =>
    db.prepare(
      `SELECT c.num, c.created_at, c.erased_at FROM codes c LEFT JOIN code_counters l ON l.code_num = c.num
       WHERE c.${column} = ? AND (l.code_num IS NOT NULL OR c.erased_at IS NOT NULL)`,
    );
  const byId = find("id");
  const byNum = find("num");
  return (lines: Lines): Map<string, FoundCode> => {
    const found = new Map<string, FoundCode>();
    const { ids, nums } = refsOf(lines);
    const add = (ref: string, row: Record<string, unknown> | undefined) => {
      if (!row) return;
      const { num, created_at: createdAt, erased_at: erasedAt } = row;
      found.set(ref, { num: Number(num), createdAt: Number(createdAt), erased: erasedAt !== null });
    };
    for (const id of ids) add(id, byId.get(id));
    for (const num of nums) add(String(num), byNum.get(num));
    return found;
  };
}

/** The numbers that agents or places are stored under, of those that a transaction needs. */
function dictionary({ db }: Sqlite, insert: string, find: string) {
  const inserting = db.prepare(insert);
  const finding = db.prepare(find);
  return <T extends readonly (string | number | null)[]>(names: readonly Named<T>[]) => {
    const ids = new Map<Named<T>, number>();
    for (const name of names) {
      if (ids.has(name)) continue;
      const row = finding.get(name.key) ?? inserting.get(name.key, ...name.parts);
      ids.set(name, Number(row!.id));
    }
    return ids;
  };
}
