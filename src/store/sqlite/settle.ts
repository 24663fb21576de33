import { DAY_MS, dayOf, firstDayOf } from "../../shared/days.ts";
import { readLines, type ScanLine } from "../scan-lines.ts";
import { type Agent, monthlyOf, monthsToFold, type Place, settlementOf } from "../settlement.ts";
import { FOLDED_DIMENSIONS } from "../tables.ts";
import type { Sqlite } from "./database.ts";

const KEPT_IN_MEMORY = 100_000;

export const uuidBytes = (id: string): Uint8Array => Buffer.from(id.replaceAll("-", ""), "hex");

/** Rows, rollups, counts and expiry in one transaction; only rows that were not there yet count. */
export function createSettle(
  sqlite: Sqlite,
  lifetimeMs: number,
): (batches: readonly string[]) => void {
  const { db } = sqlite;
  const agents = dictionary<Agent>(
    sqlite,
    "INSERT INTO agents (key, device, browser, os) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
    "SELECT id FROM agents WHERE key = ?",
  );
  const places = dictionary<Place>(
    sqlite,
    "INSERT INTO places (key, country, city, latitude, longitude) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
    "SELECT id FROM places WHERE key = ?",
  );
  const insertScan = db.prepare(
    "INSERT INTO scans (code_num, id, at, agent_id, place_id) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const addDaily = db.prepare(
    `INSERT INTO scan_daily (code_num, dimension, day, value, count) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const seeCity = db.prepare(
    `INSERT INTO scan_cities (code_num, city, last_day) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET last_day = excluded.last_day WHERE last_day < excluded.last_day`,
  );
  const addLife = db.prepare(
    `UPDATE code_life SET scan_count = scan_count + ?1,
       expires_at = CASE WHEN expires_fixed = 0 AND ?4 > renewed_at / ${DAY_MS} THEN ?2 + ?3 ELSE expires_at END,
       renewed_at = CASE WHEN expires_fixed = 0 AND ?4 > renewed_at / ${DAY_MS} THEN ?2 ELSE renewed_at END
     WHERE code_num = ?5`,
  );
  const readFolded = db.prepare("SELECT folded_before FROM code_life WHERE code_num = ?");
  const setFolded = db.prepare("UPDATE code_life SET folded_before = ? WHERE code_num = ?");
  const fold = db.prepare(
    `INSERT INTO scan_monthly (code_num, dimension, month, value, count)
     SELECT code_num, dimension, ?1, value, sum(count) FROM scan_daily
     WHERE code_num = ?2 AND dimension IN (${FOLDED_DIMENSIONS}) AND day >= ?3 AND day < ?4
     GROUP BY dimension, value`,
  );
  const addMonthly = db.prepare(
    `INSERT INTO scan_monthly (code_num, dimension, month, value, count) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const insertMissed = db.prepare(
    "INSERT INTO missed (id, code_num, day, reason, count) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const addTraffic = db.prepare(
    `INSERT INTO traffic_daily (code_num, day, reason, count) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );

  /** Folds the months a code has left behind. Returns the day before which all is folded. */
  function foldMonths(codeNum: number, lastDay: number): number {
    const folded = Number(readFolded.get(codeNum)?.folded_before ?? 0);
    const months = monthsToFold(folded, lastDay);
    for (const month of months) {
      fold.run(month, codeNum, firstDayOf(month), firstDayOf(month + 1));
    }
    if (months.length === 0) return folded;
    const next = firstDayOf(months.at(-1)! + 1);
    setFolded.run(next, codeNum);
    return next;
  }

  function learn(scans: readonly ScanLine[]): void {
    agents.makeRoom();
    places.makeRoom();
    try {
      sqlite.transaction(() => {
        for (const scan of scans) {
          agents.learn(scan.agent);
          places.learn(scan.place);
        }
      });
    } catch (error) {
      // What was just learnt was rolled back: its numbers belong to nobody.
      agents.forget();
      places.forget();
      throw error;
    }
  }

  return (batches) => {
    const { scans, missed } = readLines(batches);
    scans.sort((a, b) => a.codeNum - b.codeNum);
    learn(scans);
    sqlite.transaction(() => {
      const fresh = scans.filter(
        (scan: ScanLine) =>
          insertScan.run(
            scan.codeNum,
            uuidBytes(scan.id),
            scan.at,
            agents.idOf(scan.agent),
            places.idOf(scan.place),
          ).changes === 1,
      );
      const settlement = settlementOf(fresh, agents.read, places.read);
      const folded = new Map(
        settlement.lives.map((row) => [
          row.codeNum,
          foldMonths(row.codeNum, dayOf(row.firstOfLastDay)),
        ]),
      );
      for (const row of monthlyOf(settlement.daily, (codeNum) => folded.get(codeNum)!)) {
        addMonthly.run(row.codeNum, row.dimension, row.month, row.value, row.count);
      }
      for (const row of settlement.daily) {
        addDaily.run(row.codeNum, row.dimension, row.day, row.value, row.count);
      }
      for (const row of settlement.cities) seeCity.run(row.codeNum, row.city, row.lastDay);
      for (const row of settlement.lives) {
        const { count, firstOfLastDay, codeNum } = row;
        addLife.run(count, firstOfLastDay, lifetimeMs, dayOf(firstOfLastDay), codeNum);
      }
      for (const row of missed) {
        const { changes } = insertMissed.run(row.id, row.codeNum, row.day, row.reason, row.count);
        if (changes === 1) addTraffic.run(row.codeNum, row.day, row.reason, row.count);
      }
    });
  };
}

/** Agents and places by their text: the number each is stored under, and its parts. */
function dictionary<T extends readonly (string | number | null)[]>(
  { db }: Sqlite,
  insert: string,
  find: string,
) {
  const inserting = db.prepare(insert);
  const finding = db.prepare(find);
  const known = new Map<string, { id: number; parts: T }>();
  return {
    forget: () => known.clear(),
    /** Between batches only: a batch needs all that it has learnt. */
    makeRoom(): void {
      if (known.size >= KEPT_IN_MEMORY) known.clear();
    },
    learn(text: string): void {
      if (known.has(text)) return;
      const parts = JSON.parse(text) as T;
      inserting.run(text, ...parts);
      known.set(text, { id: Number(finding.get(text)!.id), parts });
    },
    idOf: (text: string): number => known.get(text)!.id,
    read: (text: string): T => known.get(text)!.parts,
  };
}
