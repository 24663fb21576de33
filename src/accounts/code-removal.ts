import { setTimeout as pause } from "node:timers/promises";
import { startWorker } from "../shared/worker.ts";
import type { Store } from "../store/store.ts";

export interface CodeRemovalOptions {
  store: { accounts: Pick<Store["accounts"], "removeSomeCodes"> };
  onError: (error: unknown) => void;
}

const EVERY_MS = 3_600_000;
/** A pause between steps, so that other writers get their turn. */
const PAUSE_MS = 25;

/** Moves the codes of removed users to the bin in steps; `isStopping` ends it early. */
export async function removeCodes(
  { accounts }: CodeRemovalOptions["store"],
  isStopping: () => boolean = () => false,
): Promise<void> {
  while (!isStopping() && (await accounts.removeSomeCodes())) await pause(PAUSE_MS);
}

/** Runs when woken after a user is removed, at the start, and hourly for what a stop or an error left over. */
export function startCodeRemoval({ store, onError }: CodeRemovalOptions) {
  const round = (isStopping: () => boolean) => removeCodes(store, isStopping);
  const worker = startWorker({ everyMs: EVERY_MS, round, onError });
  return {
    wake: worker.wake,
    /** Waits briefly for the running step; the next start continues. */
    async stop(deadlineMs: number): Promise<void> {
      if (await worker.stop(deadlineMs)) return;
      onError(
        new Error(
          "The service stopped before all codes of removed users were in the bin; it continues at the next start.",
        ),
      );
    },
  };
}
