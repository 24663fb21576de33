import { createBoundedMap } from "./bounded-map.ts";
import type { Caller } from "./caller.ts";
import { TooBusy } from "./errors.ts";
import { createFairQueue } from "./fair-queue.ts";
import { type Operations, ThreadEnded } from "./thread.ts";
import type { Thread, Threads } from "./threads.ts";

export interface ThreadPoolOptions {
  name: string;
  file: URL;
  threads: Threads;
  /** What the threads are started with. */
  workerData?: object;
  /** Calls that may wait, in total, per person, and per workspace or network; further ones are refused with TooBusy. */
  limit: number;
  ofPerson: number;
  ofPart: number;
  /**
   * For hostile input: each call gets its own thread. A call that takes longer is terminated with its thread and
   * rejects with TooBusy: on a busy machine it says nothing about the input.
   */
  deadlineMs?: number;
  /** A call that uses more processor time is terminated with the thread and rejects with DeadlinePassed. */
  processorMs?: number;
  /** Calls may take minutes. */
  isLong?: boolean;
  /** Milliseconds that never step. */
  now?: () => number;
}

export class DeadlinePassed extends Error {
  override name = "DeadlinePassed";
}

export interface CallOptions {
  /** Calls are scheduled round-robin by person, and within a person's turns by workspace or network. */
  caller?: Caller | undefined;
  /** A waiting call is skipped when this aborts. */
  signal?: AbortSignal | undefined;
  /** Runs before others, except for one in four. */
  isUrgent?: boolean | undefined;
}

const NOBODY: Caller = { person: "" };
/** After this many urgent calls in a row, another one runs. */
const URGENT_IN_A_ROW = 3;
/** How often a call's processor time is checked. */
const PROCESSOR_CHECK_MS = 1_000;

/** A person is heavy with this much recent time in the threads and several calls waiting. Half is forgotten in 30 s. */
const HEAVY_MS = 1_500;
const HEAVY_WAITING = 3;
const HALF_LIFE_MS = 30_000;
const PEOPLE = 1_000;
/** After the event loop and point reads; a heavy person's thread gets a twentieth of another's processor time. */
const NORMAL_NICE = 5;
const PATIENT_NICE = 19;
/** Others may use the second thread when a call has run this long in the first. */
const LONG_MS = 100;

interface Job<O extends Operations> {
  person: string;
  /** Returns a function that tells the caller the outcome. */
  run(lane: Lane<O>): Promise<() => void>;
  reject(error: unknown): void;
}

interface Lane<O extends Operations> {
  name: string;
  workerData: object;
  thread?: Thread<O> | undefined;
  running?: { person: string; since: number } | undefined;
}

/**
 * Runs functions of a file in a thread, one call at a time; the thread starts with the first call, and again with the
 * next one after it ended, such as for lack of memory: it holds no state. Calls are queued
 * on this side, so that aborted ones are skipped and people are scheduled fairly. Heavy people have a second thread
 * with low priority, so that others do not wait for their calls; others use it only while a long call runs in the first.
 */
export function createThreadPool<O extends Operations>(options: ThreadPoolOptions) {
  const { name, file, threads, workerData, limit, ofPerson, ofPart, deadlineMs, processorMs, isLong } = options;
  const { now = () => performance.now() } = options;
  const limits = { limit, ofPerson, ofPart };
  const urgent = createFairQueue<Job<O>>(limits);
  const others = createFairQueue<Job<O>>(limits);
  const normal: Lane<O> = { name, workerData: { ...workerData, nice: NORMAL_NICE } };
  const patient: Lane<O> = { name: `${name} (low priority)`, workerData: { ...workerData, nice: PATIENT_NICE } };
  /** The time each person used by `at`, and when they last had several calls waiting. */
  const used = createBoundedMap<{ ms: number; at: number; waitedAt: number }>(PEOPLE);
  let urgentInARow = 0;
  let isClosed = false;
  const closed = () => new ThreadEnded(name, "was closed");

  const runningMs = (lane: Lane<O>): number => (lane.running ? now() - lane.running.since : 0);

  const usedBy = (person: string) => used.get(person) ?? { ms: 0, at: 0, waitedAt: Number.NEGATIVE_INFINITY };

  function remembered(person: string): number {
    const { ms, at } = usedBy(person);
    return ms * 0.5 ** ((now() - at) / HALF_LIFE_MS);
  }

  const isHeavy = (person: string): boolean =>
    remembered(person) >= HEAVY_MS && now() - usedBy(person).waitedAt < 2 * HALF_LIFE_MS;

  /** A person has one call running at a time, so they never hold both threads. */
  function mayRun(person: string, lane: Lane<O>): boolean {
    if (normal.running?.person === person || patient.running?.person === person) return false;
    return lane === patient ? isHeavy(person) || runningMs(normal) >= LONG_MS : !isHeavy(person);
  }

  function next(mayRunNow?: (person: string) => boolean): Job<O> | undefined {
    const isOthersTurn = urgentInARow >= URGENT_IN_A_ROW;
    for (const queue of isOthersTurn ? [others, urgent] : [urgent, others]) {
      const job = queue.next(mayRunNow);
      if (job === undefined) continue;
      urgentInARow = queue === urgent ? urgentInARow + 1 : 0;
      return job;
    }
    return undefined;
  }

  async function runNext(lane: Lane<O>): Promise<void> {
    if (lane.running) return;
    const job = next((person) => mayRun(person, lane));
    if (!job) return;
    lane.running = { person: job.person, since: now() };
    const alarm = setTimeout(() => void runNext(patient), LONG_MS + 1);
    const settle = await job.run(lane);
    clearTimeout(alarm);
    used.set(job.person, { ...usedBy(job.person), ms: remembered(job.person) + runningMs(lane), at: now() });
    lane.running = undefined;
    settle();
    dispatch();
  }

  function dispatch(): void {
    void runNext(normal);
    void runNext(patient);
  }

  function callNow(lane: Lane<O>, operation: keyof O, args: Parameters<O[keyof O]>): Promise<unknown> {
    if (isClosed) throw closed();
    lane.thread ??= threads.start<O>(lane.name, file, lane.workerData, { isLazy: true, isExpendable: true });
    if (deadlineMs !== undefined) return callOnce(lane, lane.thread, operation, args);
    // On a busy machine, low priority may mean to wait for minutes, which is not to hang.
    const mayBeLong = isLong || lane === patient;
    const call = mayBeLong ? lane.thread.callLong(operation, ...args) : lane.thread.call(operation, ...args);
    return processorMs === undefined ? call : withinProcessorTime(lane, lane.thread, call, processorMs);
  }

  async function withinProcessorTime(
    lane: Lane<O>,
    thread: Thread<O>,
    call: Promise<unknown>,
    mostMs: number,
  ): Promise<unknown> {
    const late = Promise.withResolvers<never>();
    // Measured only for calls that take long, which few do.
    let before: number | undefined;
    let isDone = false;
    const check = async () => {
      const taken = await thread.processorMs();
      before ??= taken;
      // The thread may already be running another call.
      if (isDone || taken - before <= mostMs) return;
      late.reject(new DeadlinePassed(`The ${name} thread used more than ${mostMs} ms of CPU time.`));
      if (lane.thread === thread) lane.thread = undefined;
      void thread.terminate();
    };
    // If the thread has ended, the call itself rejects.
    const timer = setInterval(() => void check().catch(() => {}), PROCESSOR_CHECK_MS).unref();
    try {
      return await Promise.race([call, late.promise]);
    } finally {
      isDone = true;
      clearInterval(timer);
    }
  }

  async function callOnce(
    lane: Lane<O>,
    thread: Thread<O>,
    operation: keyof O,
    args: Parameters<O[keyof O]>,
  ): Promise<unknown> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new TooBusy()), deadlineMs);
    try {
      // The deadline ends it if it hangs.
      const call = thread.callLong(operation, ...args);
      return await Promise.race([
        processorMs === undefined ? call : withinProcessorTime(lane, thread, call, processorMs),
        late.promise,
      ]);
    } finally {
      clearTimeout(timer);
      if (lane.thread === thread) lane.thread = undefined;
      void thread.terminate();
    }
  }

  return {
    call<K extends keyof O>(
      operation: K,
      args: Parameters<O[K]>,
      { caller = NOBODY, signal, isUrgent = false }: CallOptions = {},
    ): Promise<Awaited<ReturnType<O[K]>>> {
      if (isClosed) return Promise.reject(closed());
      if (signal?.aborted) return Promise.reject(signal.reason);
      const queue = isUrgent ? urgent : others;
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<O[K]>>>();
      // Immediately: an abandoned call must not occupy one of its caller's places.
      const leave = () => {
        if (queue.remove(caller, job)) reject(signal!.reason);
      };
      const { person } = caller;
      const job: Job<O> = {
        person,
        async run(lane) {
          signal?.removeEventListener("abort", leave);
          try {
            const result = await callNow(lane, operation, args);
            return () => resolve(result as never);
          } catch (error) {
            return () => reject(error);
          }
        },
        reject,
      };
      signal?.addEventListener("abort", leave, { once: true });
      queue.add(caller, job)?.reject(new TooBusy());
      if (queue.sizeOf(person) >= HEAVY_WAITING) used.set(person, { ...usedBy(person), waitedAt: now() });
      dispatch();
      return promise;
    },
    async close(): Promise<void> {
      isClosed = true;
      for (let job = next(); job; job = next()) job.reject(closed());
      await Promise.all([normal, patient].map(({ thread }) => thread?.terminate()));
    },
  };
}
