/** A thread as a set of functions: calls go over as messages, answers come back as promises. */
import { setPriority } from "node:os";
import { parentPort, Worker } from "node:worker_threads";

// biome-ignore lint/suspicious/noExplicitAny: any function whose arguments can be cloned.
type Operations = Record<string, (...args: any[]) => unknown>;

type Answer<F extends (...args: never[]) => unknown> = Promise<Awaited<ReturnType<F>>>;

export interface Thread<O extends Operations> {
  call<K extends keyof O>(operation: K, ...args: Parameters<O[K]>): Answer<O[K]>;
  terminate(): Promise<void>;
}

/** Our threads hold little: a small nursery keeps an idle process small. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

const LATER = 10;

interface Call {
  id: number;
  operation: string;
  args: unknown[];
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export function startThread<O extends Operations>(file: URL, workerData: unknown): Thread<O> {
  const worker = new Worker(file, { workerData, resourceLimits: LIMITS });
  const waiting = new Map<number, Waiting>();
  let failure: Error | undefined;
  let lastId = 0;

  worker.on("message", ({ id, value, error }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(Object.assign(new Error(error.message), error));
    else call?.resolve(value);
  });
  const fail = (error: Error) => {
    failure ??= error;
    for (const call of waiting.values()) call.reject(failure);
    waiting.clear();
  };
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("The thread has ended.")));

  return {
    call: (operation, ...args) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        const id = ++lastId;
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        worker.postMessage({ id, operation, args } as Call);
      }),
    terminate: async () => void (await worker.terminate()),
  };
}

/** The thread's own end. Calls are begun in the order they came. */
export function serveThread(operations: Operations): void {
  const port = parentPort!;
  port.on("message", ({ id, operation, args }: Call) => {
    const answer = (message: object) => port.postMessage({ id, ...message });
    const refuse = (error: unknown) => {
      const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
      answer({ error: { message, code, errcode } });
    };
    try {
      const value = operations[operation]!(...args);
      if (value instanceof Promise) value.then((result) => answer({ value: result }), refuse);
      else answer({ value });
    } catch (error) {
      refuse(error);
    }
  });
}

/**
 * Called in a thread whose work can wait: people who are being answered come first. On Linux this
 * is the calling thread's own priority; elsewhere it would be the whole process's.
 */
export function yieldToOthers(): void {
  if (process.platform === "linux") setPriority(0, LATER);
}
