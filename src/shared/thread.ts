/** A thread as a set of functions: calls go over as messages, answers come back as promises. */
import { setPriority } from "node:os";
import { parentPort, Worker } from "node:worker_threads";

// biome-ignore lint/suspicious/noExplicitAny: any function whose arguments can be cloned.
export type Operations = Record<string, (...args: any[]) => unknown>;

type Answer<F extends (...args: never[]) => unknown> = Promise<Awaited<ReturnType<F>>>;

export interface Calls<O extends Operations> {
  call<K extends keyof O>(operation: K, ...args: Parameters<O[K]>): Answer<O[K]>;
  /** For what may take minutes: while it runs, the thread's silence is no sign that it hangs. */
  callLong<K extends keyof O>(operation: K, ...args: Parameters<O[K]>): Answer<O[K]>;
}

/** What a call hears whose thread ended before it answered: whether it was done is not known. */
export class ThreadEnded extends Error {
  constructor(name: string, how: string) {
    super(`The ${name} thread ${how} before it answered.`);
    this.name = "ThreadEnded";
  }
}

/** One worker from its start to its end. */
export interface ThreadRun<O extends Operations> extends Calls<O> {
  /** True while the worker takes calls: it has loaded and has not ended. */
  isUp(): boolean;
  /** For how long calls have waited and none was answered, in ms; 0 while none waits. */
  silentMs(): number;
  /** What it has taken of the processor by now. */
  processorMs(): Promise<number>;
  terminate(): Promise<void>;
}

export interface ThreadFile {
  name: string;
  file: URL;
  workerData: unknown;
}

/** Our threads hold little: a small young generation of the heap keeps an idle process small. */
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

/** `onEnd` is called once, when the worker and all it held are gone. `now` never steps. */
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
  /** When it last answered, or was first asked after it had answered all. */
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
    // A worker that never came up says best itself what is wrong: a file that cannot be opened.
    const ended = new ThreadEnded(name, isClosed ? "was closed" : "ended");
    failure = isUp ? ended : (thrown ?? ended);
    // Before anyone hears of it: whoever asks again then asks the next worker.
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

/** The thread's own end. Calls are begun in the order they came. */
export function serveThread(operations: Operations): void {
  const port = parentPort!;
  port.on("message", ({ id, operation, args }: Call) => {
    const answer = (message: object) => port.postMessage({ id, ...message });
    // Structured cloning would drop what an error holds besides its message.
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
  // Says that the thread is up.
  port.postMessage({});
}

/**
 * Lowers the priority of the calling thread, whose work can wait, below that of the event loop. Only on
 * Linux is it the thread's own; elsewhere it would be the whole process's.
 */
export function lowerPriority(nice: number): void {
  if (nice > 0 && process.platform === "linux") setPriority(0, nice);
}
