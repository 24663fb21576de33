/** A worker thread as a set of functions: calls are messages, results are promises. */
import { setPriority } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";

// biome-ignore lint/suspicious/noExplicitAny: any function whose arguments can be cloned.
export type Operations = Record<string, (...args: any[]) => unknown>;

type Answer<F extends (...args: never[]) => unknown> = Promise<Awaited<ReturnType<F>>>;

export interface Calls<O extends Operations> {
  call<K extends keyof O>(operation: K, ...args: Parameters<O[K]>): Answer<O[K]>;
  /** For calls that may take minutes: meanwhile the thread does not count as hanging. */
  callLong<K extends keyof O>(operation: K, ...args: Parameters<O[K]>): Answer<O[K]>;
}

/** The error of a call whose thread ended before it answered: the outcome is unknown. */
export class ThreadEnded extends Error {
  constructor(name: string, how: string) {
    super(`The ${name} thread ${how} before it answered.`);
    this.name = "ThreadEnded";
  }
}

/** One worker from start to end. */
export interface ThreadRun<O extends Operations> extends Calls<O> {
  /** True while the worker accepts calls: it is loaded and has not ended. */
  isUp(): boolean;
  /** For how long calls have waited without any answer, in ms; 0 if none is waiting. */
  silentMs(): number;
  /** Processor time used so far. */
  processorMs(): Promise<number>;
  terminate(): Promise<void>;
}

export interface ThreadFile {
  name: string;
  file: URL;
  workerData: unknown;
}

/** Our threads hold little data: a small young generation keeps an idle process small. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

interface Call {
  id: number;
  operation: string;
  args: unknown[];
}

interface Waiting {
  mayBeLong: boolean;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** `onEnd` is called once, when the worker has ended. `now` never steps. */
export function runThread<O extends Operations>(
  { name, file, workerData }: ThreadFile,
  onEnd: (end: { thrown: Error | undefined; wasUp: boolean }) => void,
  now: () => number,
): ThreadRun<O> {
  const worker = new Worker(file, { name, workerData, resourceLimits: LIMITS });
  const waiting = new Map<number, Waiting>();
  let isUp = false;
  let isClosed = false;
  let thrown: Error | undefined;
  let failure: Error | undefined;
  let lastId = 0;
  /** The time of the last answer, or of the first call after all were answered. */
  let heardAt = 0;

  worker.on("message", ({ id, value, error }) => {
    isUp = true;
    heardAt = now();
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(Object.assign(new Error(error.message), error));
    else call?.resolve(value);
  });
  worker.on("error", (error) => {
    thrown = error instanceof Error ? error : new Error(String(error));
  });
  worker.on("exit", () => {
    // If the worker never came up, its own error is the best message, such as a file that cannot be opened.
    const ended = new ThreadEnded(name, isClosed ? "was closed" : "ended");
    failure = isUp ? ended : (thrown ?? ended);
    // Before rejecting calls, so that a retry reaches the next worker.
    onEnd({ thrown, wasUp: isUp });
    for (const call of waiting.values()) call.reject(failure);
    waiting.clear();
  });

  const send = (operation: keyof O, args: unknown[], mayBeLong: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      const id = ++lastId;
      worker.postMessage({ id, operation, args } as Call);
      if (waiting.size === 0) heardAt = now();
      waiting.set(id, { mayBeLong, resolve, reject });
    });

  return {
    call: (operation, ...args) => send(operation, args, false) as Answer<O[typeof operation]>,
    callLong: (operation, ...args) => send(operation, args, true) as Answer<O[typeof operation]>,
    silentMs() {
      const isExpected = waiting.values().some(({ mayBeLong }) => mayBeLong);
      return waiting.size === 0 || isExpected ? 0 : now() - heardAt;
    },
    async processorMs() {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1000;
    },
    isUp: () => isUp && failure === undefined,
    async terminate() {
      isClosed = true;
      await worker.terminate();
    },
  };
}

/** The worker's side. Calls start in the order they arrive; `nice` of its data lowers its priority. */
export function serveThread(operations: Operations): void {
  const port = parentPort!;
  lowerPriority(workerData?.nice ?? 0);
  port.on("message", ({ id, operation, args }: Call) => {
    const answer = (message: object) => port.postMessage({ id, ...message });
    // Structured cloning would drop an error's other properties.
    const refuse = (error: unknown) => {
      const { name, message, ...held } = error as Error;
      answer({ error: { ...held, name, message } });
    };
    try {
      const value = operations[operation]!(...args);
      if (value instanceof Promise) value.then((result) => answer({ value: result }), refuse);
      else answer({ value });
    } catch (error) {
      refuse(error);
    }
  });
  // Reports that the thread is up.
  port.postMessage({});
}

/**
 * Lowers the priority of the calling thread below the event loop's. Only on Linux, where priority is per thread;
 * elsewhere it would affect the whole process.
 */
function lowerPriority(nice: number): void {
  if (nice > 0 && process.platform === "linux") setPriority(0, nice);
}
