import { statSync } from "node:fs";
import { join } from "node:path";
import { damaged, explainFileError, makeDataDir } from "../shared/file-errors.ts";
import { ThreadEnded } from "../shared/thread.ts";
import { createThreads, type Threads } from "../shared/threads.ts";
import type { JournalOperations, JournalRow } from "./journal-thread.ts";
import { createRecentRows } from "./recent-rows.ts";
import { createRun, type RunLines } from "./run-lines.ts";

export type Journal = Awaited<ReturnType<typeof openJournal>>;

type Done = (durable: boolean, isKnown: boolean) => void;

export interface JournalOptions {
  dataDir: string;
  /** If the disk takes longer, the visitor is answered without an acknowledgement. */
  timeoutMs?: number | undefined;
  threads?: Threads;
  /** Errors thrown by `done` or a listener; they must not stop the journal. */
  onError?: (error: unknown) => void;
}

interface Waiting {
  done: Done;
  later: ((durable: boolean) => void) | undefined;
  since: number;
  /** Timed out; the outcome is still open. */
  isToldLate: boolean;
}

const FILE = "journal.db";
const WHEN_DAMAGED =
  "Move journal.db, journal.db-wal and journal.db-shm to another folder together and start again: a new journal is created, and only the scans of the last moments before the damage are lost.";
const MAX_WAITING = 50_000;
const CHARACTERS_PER_TAKE = 2_000_000;
/** Settled rows are deleted with the next commit, or after this long without one. */
const TRIM_MS = 100;

/** Makes scans durable before the visitor is answered. One per node, for both engines. */
export async function openJournal({
  dataDir,
  timeoutMs = 1000,
  threads = createThreads(),
  onError = console.error,
}: JournalOptions) {
  makeDataDir(dataDir);
  refuseLostFile(join(dataDir, FILE));
  const file = new URL("./journal-thread.ts", import.meta.url);
  const thread = threads.start<JournalOperations>("journal", file, join(dataDir, FILE));
  const start = await thread.call("start").catch(async (error) => {
    await thread.terminate();
    throw explainFileError(error, join(dataDir, FILE), WHEN_DAMAGED);
  });
  const listeners: (() => void)[] = [];
  let run = createRun();
  let lines = "";
  let lineCount = 0;
  /** Durable lines of this run. */
  let lastLine = 0;
  let isRunOver = false;
  let latestMs = start.latestMs;
  let waiting: Waiting[] = [];
  let committing: Waiting[] = [];
  let running: Promise<void> | undefined;
  let lastSeq = start.lastSeq;
  let settledSeq = 0;
  let trimmedSeq = 0;
  let trimming: NodeJS.Timeout | undefined;
  const recent = createRecentRows(CHARACTERS_PER_TAKE);
  let problem: string | null = null;

  /** Group commit: lines that arrive during a commit go into the next one. */
  async function commit(): Promise<void> {
    while (waiting.length > 0) {
      if (isRunOver) {
        run = createRun();
        lastLine = 0;
        isRunOver = false;
      }
      const row = { run, first: lastLine + 1, last: lastLine + lineCount, lines };
      committing = waiting;
      lines = "";
      lineCount = 0;
      waiting = [];
      const trimTo = settledSeq;
      let durable = false;
      try {
        // A flush alone has no lines.
        if (row.lines !== "") {
          lastSeq = await write(row, trimTo);
          lastLine = row.last;
          trimmedSeq = trimTo;
          recent.add({ seq: lastSeq, ...row });
          problem = null;
        }
        durable = true;
      } catch (error) {
        // Each waiting scan is reported as not recorded; the recorder counts and logs it.
        problem = (error as Error).message;
        // The row may turn out to be in the file after recovery, so its line numbers are not reused.
        isRunOver = true;
      }
      const answered = committing;
      committing = [];
      for (const { done, later, isToldLate } of answered) {
        attempt(() => (isToldLate ? later?.(durable) : done(durable, true)));
      }
      if (durable && row.lines !== "") for (const listener of listeners) attempt(listener);
    }
    running = undefined;
  }

  /** If the thread ends during the write, the file shows whether it was done. */
  async function write(row: RunLines, trimTo: number): Promise<number> {
    try {
      return await thread.call("append", row, latestMs, trimTo);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      return (await thread.call("syncedSeq", row)) ?? thread.call("append", row, latestMs, trimTo);
    }
  }

  /** Reports errors of a caller's `done`, so that they stop neither the commit nor other callers. */
  function attempt(answer: () => void): void {
    try {
      answer();
    } catch (error) {
      onError(error);
    }
  }

  function trim(): void {
    trimming = undefined;
    if (running || trimmedSeq >= settledSeq) return;
    trimmedSeq = settledSeq;
    // Retried with the next commit.
    thread.call("trim", settledSeq).catch(() => {});
  }

  /** Answers callers whose commit takes too long. `done` is called once: here, or when the commit ends. */
  const timeoutCheck = setInterval(() => {
    const now = performance.now();
    for (const entry of [...committing, ...waiting]) {
      if (entry.isToldLate || now - entry.since < timeoutMs) continue;
      entry.isToldLate = true;
      problem ??= "the disk does not respond";
      attempt(() => entry.done(false, false));
    }
  }, timeoutMs / 4);
  timeoutCheck.unref();

  return {
    start,
    /**
     * `done` is called once: true when the line is synced, false on failure or time-out. After a time-out `isKnown` is
     * false, and `later` gets the outcome.
     */
    append(line: string, at: number, done: Done, later?: (durable: boolean) => void): void {
      if (waiting.length >= MAX_WAITING) {
        problem ??= "too many scans are waiting for the disk";
        done(false, true);
        return;
      }
      lines += line;
      lineCount += 1;
      if (at > latestMs) latestMs = at;
      waiting.push({ done, later, since: performance.now(), isToldLate: false });
      running ??= commit();
    },
    /** The last row known to be durable. */
    lastSeq: () => lastSeq,
    /** Starts a new run for the following lines. */
    renewRun(): void {
      isRunOver = true;
    },
    /** Why lines could not be recorded; null while they can. */
    problem: () => problem,
    async take(afterSeq: number): Promise<JournalRow[]> {
      return recent.after(afterSeq) ?? thread.call("take", afterSeq, CHARACTERS_PER_TAKE);
    },
    /** Marks all rows up to this one as settled; they may be deleted. */
    settle(seq: number): void {
      settledSeq = seq;
      recent.drop(seq);
      // The next commit trims too, but without new scans there is none.
      trimming ??= setTimeout(trim, TRIM_MS).unref();
    },
    /** Removes tags of visitors from lines before this time that could not be settled, and all traces of settled ones. */
    forgetTags: (before: number) => thread.call("forgetTags", before),
    /** The database it belongs to; null for a new journal. */
    identity: () => thread.call("identity"),
    adopt: (identity: string) => thread.call("adopt", identity),
    /** Calls it after each row that became durable. */
    onAppend: (listener: () => void) => void listeners.push(listener),
    /** Waits until all appended lines are durable or refused. */
    async flush(): Promise<void> {
      if (!running) return;
      // Lines appended so far are in this commit or the next; later ones are not waited for.
      const { promise, resolve } = Promise.withResolvers<void>();
      const decided = () => resolve();
      const entry = { done: () => {}, later: decided, since: performance.now(), isToldLate: true };
      waiting.push(entry);
      await promise;
    },
    async close(): Promise<void> {
      clearInterval(timeoutCheck);
      clearTimeout(trimming);
      while (running) await running;
      // The next start skips rows that were not deleted.
      await thread.call("trim", settledSeq).catch(() => {});
      // Acknowledged lines are already synced, but a failed close should be logged.
      await thread.call("close").catch(onError);
      await thread.terminate();
    },
  };
}

/** SQLite deletes the write-ahead log of an empty or missing file, and with it acknowledged scans. */
function refuseLostFile(file: string): void {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(file) > 0 || sizeOf(`${file}-wal`) === 0) return;
  throw damaged(file, WHEN_DAMAGED, "it is missing or empty, but its write-ahead log is not");
}
