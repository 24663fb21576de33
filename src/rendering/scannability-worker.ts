import { Worker } from "node:worker_threads";
import { parseColor } from "./colors.ts";
import { SizeTooSmall, TooBusy } from "./errors.ts";
import { smallestSize } from "./png.ts";
import type { ScannabilityInput, Verdict } from "./scannability.ts";
import type { Answer, Question } from "./scannability-thread.ts";
import { createSymbol } from "./symbol.ts";

export interface ScannabilityWorker {
  assess(input: ScannabilityInput): Promise<Verdict>;
  close(): Promise<void>;
}

interface Asker {
  resolve(verdict: Verdict): void;
  reject(error: Error): void;
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
 * The thread starts with the first question and does not keep the process alive when idle.
 */
export function createScannabilityWorker({ limit = 64 } = {}): ScannabilityWorker {
  const askers = new Map<number, Asker>();
  let thread: Worker | undefined;
  let lastId = 0;

  const stopped = (reason: string) => {
    thread = undefined;
    for (const { reject } of askers.values()) reject(new Error(reason));
    askers.clear();
  };

  const start = (): Worker => {
    const started = new Worker(new URL("./scannability-thread.ts", import.meta.url));
    started.on("message", ({ id, verdict, failure }: Answer) => {
      const asker = askers.get(id);
      askers.delete(id);
      if (askers.size === 0) started.unref();
      if (verdict) asker?.resolve(verdict);
      else asker?.reject(new Error(failure));
    });
    started.on("error", (error) => stopped(`The scannability thread failed: ${String(error)}`));
    started.on("exit", () => {
      if (thread === started) stopped("The scannability thread ended.");
    });
    return started;
  };

  return {
    async assess(input) {
      if (askers.size >= limit) throw new TooBusy();
      check(input);
      const question: Question = { id: ++lastId, input };
      return new Promise((resolve, reject) => {
        askers.set(question.id, { resolve, reject });
        thread ??= start();
        thread.ref();
        thread.postMessage(question);
      });
    },
    async close() {
      const ending = thread;
      stopped("The scannability worker was closed.");
      await ending?.terminate();
    },
  };
}
