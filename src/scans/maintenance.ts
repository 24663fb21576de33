import type { Clock } from "../shared/clock.ts";
import { dayOf, firstDayOf, monthOf } from "../shared/days.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";

export interface MaintenanceParts {
  store: Pick<Store, "maintain">;
  clock: Clock;
  config: { scanRetentionDays: number | undefined };
  /** Called with the time at which a job last succeeded on any node. */
  onDone: (job: string, at: number) => void;
  onError: (error: unknown) => void;
}

const EVERY_MS = 3_600_000;
/** Skip jobs that another node ran within this time. */
const FRESH_MS = EVERY_MS / 2;

/**
 * Runs the store's maintenance jobs at the start and every hour. Visitors' salts and tags have to be gone after 48 hours,
 * however long the other jobs take.
 */
export function startMaintenance({ store, clock, config, onDone, onError }: MaintenanceParts) {
  const running = { visitors: undefined as Promise<void> | undefined, others: undefined as Promise<void> | undefined };
  let isGivenUp = false;

  function begin(jobs: keyof typeof running): void {
    const now = clock.now();
    // After a stop has timed out, the store is closed under a running job.
    const failed = (error: unknown) => {
      if (!isGivenUp) onError(error);
    };
    running[jobs] ??= store
      .maintain(now, keepFrom(now, config.scanRetentionDays), {
        jobs,
        notSince: now - FRESH_MS,
        onDone,
        onError: (job, error) => failed(new Error(`The maintenance job "${job}" failed`, { cause: error })),
      })
      .catch(failed)
      .finally(() => {
        running[jobs] = undefined;
      });
  }
  function run(): void {
    begin("visitors");
    begin("others");
  }
  function onLate(): void {
    isGivenUp = true;
    onError(new Error("The service stopped before maintenance was done; the next start does it."));
  }
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();

  return {
    /** Waits for running jobs up to the deadline; the next start continues. */
    async stop(deadlineMs: number): Promise<void> {
      clearInterval(timer);
      if (!(await isDoneWithin(Promise.all([running.visitors, running.others]), deadlineMs))) onLate();
    },
  };
}

/** Whole months are removed, so raw scans are kept for at least the configured days. */
function keepFrom(now: number, days: number | undefined): number | undefined {
  return days === undefined ? undefined : firstDayOf(monthOf(dayOf(now) - days));
}
