/** Background work in rounds. */
import { isDoneWithin } from "./timeout.ts";

export interface WorkerOptions {
  /** The rest between two rounds. */
  everyMs: number;
  /** Rests before the first round too. */
  restsFirst?: boolean;
  /** Should end early once `isStopping`. */
  round: (isStopping: () => boolean) => Promise<unknown>;
  onError: (error: unknown) => void;
}

export type Worker = ReturnType<typeof startWorker>;

/** Runs a round, rests, and so on until it is stopped. After an error it goes on with the next round. */
export function startWorker({ everyMs, restsFirst = false, round, onError }: WorkerOptions) {
  let isWanted = !restsFirst;
  let isFailing = false;
  let isStopping = false;
  let isGivenUp = false;
  let endRest = () => {};
  const running = run();

  async function run(): Promise<void> {
    while (!isStopping) {
      if (!isWanted) await rest();
      if (isStopping) return;
      isWanted = false;
      try {
        await round(() => isStopping);
        isFailing = false;
      } catch (error) {
        // Logged once per outage. After a stop has timed out, the store may be closed.
        if (!isFailing && !isGivenUp) onError(error);
        isFailing = true;
      }
    }
  }

  async function rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, everyMs).unref();
    endRest = resolve;
    await promise;
    clearTimeout(timer);
  }

  return {
    /** Begins the next round now, or right after the running one. */
    wake(): void {
      isWanted = true;
      endRest();
    },
    /** True if the running round ended in time. */
    async stop(deadlineMs: number): Promise<boolean> {
      isStopping = true;
      endRest();
      const isDone = await isDoneWithin(running, deadlineMs);
      isGivenUp = !isDone;
      return isDone;
    },
  };
}
