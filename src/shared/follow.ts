/** What is read from the database, kept in memory, and read again when it has changed. */
import { startWorker } from "./worker.ts";

export interface FollowOptions<T> {
  /** `before`: what was read last. */
  read: (before: T | undefined) => Promise<T>;
  /** Whether change notices arrive reliably; undefined: there are none. */
  hearsChanges?: () => boolean;
  onError: (error: unknown) => void;
}

/** How old a value may be: this bounds the effect of a lost change notice. */
export const FRESH_MS = 5_000;
/** How old a value may be while notices arrive reliably: only manual changes in the database come without one. */
export const HEARD_FRESH_MS = 60_000;

/** Rejects if the value cannot be read at first; later, an outage leaves it as it was. */
export async function follow<T>({ read, hearsChanges = () => false, onError }: FollowOptions<T>) {
  let value = await read(undefined);
  let rests = 0;
  let isStale = false;
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function readAgain(): Promise<void> {
    isStale = false;
    try {
      value = await read(value);
      rests = 0;
    } catch (error) {
      isStale = true;
      throw error;
    } finally {
      reading = next;
      next = undefined;
    }
  }

  /** Resolves when all changes made before the call are known, whatever changes later. Rejects if they cannot be read. */
  function refresh(): Promise<void> {
    if (reading) {
      // It may have begun before a change.
      next ??= reading.then(readAgain, readAgain);
      return next;
    }
    reading = readAgain();
    return reading;
  }

  async function round(): Promise<void> {
    rests += 1;
    if (isStale || !hearsChanges() || rests * FRESH_MS >= HEARD_FRESH_MS) await refresh();
  }

  const worker = startWorker({ everyMs: FRESH_MS, restsFirst: true, round, onError });
  return {
    current: (): T => value,
    refresh,
    /** Reads it again in the background. */
    changed(): void {
      isStale = true;
      worker.wake();
    },
    stop: worker.stop,
  };
}
