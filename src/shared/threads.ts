import { type Calls, type Operations, runThread, ThreadEnded, type ThreadFile, type ThreadRun } from "./thread.ts";

/** A worker thread that is restarted when it ends unexpectedly. Its file rebuilds its state. */
export interface Thread<O extends Operations> extends Calls<O> {
  /** Calls to the current worker only: its state, such as a transaction, ends with it. */
  session(): Calls<O>;
  /** False until the first call of a lazy thread. */
  isStarted(): boolean;
  /** Processor time of the current worker. */
  processorMs(): Promise<number>;
  terminate(): Promise<void>;
}

/** All threads of the process, monitored together. */
export interface Threads {
  start<O extends Operations>(name: string, file: URL, workerData: unknown, options?: StartOptions): Thread<O>;
  /** Restarts of each running thread. */
  restarts(): { name: string; restarts: number }[];
  /** For how long each thread has not answered waiting calls; 0 if none is waiting. */
  waiting(): { name: string; seconds: number }[];
  /** A sentence for each thread that is down, was restarted in the last minute, or does not answer. */
  problems(): string[];
}

interface StartOptions {
  /** Starts with its first call. */
  isLazy?: boolean;
  /** It holds no state: it may end any number of times, and starts with the next call. */
  isExpendable?: boolean;
}

export interface ThreadsOptions {
  /** A thread ended unexpectedly and is being restarted; `thrown` is its error, if any. */
  onRestart?: (name: string, thrown: Error | undefined) => void;
  /** A thread ended twice within a minute and is not restarted: the process should exit. */
  onGiveUp?: (sentence: string) => void;
  /** Milliseconds that never step. */
  now?: () => number;
  /** All threads are lazy: for commands, which need few of them. */
  isLazy?: boolean;
}

interface Watched {
  name: string;
  restarts: number;
  endedAt: number;
  /** Set if it ended before it took a call: only the next call of a lazy thread restarts it. */
  failure: string | undefined;
  isUp: () => boolean;
  silentMs: () => number;
}

/** A thread that ends twice within this time would end again, so the process exits instead. */
const SOON_MS = 60_000;
/** Longer than any normal call: the thread hangs, or the disk does. */
const SILENT_MS = 30_000;

function endProcess(sentence: string): void {
  console.error(`tessera: ${sentence}`);
  process.exit(1);
}

const tellRestart = (name: string, thrown: Error | undefined): void =>
  console.error(`tessera: ${endOf(name, thrown)} and is restarted.`);

const endOf = (name: string, thrown: Error | undefined): string =>
  `The ${name} thread ended${thrown ? ` (${thrown.message})` : ""}`;

export function createThreads({
  onRestart = tellRestart,
  onGiveUp = endProcess,
  now = () => performance.now(),
  isLazy: areLazy = false,
}: ThreadsOptions = {}): Threads {
  const all = new Set<Watched>();

  function start<O extends Operations>(
    name: string,
    file: URL,
    workerData: unknown,
    { isLazy = areLazy, isExpendable = false }: StartOptions = {},
  ): Thread<O> {
    const thread: ThreadFile = { name, file, workerData };
    let isClosed = false;
    const begin = () => runThread<O>(thread, ended, now);
    let run: ThreadRun<O> | undefined = isLazy ? undefined : begin();
    const running = (): ThreadRun<O> => {
      // A thread started after closing would keep the process alive.
      if (!run && isClosed) throw new ThreadEnded(name, "was closed");
      run ??= begin();
      return run;
    };
    const watched: Watched = {
      name,
      restarts: 0,
      endedAt: Number.NEGATIVE_INFINITY,
      failure: undefined,
      isUp: () => run?.isUp() ?? watched.failure === undefined,
      silentMs: () => run?.silentMs() ?? 0,
    };
    all.add(watched);

    function ended({ thrown, wasUp }: { thrown: Error | undefined; wasUp: boolean }): void {
      // A thread that never came up failed to start; its caller gets the error.
      if (isClosed) return;
      if (watched.restarts === 0 && !wasUp) {
        watched.failure = thrown?.message ?? "it ended at once";
        // The resource it lacked may be available again later.
        if (isLazy) run = undefined;
        return;
      }
      const sinceLast = now() - watched.endedAt;
      watched.endedAt = now();
      if (sinceLast < SOON_MS && !isExpendable) {
        onGiveUp(`${endOf(name, thrown)} twice within a minute, so the service stops.`);
        return;
      }
      watched.restarts += 1;
      run = isExpendable ? undefined : begin();
      onRestart(name, thrown);
    }

    return {
      call: (operation, ...args) => running().call(operation, ...args),
      callLong: (operation, ...args) => running().callLong(operation, ...args),
      session: running,
      processorMs: async () => run?.processorMs() ?? 0,
      isStarted: () => run !== undefined,
      async terminate() {
        isClosed = true;
        all.delete(watched);
        await run?.terminate();
      },
    };
  }

  return {
    start,
    restarts: () => [...all].map(({ name, restarts }) => ({ name, restarts })),
    waiting: () => [...all].map(({ name, silentMs }) => ({ name, seconds: silentMs() / 1000 })),
    problems: () => [...all].flatMap((thread) => [...endsOf(thread), ...silenceOf(thread)]),
  };

  function endsOf({ name, restarts, endedAt, failure, isUp }: Watched): string[] {
    if (restarts === 0) {
      const isDown = failure !== undefined && !isUp();
      return isDown ? [`The ${name} thread could not be started: ${failure}`] : [];
    }
    if (!isUp()) return [`The ${name} thread ended and is being restarted.`];
    const seconds = Math.floor((now() - endedAt) / 1000);
    if (seconds >= SOON_MS / 1000) return [];
    return [`The ${name} thread ended and was restarted ${seconds} s ago.`];
  }
}

function silenceOf({ name, silentMs }: Watched): string[] {
  const ms = silentMs();
  if (ms <= SILENT_MS) return [];
  return [`The ${name} thread has answered none of its calls for ${Math.floor(ms / 1000)} s.`];
}
