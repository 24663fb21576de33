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
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS batches (seq INTEGER PRIMARY KEY AUTOINCREMENT, lines TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS mark (one INTEGER PRIMARY KEY CHECK (one = 1), latest_ms INTEGER NOT NULL);
  INSERT OR IGNORE INTO mark VALUES (1, 0)`);

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

  close: () => db.close(),
};

export type JournalOperations = typeof operations;

serveThread(operations);
