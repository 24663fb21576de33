import { isDoneWithin } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";
import type { Journal } from "./journal.ts";
import type { SettleReport } from "./scan.ts";

export type Settler = ReturnType<typeof startSettler>;

export interface SettlerOptions {
  journal: Journal;
  store: Pick<Store, "settleScans">;
  onError: (error: unknown) => void;
  /** Called for each batch with lines that could not be assigned to a code. */
  onUnplaced: (report: SettleReport) => void;
  /** How long a read waits for acknowledged scans; default half a second. */
  readWaitMs?: number | undefined;
}

/** Scans are batched for this long unless somebody reads: most of the cost is per code and batch, not per scan. */
const GATHER_MS = 500;
const READ_WAIT_MS = 500;
/** One or two failures can be a dropped connection. */
const FAILING_FROM = 3;
const RETRY_MS = [100, 200, 500, 1000, 2000];

/** Moves the journal's rows into the store, in large transactions. */
export function startSettler(options: SettlerOptions) {
  const { journal, store, onError, onUnplaced, readWaitMs = READ_WAIT_MS } = options;
  let { settledSeq } = journal.start;
  let failures = 0;
  const unplaced = { aside: 0, dropped: 0, missing: 0, recovered: 0, missingInJournal: 0, doubtful: 0 };
  /** Compared with the store's marks once, to detect an older copy of the database or the journal. */
  let { trimmed } = journal.start;
  let upToDateAt = performance.now();
  let inARow = 0;
  /** True if the last batch did not hold everything: then the next one starts at once. */
  let behind = journal.start.waiting > 0 || trimmed.length > 0;
  let stopping = false;
  /** True after a stop timed out: the rest stays in the journal. */
  let givenUp = false;
  /** True while batching scans, not while the store is unavailable. */
  let gathering = false;
  let wake = () => {};
  let flushNow = () => {};
  let readers: { seq: number; resolve: () => void }[] = [];

  journal.onAppend(() => wake());
  const running = run();

  async function run(): Promise<void> {
    while (true) {
      if (settledSeq >= journal.lastSeq() && trimmed.length === 0) {
        if (stopping) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        upToDateAt = performance.now();
        continue;
      }
      gathering = !behind && readers.length === 0 && !stopping;
      if (gathering) await wait(GATHER_MS);
      gathering = false;
      if (await settleSome()) inARow = 0;
      else if (stopping && inARow > RETRY_MS.length) return;
      else await wait(RETRY_MS[Math.min(inARow++, RETRY_MS.length - 1)]!);
      if (givenUp) return;
    }
  }

  /** Interrupted when somebody reads or the node stops. */
  async function wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    flushNow = resolve;
    await isDoneWithin(promise, ms);
    flushNow = () => {};
  }

  async function settleSome(): Promise<boolean> {
    try {
      const begunAt = performance.now();
      const target = journal.lastSeq();
      const rows = await journal.take(settledSeq);
      const all = [...trimmed, ...rows];
      if (all.length > 0) note(await store.settleScans(all));
      trimmed = [];
      // Settled rows may already be deleted: then there is nothing in between.
      settledSeq = rows.at(-1)?.seq ?? target;
      behind = settledSeq < target;
      if (!behind) upToDateAt = begunAt;
      journal.settle(settledSeq);
      const ready = readers.filter((reader) => reader.seq <= settledSeq);
      readers = readers.filter((reader) => reader.seq > settledSeq);
      for (const reader of ready) reader.resolve();
      return true;
    } catch (error) {
      failures += 1;
      onError(error);
      return false;
    }
  }

  function note(report: SettleReport): void {
    unplaced.aside += report.aside.length;
    unplaced.dropped += report.dropped;
    unplaced.missing += report.missing;
    unplaced.recovered += report.recovered;
    unplaced.missingInJournal += report.missingInJournal;
    unplaced.doubtful += report.doubtful;
    // A process cloned with its memory may continue the same run, so start a new one.
    if (report.recovered > 0) journal.renewRun();
    const { aside, dropped, missing, recovered, missingInJournal, doubtful } = report;
    if (aside.length + dropped + missing + recovered + missingInJournal + doubtful > 0) onUnplaced(report);
  }

  return {
    /** Since the start of this node, as in SettleReport. */
    unplaced: () => ({ ...unplaced }),
    /** A sentence while settling fails, and one if lines were missing, until the next start. */
    problems: (): string[] => [
      ...(inARow >= FAILING_FROM ? [`Settling scans has failed ${inARow} times in a row; see the log.`] : []),
      ...(unplaced.missing > 0
        ? [
            `${unplaced.missing} settled scans and sums are missing in the database: it was restored from an older copy.`,
          ]
        : []),
    ],
    /** Announces a read: acknowledged scans are settled without waiting for more. */
    hurry(): void {
      if (gathering) flushNow();
    },
    /** Resolves when everything acknowledged so far is settled, or after half a second. */
    async settled(): Promise<void> {
      const seq = journal.lastSeq();
      if (settledSeq >= seq) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      readers.push({ seq, resolve });
      flushNow();
      if (await isDoneWithin(promise, readWaitMs)) return;
      readers = readers.filter((reader) => reader.resolve !== resolve);
    },
    /** Waiting rows, the age of the oldest, and failed attempts. */
    health() {
      const rows = journal.lastSeq() - settledSeq;
      const oldestSeconds = rows === 0 ? 0 : (performance.now() - upToDateAt) / 1000;
      return { rows, oldestSeconds, settleFailures: failures };
    },
    /** Settles what is left and ends; false if the store did not accept it in time. */
    async stop(deadlineMs: number): Promise<boolean> {
      stopping = true;
      wake();
      flushNow();
      const inTime = await isDoneWithin(running, deadlineMs);
      givenUp = true;
      flushNow();
      return inTime && settledSeq >= journal.lastSeq();
    },
  };
}
