import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import { uuidBytes } from "../database/scan-ids.ts";
import type { Sqlite } from "../database/sqlite/database.ts";
import { createRowWriter } from "../database/sqlite/row-writer.ts";
import { dayOf, quarterOf } from "../shared/days.ts";
import { noteStatements } from "../webhooks/scan-events.sqlite.ts";
import type { PackedBlock } from "./block.ts";
import type { SeenBlock } from "./find-packed.ts";
import { type CodeMonth, KEPT_FROM, type StoredScans } from "./not-stored.ts";
import type { FoundCode, FoundPlacement } from "./placing.ts";
import { createSettleWith, type NameTable, type Settle, type SettleStatements } from "./settle.ts";
import { addedToCounters } from "./settlement.ts";
import type { DaySpan } from "./visitor-days.ts";
import { createAddVisitors } from "./visitors.sqlite.ts";

export function createSettle(sqlite: Sqlite, lifetimeMs: number): Settle {
  const statements: SettleStatements = {
    ...lookUps(sqlite),
    ...names(sqlite),
    ...storedScans(sqlite),
    ...writes(sqlite),
    ...counts(sqlite, lifetimeMs),
    ...noteStatements(sqlite),
    addVisitors: createAddVisitors(sqlite),
  };
  return createSettleWith({
    inTransaction: (work) => sqlite.transactionInMicrotasks(() => work(statements)),
    isContentError,
  });
}

/** SQLite errors caused by a row: constraint, type, size. */
const CONTENT_ERRORS = [18, 19, 20];
/** Raised by a trigger. None is ours, so it says nothing about the line. */
const TRIGGER = 1811;

function isContentError(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return CONTENT_ERRORS.includes(errcode & 0xff) && errcode !== TRIGGER;
}

type Row = Record<string, SQLOutputValue>;

/** What a statement finds for each key. */
function finder<K extends SQLInputValue, V>({ db }: Sqlite, text: string, read: (row: Row) => V) {
  const statement = db.prepare(text);
  return (keys: readonly K[]): Map<K, V> => {
    const found = new Map<K, V>();
    for (const key of keys) {
      const row = statement.get(key);
      if (row) found.set(key, read(row));
    }
    return found;
  };
}

const lookUps = (sqlite: Sqlite) => ({
  marks: finder<string, number>(sqlite, "SELECT settled FROM journal_marks WHERE run = ?", ({ settled }) =>
    Number(settled),
  ),
  codes: finder<string, FoundCode>(
    sqlite,
    `SELECT c.num, c.created_at, c.erased_at FROM codes c LEFT JOIN code_counters l ON l.code_num = c.num
     WHERE c.id = ? AND (l.code_num IS NOT NULL OR c.erased_at IS NOT NULL)`,
    (row) => ({ num: Number(row.num), createdAt: Number(row.created_at), erased: row.erased_at !== null }),
  ),
  placements: finder<string, FoundPlacement>(sqlite, "SELECT num, code_num FROM placements WHERE id = ?", (row) => ({
    num: Number(row.num),
    codeNum: Number(row.code_num),
  })),
  salts: finder<number, DaySpan>(sqlite, "SELECT from_quarter, quarters FROM visitor_salts WHERE id = ?", (row) => ({
    from: Number(row.from_quarter),
    quarters: Number(row.quarters),
  })),
});

function names(sqlite: Sqlite): Pick<SettleStatements, "numbers" | "addNames"> {
  const statementsOf = (table: NameTable, columns: string, values: string) => ({
    find: finder<string, number>(sqlite, `SELECT id FROM ${table} WHERE key = ?`, ({ id }) => Number(id)),
    insert: sqlite.db.prepare(`INSERT INTO ${table} (key, ${columns}) VALUES (?, ${values}) RETURNING id`),
  });
  const of = {
    agents: statementsOf("agents", "device, browser, os", "?, ?, ?"),
    places: statementsOf("places", "country, city, latitude, longitude", "?, ?, ?, ?"),
    routes: statementsOf("routes", "kind, target", "?, ?"),
  };
  return {
    numbers: (table, keys) => of[table].find(keys),
    addNames: (table, names) =>
      new Map(names.map(({ key, parts }) => [key, Number(of[table].insert.get(key, ...parts)!.id)])),
  };
}

function storedScans({ db }: Sqlite): StoredScans {
  const find = db.prepare(
    `SELECT 1 FROM scans WHERE code_num = ?1 AND id = ?2 UNION ALL SELECT 1 FROM set_aside WHERE id = ?3
     UNION ALL SELECT 1 FROM placement_moves m JOIN codes c ON c.num = m.code_num WHERE m.placement_id = ?4
       AND (c.erased_at IS NOT NULL OR EXISTS (SELECT 1 FROM scans s WHERE s.code_num = m.code_num AND s.id = ?2))`,
  );
  const moves = db.prepare("SELECT code_num FROM placement_moves WHERE placement_id = ?");
  const seeBlocks = db.prepare("SELECT n, runs FROM scan_blocks WHERE code_num = ? AND month = ?");
  const readBlock = db.prepare(
    "SELECT count, runs, facts, ids FROM scan_blocks WHERE code_num = ? AND month = ? AND n = ?",
  );
  const keptFrom = db.prepare(KEPT_FROM);

  function* blocks(months: readonly CodeMonth[]): Generator<SeenBlock> {
    for (const { codeNum, month } of months)
      for (const { n, runs } of seeBlocks.all(codeNum, month))
        yield { codeNum, month, n: Number(n), runs: runs as Uint8Array };
  }

  return {
    withoutRow: (scans) =>
      scans
        .filter(({ codeNum, id, placement }) => !find.get(codeNum, uuidBytes(id), id, placement))
        .map(({ id }) => id),
    movesOf: (placements) =>
      placements.flatMap((placement) =>
        moves.all(placement).map((row) => ({ placement, codeNum: Number(row.code_num) })),
      ),
    blocks,
    block: ({ codeNum, month, n }) => readBlock.get(codeNum, month, n) as PackedBlock | undefined,
    keptFrom: () => Number(keptFrom.get()?.value ?? 0),
  };
}

type Writes = "moveMarks" | "lockCodes" | "addUncounted" | "storeRejected" | "addToMeta" | "addScans";

function writes(sqlite: Sqlite): Pick<SettleStatements, Writes> {
  const { db } = sqlite;
  const moveMark = db.prepare(
    `INSERT INTO journal_marks (run, settled, previous) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET settled = excluded.settled, previous = excluded.previous`,
  );
  const addUncounted = db.prepare(
    `INSERT INTO uncounted_daily (code_num, day, reason, count) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const insertAside = db.prepare(
    "INSERT INTO set_aside (id, line, reason, set_aside_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const addToMeta = db.prepare(
    `INSERT INTO meta (name, value) VALUES (?1, max(0, ?2)) ON CONFLICT DO UPDATE SET value = max(0, value + ?2)`,
  );
  const insertScans = createRowWriter(
    sqlite,
    "INSERT INTO scans (code_num, id, at, agent_id, place_id, placement_num, route_id)",
    "",
  );
  return {
    moveMarks(marks) {
      for (const { run, before, last } of marks) moveMark.run(run, last, before);
    },
    // Nobody else can write meanwhile.
    lockCodes() {},
    addUncounted(lines) {
      for (const { codeNum, day, reason, count } of lines) addUncounted.run(codeNum, day, reason, count);
    },
    storeRejected(lines) {
      for (const { id, line, reason } of lines) insertAside.run(id, line, reason, Date.now());
    },
    addToMeta: (name, value) => addToMeta.run(name, value),
    addScans(scans, { agents, places, routes }) {
      const values: SQLInputValue[] = [];
      for (const { codeNum, id, at, agent, place, placementNum, route } of scans) {
        values.push(codeNum, uuidBytes(id), at, agents.get(agent.key)!, places.get(place.key)!, placementNum);
        values.push(route === null ? null : routes.get(route.key)!);
      }
      insertScans(values);
    },
  };
}

function counts({ db }: Sqlite, lifetimeMs: number): Pick<SettleStatements, "addToCodes" | "addToPlacements"> {
  const values = { count: "?1", at: "?2", day: "?3", last: "?4" };
  const addCounters = db.prepare(
    `UPDATE code_counters SET ${addedToCounters(values, "max", lifetimeMs)} WHERE code_num = ?5`,
  );
  // Apart from the counters: SQLite rewrites an index for every update that could change it.
  const seeScan = db.prepare(
    "UPDATE code_counters SET last_quarter = ?1 WHERE code_num = ?2 AND coalesce(last_quarter, -1) < ?1",
  );
  const addToPlacement = db.prepare("UPDATE placements SET scan_count = scan_count + ? WHERE num = ?");
  return {
    addToCodes(perCode) {
      for (const { count, firstOfLastDay, last, codeNum } of perCode) {
        addCounters.run(count, firstOfLastDay, dayOf(firstOfLastDay), last, codeNum);
        seeScan.run(quarterOf(last), codeNum);
      }
    },
    addToPlacements(perPlacement) {
      for (const { num, count } of perPlacement) addToPlacement.run(count, num);
    },
  };
}
