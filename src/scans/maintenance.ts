import type { Clock } from "../shared/clock.ts";
import { dayOf } from "../shared/days.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import type { JobGroup, Store } from "../store/store.ts";

export interface MaintenanceParts {
  store: Pick<Store, "maintain">;
  clock: Clock;
  config: { scanRetentionDays: number | undefined };
  /** Called with the time at which a job last succeeded on any node. */
  onDone: (job: string, at: number) => void;
  onError: (error: unknown) => void;
}

const HOUR_MS = 3_600_000;
/** Codes with many rows are packed within minutes. */
const PACK_EVERY_MS = 60_000;
/** To look for them reads all rows, so it takes at most this share of the time. */
const PACKING_SHARE = 1 / 20;

/**
 * Runs the store's maintenance jobs at the start and every hour. Visitors' salts and tags have to be gone after 48 hours,
 * however long the other jobs take, and scans are packed more often.
 */
export function startMaintenance({ store, clock, config, onDone, onError }: MaintenanceParts) {
  const running = new Map<JobGroup, Promise<void>>();
  let packAgainAt = 0;
  let isGivenUp = false;

  /** Skips jobs that another node ran within half the interval. */
  function begin(jobs: JobGroup, everyMs: number): void {
    if (running.has(jobs)) return;
    const now = clock.now();
    // After a stop has timed out, the store is closed under a running job.
    const failed = (error: unknown) => {
      if (!isGivenUp) onError(error);
    };
    const work = store
      .maintain(now, keepFrom(now, config.scanRetentionDays), {
        jobs,
        notSince: now - everyMs / 2,
        onDone,
        onError: (job, error) => failed(new Error(`The maintenance job "${job}" failed`, { cause: error })),
      })
      .catch(failed)
      .finally(() => void running.delete(jobs));
    running.set(jobs, work);
  }
  function run(): void {
    begin("visitors", HOUR_MS);
    begin("others", HOUR_MS);
  }
  function pack(): void {
    const begun = clock.steady();
    if (begun < packAgainAt || running.has("packing")) return;
    begin("packing", PACK_EVERY_MS);
    running.get("packing")!.then(() => {
      packAgainAt = clock.steady() + (clock.steady() - begun) / PACKING_SHARE;
    });
  }
  function onLate(): void {
    isGivenUp = true;
    onError(new Error("The service stopped before maintenance was done; the next start does it."));
  }
  run();
  pack();
  const timers = [setInterval(run, HOUR_MS).unref(), setInterval(pack, PACK_EVERY_MS).unref()];

  return {
    /** Waits for running jobs up to the deadline; the next start continues. */
    async stop(deadlineMs: number): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      if (!(await isDoneWithin(Promise.all(running.values()), deadlineMs))) onLate();
    },
  };
}

/** Scans are kept for at least the configured days. */
const keepFrom = (now: number, days: number | undefined): number | undefined =>
  days === undefined ? undefined : dayOf(now) - days;
