import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../store/types.ts";

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

  async function run(): Promise<void> {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        await removeCodes(store, () => isStopped);
      }
    } catch (error) {
      onError(error);
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
    async stop(): Promise<void> {
      clearInterval(timer);
      isStopped = true;
      await running;
    },
  };
}
