import { statSync } from "node:fs";
import { join } from "node:path";
import { damaged, explainFileError, makeDataDir } from "../shared/file-errors.ts";
import { ThreadEnded } from "../shared/thread.ts";
import { createThreads, type Threads } from "../shared/threads.ts";
import { createRun, type RunLines } from "../store/run-lines.ts";
import type { JournalOperations, JournalRow, JournalStart } from "./journal-thread.ts";
import { createRecentRows } from "./recent-rows.ts";

/** Where scans are durable before anybody is answered. One per node, whatever the store. */
export interface Journal {
  readonly start: JournalStart;
  /**
   * `done` hears once: true when the line is synced to disk, false when it could not be, or not in
   * time. In the last case `isKnown` is false, and `later` hears what became of it.
   */
  append(line: string, at: number, done: Done, later?: (durable: boolean) => void): void;
  /** The number of the last row known to be durable. */
  lastSeq(): number;
  take(afterSeq: number): Promise<JournalRow[]>;
  /** Numbers the lines from now on as a new run. */
  renewRun(): void;
  /** Says that all rows up to this one are settled and may go. */
  settle(seq: number): void;
  /** Why lines were last not recorded; null while they are. */
  problem(): string | null;
  /** Called after each row that became durable. */
  onAppend(listener: () => void): void;
  /** The database whose scans it holds; null for a new one. */
  identity(): Promise<string | null>;
  adopt(identity: string): Promise<void>;
  /** Waits until all that was appended is durable or refused. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

type Done = (durable: boolean, isKnown: boolean) => void;

export interface JournalOptions {
  dataDir: string;
  /** When the disk takes longer, the visitor is answered without an acknowledgement. */
  timeoutMs?: number | undefined;
  threads?: Threads;
  /** What a `done` or a listener threw: it must not stop the journal. */
  onError?: (error: unknown) => void;
}

interface Waiting {
  done: Done;
  later: ((durable: boolean) => void) | undefined;
  since: number;
  /** It was told that its time is over; the outcome is still open. */
  isToldLate: boolean;
}

const FILE = "journal.db";
const WHEN_DAMAGED =
  "Move journal.db, journal.db-wal and journal.db-shm to another folder together and start again: a new journal is made, and only scans of the last moments before it was damaged are missing.";
const MOST_WAITING = 50_000;
const CHARACTERS_A_TAKE = 2_000_000;
/** Rows that were settled go with the next commit; without one, after this long. */
const TRIM_MS = 100;

export async function openJournal({
  dataDir,
  timeoutMs = 1000,
  threads = createThreads(),
  onError = console.error,
}: JournalOptions): Promise<Journal> {
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
  /** The lines of this run that are durable. */
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
  const recent = createRecentRows(CHARACTERS_A_TAKE);
  let problem: string | null = null;

  /** Everything that arrived while the last commit ran goes into the next one. */
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
        // A flush alone brings no line.
        if (row.lines !== "") {
          lastSeq = await write(row, trimTo);
          lastLine = row.last;
          trimmedSeq = trimTo;
          recent.add({ seq: lastSeq, ...row });
          problem = null;
        }
        durable = true;
      } catch (error) {
        // Each waiting scan hears that it was not recorded, and the recorder counts and tells.
        problem = (error as Error).message;
        // The row may be in the file all the same once it is recovered; its numbers are not given again.
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

  /** When the thread ends in the middle of it, the file tells whether it was done. */
  async function write(row: RunLines, trimTo: number): Promise<number> {
    try {
      return await thread.call("append", row, latestMs, trimTo);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      return (await thread.call("syncedSeq", row)) ?? thread.call("append", row, latestMs, trimTo);
    }
  }

  /** Reports what a caller's `done` throws, so that it stops neither the commit nor other callers. */
  function attempt(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      onError(error);
    }
  }

  function trim(): void {
    trimming = undefined;
    if (running || trimmedSeq >= settledSeq) return;
    trimmedSeq = settledSeq;
    // What is not dropped now goes with the next commit.
    thread.call("trim", settledSeq).catch(() => {});
  }

  /** Answers those whose commit takes too long. `done` is called once: here, or when the commit ends. */
  const timeoutCheck = setInterval(() => {
    const now = performance.now();
    for (const entry of [...committing, ...waiting]) {
      if (entry.isToldLate || now - entry.since < timeoutMs) continue;
      entry.isToldLate = true;
      problem ??= "the disk does not answer";
      attempt(() => entry.done(false, false));
    }
  }, timeoutMs / 4);
  timeoutCheck.unref();

  return {
    start,
    append(line, at, done, later) {
      if (waiting.length >= MOST_WAITING) {
        problem ??= "too many scans wait for the disk";
        return done(false, true);
      }
      lines += line;
      lineCount += 1;
      if (at > latestMs) latestMs = at;
      waiting.push({ done, later, since: performance.now(), isToldLate: false });
      running ??= commit();
    },
    lastSeq: () => lastSeq,
    renewRun() {
      isRunOver = true;
    },
    problem: () => problem,
    async take(afterSeq) {
      return recent.after(afterSeq) ?? thread.call("take", afterSeq, CHARACTERS_A_TAKE);
    },
    settle(seq) {
      settledSeq = seq;
      recent.drop(seq);
      // The next commit trims too, but without new scans there is none.
      trimming ??= setTimeout(trim, TRIM_MS).unref();
    },
    identity: () => thread.call("identity"),
    adopt: (identity) => thread.call("adopt", identity),
    onAppend: (listener) => void listeners.push(listener),
    async flush() {
      if (!running) return;
      // What was appended until now is in this commit or the next; those after are not waited for.
      const { promise, resolve } = Promise.withResolvers<void>();
      const decided = () => resolve();
      const entry = { done: () => {}, later: decided, since: performance.now(), isToldLate: true };
      waiting.push(entry);
      await promise;
    },
    async close() {
      clearInterval(timeoutCheck);
      clearTimeout(trimming);
      while (running) await running;
      // What is not dropped is skipped by the next start.
      await thread.call("trim", settledSeq).catch(() => {});
      // All that was acknowledged is synced already; but a file that cannot be closed is worth a line.
      await thread.call("close").catch(onError);
      await thread.terminate();
    },
  };
}

/** SQLite removes the log of a file that is empty or missing, and with it scans that were acknowledged. */
function refuseLostFile(file: string): void {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(file) > 0 || sizeOf(`${file}-wal`) === 0) return;
  throw damaged(file, WHEN_DAMAGED, "it is missing or empty, but its write-ahead log is not");
}
