import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../shared/clock.ts";
import { dayOf, firstDayOf, monthOf } from "../shared/days.ts";
import type { Store } from "../store/types.ts";

export interface MaintenanceParts {
  store: Pick<Store, "maintain">;
  clock: Clock;
  config: { scanRetentionDays: number | undefined };
  onError: (error: unknown) => void;
}

const EVERY_MS = 3_600_000;
/** Each of its steps is whole in itself, so a stop may leave the rest for the next start. */
const STOP_MS = 2000;

/** At the start and every hour: room for coming scans, and an end to what is past its time. */
export function startMaintenance({ store, clock, config, onError }: MaintenanceParts) {
  let running: Promise<void> | undefined;

  function run(): void {
    const now = clock.now();
    running ??= store
      .maintain(now, keepFrom(now, config.scanRetentionDays))
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();

  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** Months go whole, so raw scans stay for at least the days that were set. */
function keepFrom(now: number, days: number | undefined): number | undefined {
  return days === undefined ? undefined : firstDayOf(monthOf(dayOf(now) - days));
}
