import type { Clock } from "../shared/clock.ts";
import { dayOf, firstDayOf, monthOf } from "../shared/days.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";

export interface MaintenanceParts {
  store: Pick<Store, "maintain">;
  clock: Clock;
  config: { scanRetentionDays: number | undefined };
  onError: (error: unknown) => void;
}

const EVERY_MS = 3_600_000;

/** At the start and every hour: partitions for coming scans, and removal of what is past its time. */
export function startMaintenance({ store, clock, config, onError }: MaintenanceParts) {
  let running: Promise<void> | undefined;
  let isGivenUp = false;

  function run(): void {
    const now = clock.now();
    running ??= store
      .maintain(now, keepFrom(now, config.scanRetentionDays))
      .catch((error) => {
        // The store is closed under what a stop did not wait for.
        if (!isGivenUp) onError(error);
      })
      .finally(() => {
        running = undefined;
      });
  }
  function onLate(): void {
    isGivenUp = true;
    onError(new Error("Maintenance was not done when the service stopped; the next start does it."));
  }
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();

  return {
    /** Waits for what runs, but not for long: what is left is done at the next start. */
    async stop(deadlineMs: number): Promise<void> {
      clearInterval(timer);
      if (running && !(await isDoneWithin(running, deadlineMs))) onLate();
    },
  };
}

/** Months go whole, so raw scans stay for at least the days that were set. */
function keepFrom(now: number, days: number | undefined): number | undefined {
  return days === undefined ? undefined : firstDayOf(monthOf(dayOf(now) - days));
}
