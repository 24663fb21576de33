import { setTimeout as pause } from "node:timers/promises";
import { isDoneWithin } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";

export interface CodeRemovalOptions {
  store: { accounts: Pick<Store["accounts"], "removeSomeCodes"> };
  onError: (error: unknown) => void;
}

export type CodeRemoval = ReturnType<typeof startCodeRemoval>;

const EVERY_MS = 3_600_000;
/** A pause between steps, so that other writers get their turn. */
const PAUSE_MS = 25;

/** Moves the codes of removed users to the bin in steps; `isStopped` ends it early. */
export async function removeCodes(
  { accounts }: CodeRemovalOptions["store"],
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped() && (await accounts.removeSomeCodes())) await pause(PAUSE_MS);
}

/** Runs when a user is removed, at the start, and hourly for what a stop or an error left over. */
export function startCodeRemoval({ store, onError }: CodeRemovalOptions) {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let isGivenUp = false;

  async function run(): Promise<void> {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        await removeCodes(store, () => isStopped);
      }
    } catch (error) {
      // After a stop has timed out, the store is already closed.
      if (!isGivenUp) onError(error);
    } finally {
      running = undefined;
    }
  }

  function start(): void {
    isWanted = true;
    running ??= run();
  }
  start();
  const timer = setInterval(start, EVERY_MS);
  timer.unref();

  return {
    start,
    /** Waits briefly for the running step; the next start continues. */
    async stop(deadlineMs: number): Promise<void> {
      clearInterval(timer);
      isStopped = true;
      if (!running || (await isDoneWithin(running, deadlineMs))) return;
      isGivenUp = true;
      onError(
        new Error(
          "The service stopped before all codes of removed users were in the bin; it continues at the next start.",
        ),
      );
    },
  };
}
