import { isDoneWithin } from "../shared/timeout.ts";
import type { SettleReport } from "../store/scan-store.ts";
import type { Store } from "../store/store.ts";
import type { Journal } from "./journal.ts";

/** Takes what the journal holds and settles it into the store, in large transactions. */
export interface Settler {
  /** Resolves when all that is acknowledged now is settled, or after half a second at most. */
  settled(): Promise<void>;
  /** Says that somebody is about to read: what is acknowledged is settled without waiting for more. */
  hurry(): void;
  /** Rows that wait, for how long at the most, and how often settling failed. */
  health(): { rows: number; oldestSeconds: number; settleFailures: number };
  /** Since this node started, as in SettleReport. */
  unplaced(): { aside: number; dropped: number; missing: number; recovered: number; lacking: number };
  /** A sentence while settling fails, and one once lines were missing, until the node starts again. */
  problems(): string[];
  /** Settles what there is and ends; false when the store did not take it in time. */
  stop(deadlineMs: number): Promise<boolean>;
}

export interface SettlerOptions {
  journal: Journal;
  store: Pick<Store, "settleScans">;
  onError: (error: unknown) => void;
  /** Hears of each settling that could not give every line to its code. */
  onUnplaced: (report: SettleReport) => void;
  /** How long a read waits for what it should count; half a second unless given. */
  readWaitMs?: number | undefined;
}

/** Scans of this long are settled together, unless somebody reads: most of the cost is per code and batch, not per scan. */
const GATHER_MS = 500;
const READ_WAIT_MS = 500;
/** One or two failures are a connection that was cut. */
const FAILING_FROM = 3;
const RETRY_MS = [100, 200, 500, 1000, 2000];

export function startSettler(options: SettlerOptions): Settler {
  const { journal, store, onError, onUnplaced, readWaitMs = READ_WAIT_MS } = options;
  let { settledSeq } = journal.start;
  let failures = 0;
  const unplaced = { aside: 0, dropped: 0, missing: 0, recovered: 0, lacking: 0 };
  /** Compared with the store's marks once, to notice a database or a journal that is an older copy. */
  let { trimmed } = journal.start;
  let upToDateAt = performance.now();
  let inARow = 0;
  /** True while a take could not hold all there was: then the next one need not wait for more. */
  let behind = journal.start.waiting > 0 || trimmed.length > 0;
  let stopping = false;
  /** True when a stop could wait no longer: what is left stays in the journal. */
  let givenUp = false;
  /** True while scans are waited for, and not for a store that is away. */
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

  /** Waits, but not when somebody reads or the node stops. */
  async function wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    flushNow = resolve;
    await isDoneWithin(promise, ms);
    flushNow = () => {};
  }

  async function settleSome(): Promise<boolean> {
    try {
      const target = journal.lastSeq();
      const rows = await journal.take(settledSeq);
      const all = [...trimmed, ...rows];
      if (all.length > 0) note(await store.settleScans(all));
      trimmed = [];
      // Rows of earlier, settled numbers may be gone: then there is nothing between here and there.
      settledSeq = rows.at(-1)?.seq ?? target;
      behind = settledSeq < target;
      if (!behind) upToDateAt = performance.now();
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
    unplaced.lacking += report.lacking;
    // A copy of this process may go on with the same run: it was cloned with its memory.
    if (report.recovered > 0) journal.renewRun();
    const { aside, dropped, missing, recovered, lacking } = report;
    if (aside.length + dropped + missing + recovered + lacking > 0) onUnplaced(report);
  }

  return {
    unplaced: () => ({ ...unplaced }),
    problems: () => [
      ...(inARow >= FAILING_FROM ? [`Settling scans has failed ${inARow} times in a row; the log says why.`] : []),
      ...(unplaced.missing > 0
        ? [`${unplaced.missing} settled scans and sums are not in the database: it was restored from an older copy.`]
        : []),
    ],
    hurry() {
      if (gathering) flushNow();
    },
    async settled() {
      const seq = journal.lastSeq();
      if (settledSeq >= seq) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      readers.push({ seq, resolve });
      flushNow();
      if (await isDoneWithin(promise, readWaitMs)) return;
      readers = readers.filter((reader) => reader.resolve !== resolve);
    },
    health() {
      const rows = journal.lastSeq() - settledSeq;
      const oldestSeconds = rows === 0 ? 0 : (performance.now() - upToDateAt) / 1000;
      return { rows, oldestSeconds, settleFailures: failures };
    },
    async stop(deadlineMs) {
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
