/** The journal's thread: a small SQLite file with one row per group commit, synced before the call returns. */
import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import { serveThread } from "../shared/thread.ts";
import { blankTags } from "./journal-tags.ts";
import type { RunLines } from "./run-lines.ts";

export interface JournalRow extends RunLines {
  /** Row number in the file, across runs. */
  seq: number;
}

export interface JournalStart {
  /** Rows left by an earlier process. */
  waiting: number;
  /** The last row before those; lastSeq if there are none. */
  settledSeq: number;
  lastSeq: number;
  /** The latest scan time of any earlier process; ids continue from there. */
  latestMs: number;
  /** Per earlier run: the line up to which it was settled and trimmed, and its last line, as rows without lines. */
  trimmed: RunLines[];
}

/** Limits the table of runs: each start of the process adds one. */
const RUNS_KEPT = 50;
const FORMAT = 1;
const OTHER_FORMAT =
  "journal.db was written by a development version of Tessera that this version cannot read: settle it with that version, or move it away.";

const db = new DatabaseSync(workerData as string, { timeout: 5000 });
const numberOf = (pragma: string): number => Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get()!)[0]);

// auto_vacuum takes effect only before the first table.
db.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
// Overwrites deleted rows where that costs no further writes; `forgetTags` releases the rest.
db.exec("PRAGMA secure_delete = FAST");
if (numberOf("user_version") !== FORMAT) {
  if (numberOf("schema_version") > 0) throw new Error(OTHER_FORMAT);
  db.exec(`BEGIN;
    CREATE TABLE batches (seq INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, first INTEGER NOT NULL,
      last INTEGER NOT NULL, lines TEXT NOT NULL);
    CREATE TABLE runs (run TEXT PRIMARY KEY, settled INTEGER NOT NULL);
    CREATE TABLE mark (one INTEGER PRIMARY KEY CHECK (one = 1), latest_ms INTEGER NOT NULL, identity TEXT);
    INSERT INTO mark (one, latest_ms) VALUES (1, 0);
    PRAGMA user_version = ${FORMAT};
    COMMIT`);
}

/** Free pages are reused; beyond this many, pages left by an outage are released in small steps. */
const PAGES_KEPT = 1000;
const PAGES_PER_STEP = 1000;
const SHRINK_MS = 1000;

function shrink(): void {
  try {
    if (numberOf("freelist_count") <= PAGES_KEPT) return;
    db.exec(`PRAGMA incremental_vacuum(${PAGES_PER_STEP}); PRAGMA wal_checkpoint(PASSIVE)`);
  } catch {
    // Appends report a full or busy disk; this is retried in a second.
  }
}
const shrinking = setInterval(shrink, SHRINK_MS);

const insert = db.prepare("INSERT INTO batches (run, first, last, lines) VALUES (?, ?, ?, ?)");
const remove = db.prepare("DELETE FROM batches WHERE seq <= ?");
const noteRuns = db.prepare(
  `INSERT INTO runs (run, settled) SELECT run, max(last) FROM batches WHERE seq <= ? GROUP BY run
   ON CONFLICT DO UPDATE SET settled = excluded.settled`,
);
const setMark = db.prepare("UPDATE mark SET latest_ms = max(latest_ms, ?)");
const sequence = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'batches'");
const select = db.prepare("SELECT seq, run, first, last, lines FROM batches WHERE seq > ? ORDER BY seq LIMIT 2000");

const numberOfLast = (): number => Number(sequence.get()?.seq ?? 0);

let trimmedSeq = 0;
let blankedSeq = 0;

/** Inside a transaction: deletes rows up to this number and records how far their runs were settled. */
function removeUpTo(seq: number): void {
  if (seq <= trimmedSeq) return;
  noteRuns.run(seq);
  remove.run(seq);
}

function transaction<T>(work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

const operations = {
  start(): JournalStart {
    const rows = db.prepare("SELECT count(*) AS waiting, min(seq) AS first FROM batches").get()!;
    const mark = db.prepare("SELECT latest_ms FROM mark").get()!;
    const lastSeq = numberOfLast();
    db.prepare(`DELETE FROM runs WHERE rowid <= (SELECT max(rowid) FROM runs) - ${RUNS_KEPT}`).run();
    const runs = db
      .prepare(
        `SELECT run, max(settled) AS settled, max(last) AS "end" FROM (
           SELECT run, settled, settled AS last FROM runs UNION ALL SELECT run, 0, max(last) FROM batches GROUP BY run
         ) GROUP BY run ORDER BY run`,
      )
      .all();
    return {
      waiting: Number(rows.waiting),
      settledSeq: rows.first === null ? lastSeq : Number(rows.first) - 1,
      lastSeq,
      latestMs: Number(mark.latest_ms),
      trimmed: runs.map(({ run, settled, end }) => ({
        run: String(run),
        first: Number(settled) + 1,
        last: Number(settled),
        lines: "",
        end: Number(end),
      })),
    };
  },

  /** The number of this row if it is the last one. A visible row may not be synced yet; this write syncs it. */
  syncedSeq({ run, last }: RunLines): number | null {
    setMark.run(0);
    const row = db.prepare("SELECT seq, run, last FROM batches ORDER BY seq DESC LIMIT 1").get();
    return row?.run === run && row?.last === last ? Number(row.seq) : null;
  },

  /** Adds a row and deletes settled ones in one commit. Returns the row's number. */
  append({ run, first, last, lines }: RunLines, latestMs: number, settledSeq: number): number {
    const seq = transaction(() => {
      removeUpTo(settledSeq);
      setMark.run(latestMs);
      return Number(insert.run(run, first, last, lines).lastInsertRowid);
    });
    trimmedSeq = settledSeq;
    return seq;
  },

  /** The oldest rows after `seq`, up to about `characters`. */
  take(seq: number, characters: number): JournalRow[] {
    const rows: JournalRow[] = [];
    let size = 0;
    for (const row of select.iterate(seq) as Iterable<unknown> as Iterable<JournalRow>) {
      rows.push({ ...row });
      size += row.lines.length;
      if (size >= characters) break;
    }
    return rows;
  },

  trim(settledSeq: number): void {
    transaction(() => removeUpTo(settledSeq));
    trimmedSeq = settledSeq;
  },

  /** Removes tags of visitors from rows before this time, and the bytes of deleted rows from the files. */
  forgetTags(before: number): void {
    blankedSeq = blankTags(db, before, blankedSeq);
    db.exec(`PRAGMA incremental_vacuum(${PAGES_KEPT + PAGES_PER_STEP}); PRAGMA wal_checkpoint(TRUNCATE)`);
  },

  /** The database this journal belongs to; null if not set yet. */
  identity: () => db.prepare("SELECT identity FROM mark").get()!.identity as string | null,

  adopt: (identity: string) => void db.prepare("UPDATE mark SET identity = ?").run(identity),

  close() {
    clearInterval(shrinking);
    db.close();
  },
};

export type JournalOperations = typeof operations;

serveThread(operations);
