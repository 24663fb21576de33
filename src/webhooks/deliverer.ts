import { randomUUID } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import { startWorker } from "../shared/worker.ts";
import type { Store } from "../store/store.ts";
import { bodyOf, type Shapes, signedHeaders } from "./message.ts";
import type { Sender } from "./sender.ts";
import { createSlots } from "./slots.ts";
import type { Delivery, DueWebhook, Outcome, Webhook } from "./webhook.ts";

export interface DelivererOptions {
  store: Pick<Store, "deliveries">;
  clock: Clock;
  sender: Sender;
  shapes: Shapes;
  onError: (error: unknown) => void;
  log: Log;
  timing?: Partial<Timing> | undefined;
}

type Write = (entry: object, what: string) => void;
export interface Log {
  warn: Write;
  info: Write;
}

export interface Timing {
  /** How often the database is asked for work; scans are gathered meanwhile. */
  lookMs: number;
  /** Minimum time between two requests to one webhook, so that one with many events leaves time for others. */
  gapMs: number;
  /** How long a webhook is served before the next one gets its slot. */
  turnMs: number;
  leaseMs: number;
  /** After the first failure, the second, and so on; the last one from then on. */
  pausesMs: readonly number[];
  /** How long a receiver may take. */
  answerMs: number;
}

export type Deliverer = ReturnType<typeof startDeliverer>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
export const DEFAULTS: Timing = {
  lookMs: 2 * SECOND,
  gapMs: 25,
  turnMs: 5 * SECOND,
  leaseMs: 6 * SECOND,
  answerMs: 10 * SECOND,
  pausesMs: [
    ...[5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE],
    ...[10 * MINUTE, 20 * MINUTE, 30 * MINUTE, 60 * MINUTE],
  ],
};
/** An event is given up after it was refused for this long; a webhook is switched off when everything was. */
const PATIENCE_MS = 24 * 60 * MINUTE;
/** And at least this often: while the service is down, a day passes without attempts. */
const MIN_TRIES = 10;
/** A webhook that refuses everything is retried at least this often. */
const MAX_REST_MS = 5 * MINUTE;
/** Longer than any pause: after such a gap nothing was attempted, so nothing was refused. */
const GAP_MS = 2 * 60 * MINUTE;
const EXPIRY_MS = MINUTE;

/** The start of continuous refusals, without such a gap. */
const refusedSince = (since: number | null, last: number | null, at: number): number =>
  since === null || at - Math.max(since, last ?? 0) > GAP_MS ? at : since;

const isHopeless = (since: number, at: number, failures: number): boolean =>
  at - since >= PATIENCE_MS && failures >= MIN_TRIES;

/** For the log. The path and query may contain secrets. */
const receiverOf = ({ id, url }: Webhook) => ({ webhook: id, host: new URL(url).host });

/** Null: keep trying. */
function reasonToSwitchOff(since: number, failures: number, { at, status, problem }: Outcome): string | null {
  // Standard Webhooks: the receiver says that it is gone for good.
  if (status === 410) return "It answered 410 Gone, which disables the webhook.";
  if (!isHopeless(since, at, failures)) return null;
  return `Nothing was accepted for 24 hours: ${problem}.`;
}

/**
 * Sends what is in the queue, one request at a time to each webhook. One node at a time holds the lease;
 * if it crashes, another goes on when the lease has run out.
 */
export function startDeliverer(options: DelivererOptions) {
  const { store, clock, sender, shapes, onError, log } = options;
  const { deliveries: queue } = store;
  const { lookMs, gapMs, turnMs, leaseMs, pausesMs } = { ...DEFAULTS, ...options.timing };
  const holder = randomUUID();
  const totals = { delivered: 0, failed: 0 };
  const slots = createSlots(async (webhook) => {
    try {
      return await serve(webhook);
    } catch (error) {
      if (!isStopping) onError(error);
      return false;
    }
  });
  let expiryCheck: Promise<void> | null = null;
  let expiryCheckedAt = Number.NEGATIVE_INFINITY;
  let holdsUntil = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  let inUse = true;
  const worker = startWorker({ everyMs: lookMs, round, onError });

  const isHolding = () => !isStopping && performance.now() < holdsUntil;

  async function round(): Promise<void> {
    const now = clock.now();
    const seen = await queue.look(now);
    inUse = seen.inUse;
    const isExpiryDue = inUse && now - expiryCheckedAt >= EXPIRY_MS;
    if (!seen.hasWork && !isExpiryDue && slots.isIdle() && expiryCheck === null) return letGo();
    const asked = performance.now();
    if (!(await queue.hold(holder, leaseMs))) {
      // The node that holds it checks expiry dates too.
      if (isExpiryDue) expiryCheckedAt = now;
      return;
    }
    // Shorter than the lease in the database, so that it ends here first.
    holdsUntil = asked + leaseMs * 0.8;
    if (isExpiryDue) {
      expiryCheck ??= checkExpiry(now).finally(() => {
        expiryCheck = null;
      });
    }
    slots.serve(await queue.due(now));
  }

  /** Runs next to the deliveries: very many codes may expire at the same moment. */
  async function checkExpiry(now: number): Promise<void> {
    try {
      const found = await queue.addExpiryEvents(now);
      expiryCheckedAt = now;
      if (found > 0) worker.wake();
    } catch (error) {
      if (!isStopping) onError(error);
    }
  }

  async function letGo(): Promise<void> {
    if (holdsUntil === Number.NEGATIVE_INFINITY) return;
    holdsUntil = Number.NEGATIVE_INFINITY;
    await queue.release(holder);
  }

  /** Sends what is due to one webhook. True if its time slot ended first. */
  async function serve(due: DueWebhook): Promise<boolean> {
    const { num } = due;
    const end = performance.now() + turnMs;
    if (isHolding()) await queue.gather(num, clock.now(), randomUUID);
    while (isHolding()) {
      if (performance.now() >= end) return true;
      // Read each time: its address, secret or state may have changed.
      const next = await queue.next(num, clock.now());
      if (!next || !isHolding()) return false;
      const began = performance.now();
      if (!(await deliver(next.webhook, next.delivery))) return false;
      if (slots.isWaitedFor(due)) return true;
      const left = gapMs - (performance.now() - began);
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    }
    return false;
  }

  /** True if the next one may be sent. */
  async function deliver(webhook: Webhook, delivery: Delivery): Promise<boolean> {
    const at = clock.now();
    const body = bodyOf(delivery, shapes);
    const headers = await signedHeaders(webhook, delivery.id, at, body);
    const sent = await sender.send(webhook.url, headers, body);
    // Interrupted by the shutdown: does not count as an attempt.
    if (isStopping && sent.problem !== null && sent.status === null) return false;
    const outcome = { at, ...sent };
    if (sent.problem === null) {
      totals.delivered += 1;
      await queue.tried(delivery, outcome, null);
      if (webhook.failures > 0) await queue.accepted(webhook);
      if (webhook.failures > 1) log.info(receiverOf(webhook), "a webhook works again");
      return true;
    }
    totals.failed += 1;
    const asked = sent.retryAfterMs ?? 0;
    // It may be too large: send it in parts. Without an answer it may have arrived, so it is repeated once.
    const maySplit = asked === 0 && (sent.status !== null || delivery.tries + webhook.failures > 0);
    if (!(maySplit && (await queue.split(delivery, randomUUID)))) {
      const firstTry = refusedSince(delivery.firstTry, delivery.lastTry, at);
      const isGivenUp = isHopeless(firstTry, at, delivery.tries);
      const nextTry = isGivenUp ? null : at + Math.max(pauseOf(delivery.tries + 1), asked);
      if (!(await queue.tried({ ...delivery, firstTry }, outcome, nextTry))) return true;
    }
    // The first failure may be due to this event: continue with the others.
    const rests = webhook.failures === 0 ? 0 : Math.min(pauseOf(webhook.failures), MAX_REST_MS);
    const until = Math.max(rests, asked) === 0 ? 0 : at + Math.max(rests, asked);
    const failingSince = refusedSince(webhook.failingSince, webhook.restUntil, at);
    await queue.failed({ ...webhook, failingSince }, outcome, until);
    const reason = reasonToSwitchOff(failingSince, webhook.failures, outcome);
    // The second failure in a row: the first may be due to its event.
    if (webhook.failures === 1) log.warn({ ...receiverOf(webhook), problem: sent.problem }, "a webhook is failing");
    if (reason === null) return until === 0;
    const isOff = await queue.switchOff({ ...webhook, failures: webhook.failures + 1 }, at, reason);
    if (isOff) log.warn({ ...receiverOf(webhook), problem: sent.problem }, "a webhook was turned off");
    return false;
  }

  const pauseOf = (failures: number): number => pausesMs[Math.min(failures, pausesMs.length) - 1]!;

  return {
    totals: () => ({ ...totals }),
    /** Age of the oldest waiting event. */
    async oldestSeconds(): Promise<number> {
      const oldest = await queue.oldestWaiting();
      return oldest === null ? 0 : Math.max(0, (clock.now() - oldest) / 1000);
    },
    codeChanged(): void {
      if (inUse) worker.wake();
    },
    wake: worker.wake,
    async stop(deadlineMs: number): Promise<void> {
      isStopping = true;
      const ended = (async () => {
        await worker.stop(deadlineMs);
        await expiryCheck;
        await slots.end();
        if (holdsUntil !== Number.NEGATIVE_INFINITY) await queue.release(holder);
      })().catch(onError);
      const inTime = await isDoneWithin(ended, deadlineMs / 2);
      await sender.close();
      if (!inTime) await isDoneWithin(ended, deadlineMs / 2);
    },
  };
}
