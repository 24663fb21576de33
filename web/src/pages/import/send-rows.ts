/**
 * Sends rows in batches of 500. Each batch has an idempotency key and is retried with it, so nothing is created twice.
 * The server creates all rows of a batch or none: rejected rows are removed and the rest is sent again.
 */
import type { CallError } from "../../api/call.ts";
import { createSignal, type Signal } from "../../api/signal.ts";
import type { Draft, Failed, Made, Problems } from "./table.ts";

export interface Progress {
  total: number;
  made: readonly Made[];
  failed: readonly Failed[];
  state: "sending" | "waiting" | "stopped" | "done";
  /** Why it waits or has stopped. */
  message: string;
}

type Post = (body: { qrcodes: Draft["body"][] }, key: string) => Promise<{ data: { id: string; shareUrl: string }[] }>;

interface Batch {
  key: string;
  drafts: Draft[];
}

export interface Sending {
  progress: Signal<Progress>;
  /** Starts or resumes; does nothing while running. */
  run(): Promise<void>;
  /** Stops after the current batch, or at once while waiting. */
  stop(): void;
}

const BATCH_SIZE = 500;
const TRIES = 5;
const OFFLINE_RETRY_MS = 3000;

interface Options {
  post: Post;
  importId: string;
  sleep?: (ms: number) => Promise<void>;
}

export function createSending(
  drafts: readonly Draft[],
  { post, importId, sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }: Options,
): Sending {
  const batches: Batch[] = [];
  for (let at = 0; at < drafts.length; at += BATCH_SIZE) {
    batches.push({ key: `${importId}-${at}`, drafts: drafts.slice(at, at + BATCH_SIZE) });
  }
  const progress = createSignal<Progress>({
    total: drafts.length,
    made: [],
    failed: [],
    state: "stopped",
    message: "",
  });
  const update = (change: Partial<Progress>): void => progress.set({ ...progress.get(), ...change });
  let isRunning = false;
  let isStopRequested = false;
  let cancelWait = (): void => {};

  /** Resolves early when stopped: a wait may last an hour. */
  async function wait(ms: number): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      cancelWait = resolve;
    });
    await Promise.race([sleep(ms), stopped]);
  }

  function removeRejected(batch: Batch, error: CallError): void {
    const problems = new Map<number, Problems>();
    for (const [field, message] of Object.entries(error.fields)) {
      const [, at, name] = /^qrcodes\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
      if (at === undefined) continue;
      problems.set(Number(at), { ...problems.get(Number(at)), [name || "content"]: message });
    }
    const named = (at: number) => problems.get(at);
    const isAll = problems.size === 0;
    const failed = batch.drafts.flatMap((draft, at): Failed[] => {
      if (isAll) return [{ draft, problems: {}, reason: error.message }];
      const wrong = named(at);
      return wrong ? [{ draft, problems: wrong }] : [];
    });
    update({ failed: [...progress.get().failed, ...failed] });
    // The body is different, so it needs another key.
    const rest = isAll ? [] : batch.drafts.filter((_, at) => !named(at));
    batches.shift();
    if (rest.length > 0) batches.unshift({ key: `${batch.key}-rest`, drafts: rest });
  }

  /** True when the batch is finished, successfully or not. */
  async function send(batch: Batch): Promise<boolean> {
    for (let tries = 1; ; ) {
      try {
        update({ state: "sending", message: "" });
        const { data } = await post({ qrcodes: batch.drafts.map(({ body }) => body) }, batch.key);
        batches.shift();
        const made = batch.drafts.map((draft, i) => ({ draft, ...data[i]! }));
        update({ made: [...progress.get().made, ...made] });
        return true;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (error.status === 400) {
          removeRejected(batch, error);
          return true;
        }
        const pause = waitAfter(error, tries);
        if (error.status >= 500) tries += 1;
        if (pause !== null && !isStopRequested) {
          update({ state: "waiting", message: error.message });
          await wait(pause);
        }
        if (pause === null || isStopRequested) {
          update({ state: "stopped", message: error.message });
          return false;
        }
      }
    }
  }

  return {
    progress,
    async run() {
      if (isRunning) return;
      isRunning = true;
      isStopRequested = false;
      try {
        while (batches.length > 0 && !isStopRequested) if (!(await send(batches[0]!))) return;
        update({ state: batches.length === 0 ? "done" : "stopped", message: "" });
      } catch (error) {
        update({ state: "stopped", message: (error as Error).message });
      } finally {
        isRunning = false;
      }
    },
    stop() {
      isStopRequested = true;
      cancelWait();
    },
  };
}

const isRefusal = (error: unknown): error is CallError => error instanceof Error && "status" in error;

/** The delay before a retry; null if a retry is pointless. */
function waitAfter({ status, retryAfter }: CallError, tries: number): number | null {
  if (status === 429) return 1000 * Math.max(1, retryAfter ?? 30);
  // Offline: retry without limit. The user can stop it.
  if (status === 0) return OFFLINE_RETRY_MS;
  return status >= 500 && tries < TRIES ? 1000 * Math.max(1, retryAfter ?? 2 ** tries) : null;
}
