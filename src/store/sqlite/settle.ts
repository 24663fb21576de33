import { DAY_MS, dayOf, quarterOf } from "../../shared/days.ts";
import {
  codesOf,
  type FoundCode,
  type FoundPlacement,
  isKept,
  mayBeLost,
  placeLines,
  placementsOf,
} from "../placing.ts";
import { inOrder, type RunLines, settleInHalves, targetsOf, unsettled } from "../run-lines.ts";
import { type AsideLine, type Lines, linesOf, type Named, readLines, type ScanLine } from "../scan-lines.ts";
import type { SettleReport } from "../scan-store.ts";
import type { PackedBlock } from "../scans/block.ts";
import type { ReadBlock, SeenBlock } from "../scans/find-packed.ts";
import { uuidBytes } from "../scans/ids.ts";
import { type CodeMonth, type NotPacked, notPacked } from "../scans/not-packed.ts";
import { settlementOf } from "../settlement.ts";
import type { Sqlite } from "./database.ts";
import { createRowWriter } from "./row-writer.ts";
import { createScanEvents } from "./scan-events.ts";
import { createVisitorCount } from "./visitors.ts";

export type Settle = (rows: readonly RunLines[]) => Promise<SettleReport>;

/** Marks, rows, counts and expiry in one transaction. */
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
  const notStored = lostFinder(sqlite, findCodes);
  const insertScans = createRowWriter(
    sqlite,
    "INSERT INTO scans (code_num, id, at, agent_id, place_id, placement_num)",
    "",
  );
  const countVisitors = createVisitorCount(sqlite);
  const addScanEvents = createScanEvents(sqlite);
  // A lifetime shortened in the settings never moves an expiry back.
  const addCounters = db.prepare(
    `UPDATE code_counters SET scan_count = scan_count + ?1,
       expires_at = CASE WHEN expires_fixed = 0 AND ?4 > renewed_at / ${DAY_MS} THEN max(expires_at, ?2 + ?3) ELSE expires_at END,
       expires_before = CASE WHEN expires_fixed = 0 AND ?4 > renewed_at / ${DAY_MS} AND ?2 + ?3 > expires_at
         THEN expires_at ELSE expires_before END,
       renewed_at = CASE WHEN expires_fixed = 0 AND ?4 > renewed_at / ${DAY_MS} THEN ?2 ELSE renewed_at END,
       last_scan_at = max(coalesce(last_scan_at, 0), ?6)
     WHERE code_num = ?5`,
  );
  const findPlacements = placementFinder(sqlite);
  const addToPlacement = db.prepare("UPDATE placements SET scan_count = scan_count + ? WHERE num = ?");
  // Apart from the counters: SQLite rewrites an index for every update that could change it.
  const seeScan = db.prepare(
    "UPDATE code_counters SET last_quarter = ?1 WHERE code_num = ?2 AND coalesce(last_quarter, -1) < ?1",
  );
  const moveMark = db.prepare(
    `INSERT INTO journal_marks (run, settled, previous) VALUES (?, ?, 0)
     ON CONFLICT DO UPDATE SET previous = settled, settled = max(settled, excluded.settled) RETURNING previous`,
  );
  const addUncounted = db.prepare(
    `INSERT INTO uncounted_daily (code_num, day, reason, count) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const insertAside = db.prepare(
    "INSERT INTO set_aside (id, line, reason, set_aside_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const addToMeta = db.prepare(
    `INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value`,
  );

  const lessMissing = db.prepare("UPDATE meta SET value = max(0, value - ?) WHERE name = 'lines_missing'");

  function keepAside(aside: readonly AsideLine[]): void {
    for (const { id, line, reason } of aside) insertAside.run(id, line, reason, Date.now());
  }

  /** Advances the marks of the rows' runs. Returns their previous values. */
  function moveMarks(rows: readonly RunLines[]): Map<string, number> {
    const targets = targetsOf(rows);
    for (const [run, last] of targets) targets.set(run, Number(moveMark.get(run, last)!.previous));
    return targets;
  }

  async function settleOnce(given: readonly RunLines[], read: Lines): Promise<SettleReport> {
    const { rows, skipped, missing, lacking } = unsettled(given, moveMarks(given));
    const lines = rows === given ? read : readLines(textOf(rows));
    const { lost: recovered, doubtful } = await notStored(readLines(textOf(skipped)));
    lines.scans.push(...recovered);
    const codes = findCodes(lines);
    const { scans, uncounted, aside, dropped } = placeLines(lines, codes, findPlacements(lines));
    scans.sort((a, b) => a.codeNum - b.codeNum);
    const agentId = agentIds(scans.map((scan) => scan.agent));
    const placeId = placeIds(scans.map((scan) => scan.place));
    insertScans(
      scans.flatMap(({ codeNum, id, at, agent, place, placementNum }) => [
        ...[codeNum, uuidBytes(id), at, agentId.get(agent)!, placeId.get(place)!, placementNum],
      ]),
    );
    countVisitors(scans);
    const { perCode, perPlacement } = settlementOf(scans);
    for (const { count, firstOfLastDay, last, codeNum } of perCode) {
      addCounters.run(count, firstOfLastDay, lifetimeMs, dayOf(firstOfLastDay), codeNum, last);
      seeScan.run(quarterOf(last), codeNum);
    }
    for (const { num, count } of perPlacement) addToPlacement.run(count, num);
    addScanEvents(scans);
    for (const row of uncounted) addUncounted.run(row.codeNum, row.day, row.reason, row.count);
    keepAside(aside);
    if (dropped > 0) addToMeta.run("lines_dropped", dropped);
    if (missing > 0) addToMeta.run("lines_missing", missing);
    if (recovered.length > 0) lessMissing.run(recovered.length);
    return { aside, dropped, missing, recovered: recovered.length, lacking, doubtful: doubtful.length };
  }

  const settling = {
    settle(rows: readonly RunLines[]) {
      const read = readLines(textOf(rows));
      return sqlite.transactionInMicrotasks(() => settleOnce(rows, read));
    },
    isContentError,
    setAside(row: RunLines, aside: AsideLine) {
      return sqlite.transaction(() => {
        const { missing } = unsettled([row], moveMarks([row]));
        keepAside([aside]);
        if (missing > 0) addToMeta.run("lines_missing", missing);
        return missing;
      });
    },
  };
  return (rows) => settleInHalves(settling, inOrder(rows));
}

const textOf = (rows: readonly RunLines[]): string[] => linesOf(rows.map(({ lines }) => lines));

/** SQLite errors caused by a row: constraint, type, size. */
const CONTENT_ERRORS = [18, 19, 20];
/** Raised by a trigger. None is ours, so it says nothing about the line. */
const TRIGGER = 1811;

function isContentError(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return CONTENT_ERRORS.includes(errcode & 0xff) && errcode !== TRIGGER;
}

/** Codes referenced by lines. A code without counters that is not erased does not exist. */
function codeFinder({ db }: Sqlite) {
  const find = db.prepare(
    `SELECT c.num, c.created_at, c.erased_at FROM codes c LEFT JOIN code_counters l ON l.code_num = c.num
     WHERE c.id = ? AND (l.code_num IS NOT NULL OR c.erased_at IS NOT NULL)`,
  );
  return (lines: Lines): Map<string, FoundCode> => {
    const found = new Map<string, FoundCode>();
    for (const id of codesOf(lines)) {
      const row = find.get(id);
      if (!row) continue;
      const { num, created_at: createdAt, erased_at: erasedAt } = row;
      found.set(id, { num: Number(num), createdAt: Number(createdAt), erased: erasedAt !== null });
    }
    return found;
  };
}

function placementFinder({ db }: Sqlite) {
  const find = db.prepare("SELECT num, code_num FROM placements WHERE id = ?");
  return (lines: Lines): Map<string, FoundPlacement> =>
    new Map(
      placementsOf(lines).flatMap((id) => {
        const row = find.get(id);
        return row ? [[id, { num: Number(row.num), codeNum: Number(row.code_num) }]] : [];
      }),
    );
}

/**
 * Scans at or below a mark that are not stored, although none of their days is forgotten. Those of a placement may have
 * been moved to another code with it, which may be erased by now.
 */
function lostFinder({ db }: Sqlite, findCodes: (lines: Lines) => Map<string, FoundCode>) {
  const find = db.prepare(
    `SELECT 1 FROM scans WHERE code_num = ?1 AND id = ?2 UNION ALL SELECT 1 FROM set_aside WHERE id = ?3
     UNION ALL SELECT 1 FROM placement_moves m JOIN codes c ON c.num = m.code_num WHERE m.placement_id = ?4
       AND (c.erased_at IS NOT NULL OR EXISTS (SELECT 1 FROM scans s WHERE s.code_num = m.code_num AND s.id = ?2))`,
  );
  const findMoves = db.prepare("SELECT code_num FROM placement_moves WHERE placement_id = ?");
  const seeBlocks = db.prepare("SELECT n, runs FROM scan_blocks WHERE code_num = ? AND month = ?");
  const readBlock = db.prepare(
    "SELECT count, runs, facts, ids FROM scan_blocks WHERE code_num = ? AND month = ? AND n = ?",
  );
  const keptFrom = db.prepare(
    "SELECT max(value) AS value FROM meta WHERE name IN ('forgotten_before_day', 'forgotten_ahead_day')",
  );

  function* seen(months: readonly CodeMonth[]): Generator<SeenBlock> {
    for (const { codeNum, month } of months)
      for (const { n, runs } of seeBlocks.all(codeNum, month))
        yield { codeNum, month, n: Number(n), runs: runs as Uint8Array };
  }

  return async (skipped: Lines): Promise<NotPacked> => {
    const codes = findCodes(skipped);
    const from = Number(keptFrom.get()?.value ?? 0);
    const numOf = ({ code }: ScanLine) => codes.get(code)?.num ?? 0;
    const noRows = mayBeLost(skipped, codes).filter(
      (scan) => isKept(scan, from) && !find.get(numOf(scan), uuidBytes(scan.id), scan.id, scan.placement),
    );
    const moves = new Map(
      [...new Set(noRows.map(({ placement }) => placement))].map((id) => {
        return [id, findMoves.all(id).map((row) => Number(row.code_num))];
      }),
    );
    const read: ReadBlock = ({ codeNum, month, n }) => readBlock.get(codeNum, month, n) as PackedBlock | undefined;
    return notPacked(noRows, (scan) => [numOf(scan), ...moves.get(scan.placement)!], seen, read);
  };
}

/** Ids of the agents or places that a transaction needs. */
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
