import type { Clock } from "../shared/clock.ts";
import { startWorker } from "../shared/worker.ts";
import type { Store } from "../store/store.ts";

export interface ClockWatchParts {
  store: Pick<Store, "databaseAhead">;
  clock: Clock;
  onDiffers: (problem: string) => void;
}

const EVERY_MS = 60_000;
/** Logged when found, and again after this time. */
const SAY_MS = 3_600_000;
/** A larger difference cannot be network latency. */
const MAX_MS = 2_000;

/**
 * Compares this node's clock with the database's: scans and expiry use the node's, rate windows and creation times
 * both.
 */
export function startClockWatch({ store, clock, onDiffers }: ClockWatchParts) {
  let ahead = 0;
  let saidAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    ahead = await store.databaseAhead(clock.now);
    const [problem] = problems();
    if (problem === undefined || performance.now() - saidAt < SAY_MS) return;
    saidAt = performance.now();
    onDiffers(problem);
  }

  function problems(): string[] {
    if (Math.abs(ahead) <= MAX_MS) return [];
    const seconds = Math.round(Math.abs(ahead) / 1000);
    return [
      `The clock of this node is ${seconds} s ${ahead > 0 ? "behind" : "ahead of"} the database's. Correct it: codes expire by this clock, and scans that seem older than their code are set aside.`,
    ];
  }

  // While the database is unavailable, that is reported elsewhere.
  const { stop } = startWorker({ everyMs: EVERY_MS, round: look, onError: () => {} });
  return { problems, stop };
}
