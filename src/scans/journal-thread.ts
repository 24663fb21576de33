/** The journal's own thread: one small SQLite file, a row per group commit, synced before it answers. */
import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import { serveThread } from "../shared/thread.ts";

export interface JournalRow {
  seq: number;
  lines: string;
}

export interface JournalStart {
  /** Rows that an earlier process left behind. */
  waiting: number;
  /** The last row before those; lastSeq when there are none. */
  settledSeq: number;
  lastSeq: number;
  /** The latest time any earlier process gave to a scan, so that ids go on from there. */
  latestMs: number;
}

const db = new DatabaseSync(workerData as string, { timeout: 5000 });
// Takes effect in a new file; an older one is converted below.
db.exec(`PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS batches (seq INTEGER PRIMARY KEY AUTOINCREMENT, lines TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS mark (one INTEGER PRIMARY KEY CHECK (one = 1), latest_ms INTEGER NOT NULL);
  INSERT OR IGNORE INTO mark (one, latest_ms) VALUES (1, 0)`);
// Files of version 0.1.0 have no such column.
const columns = db.prepare("SELECT name FROM pragma_table_info('mark')").all();
if (!columns.some(({ name }) => name === "identity")) {
  db.exec("ALTER TABLE mark ADD COLUMN identity TEXT");
}

const numberOf = (pragma: string): number => Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get()!)[0]);

const INCREMENTAL = 2;
if (numberOf("auto_vacuum") !== INCREMENTAL && !db.prepare("SELECT 1 FROM batches").get()) {
  try {
    db.exec("PRAGMA auto_vacuum = INCREMENTAL; VACUUM");
  } catch {
    // For want of space, say. It works as well without, and is tried again at the next start.
  }
}

/** Free pages are used again; what an outage left beyond these is given back, a little at a time. */
const PAGES_KEPT = 1000;
const PAGES_A_STEP = 1000;
const SHRINK_MS = 1000;

function shrink(): void {
  try {
    if (numberOf("freelist_count") <= PAGES_KEPT) return;
    db.exec(`PRAGMA incremental_vacuum(${PAGES_A_STEP}); PRAGMA wal_checkpoint(PASSIVE)`);
  } catch {
    // A full or busy disk is for the appends to tell of; this is tried again in a second.
  }
}
const shrinking = setInterval(shrink, SHRINK_MS);

const insert = db.prepare("INSERT INTO batches (lines) VALUES (?)");
const remove = db.prepare("DELETE FROM batches WHERE seq <= ?");
const setMark = db.prepare("UPDATE mark SET latest_ms = max(latest_ms, ?)");
const sequence = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'batches'");
const select = db.prepare("SELECT seq, lines FROM batches WHERE seq > ? ORDER BY seq LIMIT 2000");

const numberOfLast = (): number => Number(sequence.get()?.seq ?? 0);

const operations = {
  start(): JournalStart {
    const rows = db.prepare("SELECT count(*) AS waiting, min(seq) AS first FROM batches").get()!;
    const mark = db.prepare("SELECT latest_ms FROM mark").get()!;
    const lastSeq = numberOfLast();
    return {
      waiting: Number(rows.waiting),
      settledSeq: rows.first === null ? lastSeq : Number(rows.first) - 1,
      lastSeq,
      latestMs: Number(mark.latest_ms),
    };
  },

  /** The number of the last row. A row that is seen may wait for its sync, which this write brings. */
  syncedSeq(): number {
    setMark.run(0);
    return numberOfLast();
  },

  /** Adds a row and drops what is settled, in one commit. Returns the row's number. */
  append(lines: string, latestMs: number, settledSeq: number): number {
    db.exec("BEGIN IMMEDIATE");
    try {
      remove.run(settledSeq);
      setMark.run(latestMs);
      const { lastInsertRowid } = insert.run(lines);
      db.exec("COMMIT");
      return Number(lastInsertRowid);
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  },

  /** The oldest rows after `seq`, about `characters` of them. */
  take(seq: number, characters: number): JournalRow[] {
    const rows: JournalRow[] = [];
    let size = 0;
    for (const row of select.iterate(seq) as Iterable<unknown> as Iterable<JournalRow>) {
      rows.push({ seq: row.seq, lines: row.lines });
      size += row.lines.length;
      if (size >= characters) break;
    }
    return rows;
  },

  trim: (settledSeq: number) => void remove.run(settledSeq),

  /** The database this journal was written for; null when none is noted yet. */
  identity: () => db.prepare("SELECT identity FROM mark").get()!.identity as string | null,

  adopt: (identity: string) => void db.prepare("UPDATE mark SET identity = ?").run(identity),

  close() {
    clearInterval(shrinking);
    db.close();
  },
};

export type JournalOperations = typeof operations;

serveThread(operations);
