import type { Clock } from "../shared/clock.ts";
import { dayOf } from "../shared/days.ts";
import { startWorker } from "../shared/worker.ts";
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
  let packAgainAt = 0;
  let isGivenUp = false;

  /** Skips jobs that another node ran within half the interval. */
  async function maintain(jobs: JobGroup, everyMs: number): Promise<void> {
    const now = clock.now();
    await store.maintain(now, keepFrom(now, config.scanRetentionDays), {
      jobs,
      notSince: now - everyMs / 2,
      onDone,
      onError(job, cause) {
        // After a stop has timed out, the store is closed under a running job.
        if (!isGivenUp) onError(new Error(`The maintenance job "${job}" failed`, { cause }));
      },
    });
  }

  async function pack(): Promise<void> {
    const begun = clock.steady();
    if (begun < packAgainAt) return;
    await maintain("packing", PACK_EVERY_MS);
    packAgainAt = clock.steady() + (clock.steady() - begun) / PACKING_SHARE;
  }

  const workers = [
    startWorker({ everyMs: HOUR_MS, round: () => maintain("visitors", HOUR_MS), onError }),
    startWorker({ everyMs: HOUR_MS, round: () => maintain("others", HOUR_MS), onError }),
    startWorker({ everyMs: PACK_EVERY_MS, round: pack, onError }),
  ];

  return {
    /** Waits for running jobs up to the deadline; the next start continues. */
    async stop(deadlineMs: number): Promise<void> {
      const areDone = await Promise.all(workers.map((worker) => worker.stop(deadlineMs)));
      isGivenUp = areDone.includes(false);
      if (isGivenUp) onError(new Error("The service stopped before maintenance was done; the next start does it."));
    },
  };
}

/** Scans are kept for at least the configured days. */
const keepFrom = (now: number, days: number | undefined): number | undefined =>
  days === undefined ? undefined : dayOf(now) - days;
