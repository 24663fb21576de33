import { createThreads, type Threads } from "../shared/threads.ts";
import { parseColor } from "./colors.ts";
import { SizeTooSmall } from "./errors.ts";
import { smallestSize } from "./png.ts";
import type { ScannabilityInput } from "./scannability.ts";
import type { ScannabilityOperations } from "./scannability-thread.ts";
import { createSymbol } from "./symbol.ts";
import { createThreadPlace } from "./thread-place.ts";
import type { Verdict } from "./verdict.ts";

export interface ScannabilityWorker {
  assess(input: ScannabilityInput): Promise<Verdict>;
  close(): Promise<void>;
}

export interface ScannabilityWorkerOptions {
  limit?: number;
  threads?: Threads;
}

/** What is wrong with the input is told at once, with its type; the thread only sees good input. */
function check({ text, level, size, foreground, background }: ScannabilityInput): void {
  parseColor(foreground);
  parseColor(background);
  const smallest = smallestSize(createSymbol(text, level));
  if (size < smallest) throw new SizeTooSmall(smallest);
}

/**
 * Judges codes in a thread of its own, since a verdict takes a tenth of a second and more.
 * The thread starts with the first question.
 */
export function createScannabilityWorker({
  limit = 64,
  threads = createThreads(),
}: ScannabilityWorkerOptions = {}): ScannabilityWorker {
  const file = new URL("./scannability-thread.ts", import.meta.url);
  const place = { name: "scannability", file, threads, limit };
  const { call, close } = createThreadPlace<ScannabilityOperations>(place);

  return {
    async assess(input) {
      check(input);
      return call((to) => to.call("assess", input));
    },
    close,
  };
}
