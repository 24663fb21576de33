import { setTimeout as pause } from "node:timers/promises";
import { isDoneWithin } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";

export interface CodeRemovalOptions {
  store: { accounts: Pick<Store["accounts"], "removeSomeCodes"> };
  onError: (error: unknown) => void;
}

export type CodeRemoval = ReturnType<typeof startCodeRemoval>;

const EVERY_MS = 3_600_000;
/** Between two steps, for whoever waits to write. */
const PAUSE_MS = 25;

/** Puts the codes of all who were removed into the bin, in steps; `isStopped` ends it early. */
export async function removeCodes(
  { accounts }: CodeRemovalOptions["store"],
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped() && (await accounts.removeSomeCodes())) await pause(PAUSE_MS);
}

/** When somebody was removed; and at the start and every hour, for what a stop or a fault left. */
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
      // The store is closed under what a stop did not wait for.
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
    /** Waits for the step that runs, but not for long: the next start goes on with it. */
    async stop(deadlineMs: number): Promise<void> {
      clearInterval(timer);
      isStopped = true;
      if (!running || (await isDoneWithin(running, deadlineMs))) return;
      isGivenUp = true;
      onError(
        new Error("Codes of removed users were not all in the bin when the service stopped; the next start goes on."),
      );
    },
  };
}
