import { networkOf } from "../shared/addresses.ts";
import { type BoundedMap, createBoundedMap } from "../shared/bounded-map.ts";
import type { Clock } from "../shared/clock.ts";
import { slide } from "../shared/sliding-window.ts";
import type { Store } from "../store/store.ts";
import type { Admission, KeyAsVerified } from "../workspaces/people.ts";

/** A window as shown in the rate limit headers. */
export interface RateState {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** Unix time in whole seconds, rounded up. */
  resetAt: number;
  /** Seconds until then, rounded up. */
  resetIn: number;
}

export interface LimitOptions {
  planLimits: ReadonlyMap<string, number>;
  rateWindowMs: number;
  unauthenticatedLimit: number;
  dashboardLimit: number;
}

export type Limits = ReturnType<typeof createLimits>;

/** Networks and keys kept in memory; the least recently used are evicted. */
const MAX_REMEMBERED = 10_000;

/** A database that fails a statement later than this did not answer it; sooner, the fault is the statement's own. */
const SILENT_MS = 500;

/** A client with several connections has fewer; only a flood has more, which would keep the event loop busy. */
const MAX_UNPAUSED = 16;
const PAUSE_MS = 3;

/** The editor requests a picture and a verdict at every pause in typing, long before saving. */
const PREVIEWS_PER_CHANGE = 5;
/** An open overview reads 200 times an hour, so that somebody may have dozens of them open. */
const READS_PER_CHANGE = 20;
/** Times of reads kept in memory, of all users together. */
const MAX_READS = 1_000_000;

export function createLimits(store: Store, clock: Clock, options: LimitOptions) {
  const { planLimits, rateWindowMs, unauthenticatedLimit, dashboardLimit } = options;
  const anonymousTimes = createBoundedMap<number[]>(MAX_REMEMBERED);
  const readerTimes = createBoundedMap<number[]>(MAX_REMEMBERED);
  const readTimes = createBoundedMap<number[]>(MAX_READS, (times) => times.length);
  const lastOfKey = createBoundedMap<RateState>(MAX_REMEMBERED);
  const lines = new Map<string, { last: Promise<unknown>; open: number }>();
  /** A plan that was removed from the settings counts as the free one. */
  const limitOf = (plan: string): number => planLimits.get(plan) ?? planLimits.get("free")!;

  const state = (limit: number, { admitted, remaining, resetIn, now = clock.now() }: Admission): RateState => ({
    admitted,
    limit,
    remaining,
    resetAt: Math.ceil((now + resetIn) / 1000),
    resetIn: Math.max(1, Math.ceil(resetIn / 1000)),
  });

  /** In the memory of this node only. */
  function admitHere(windows: BoundedMap<number[]>, name: string, limit: number): RateState {
    const result = slide(windows.get(name) ?? [], clock.steady(), limit, rateWindowMs);
    windows.set(name, result.times);
    return state(limit, result);
  }

  /**
   * One transaction of a user or key at a time. Otherwise a flood of one's requests would come back from the store all
   * at once and hold the event loop, SQLite's one writer or PostgreSQL's connections. While many wait, there is a pause
   * before each. If the database does not answer one, those that wait fail with it, rather than each wait in turn.
   */
  async function oneByOne<T>(id: string, work: () => Promise<T>): Promise<T> {
    let begun = Number.NEGATIVE_INFINITY;
    const line = lines.get(id) ?? { last: Promise.resolve(), open: 0 };
    lines.set(id, line);
    line.open += 1;
    const mine = line.last.then(async () => {
      begun = clock.steady();
      if (line.open > MAX_UNPAUSED) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      return work();
    });
    line.last = mine.catch((error) => {
      if (clock.steady() - begun >= SILENT_MS) throw error;
    });
    // The caller gets the error from `mine`; nobody may wait for this one.
    line.last.catch(() => {});
    try {
      return await mine;
    } finally {
      line.open -= 1;
      if (line.open === 0) lines.delete(id);
    }
  }

  return {
    limitOf,

    /** Counts one request of a key, unless its window is full. */
    async admit(keyId: string, plan: string): Promise<RateState> {
      const limit = limitOf(plan);
      const result = state(limit, await oneByOne(keyId, () => store.admit(keyId, limit, rateWindowMs)));
      lastOfKey.set(keyId, result);
      return result;
    },

    /** Admits a key that was verified before; null, with nothing counted, if it must be verified again. */
    async admitInForce({ id, plan, person }: KeyAsVerified): Promise<RateState | null> {
      const limit = limitOf(plan);
      const admission = await oneByOne(id, () => store.admitInForce({ id, plan, person }, limit, rateWindowMs));
      return admission && lastOfKey.set(id, state(limit, admission));
    },

    async usage(keyId: string, plan: string): Promise<RateState> {
      const limit = limitOf(plan);
      return state(limit, await store.usage(keyId, limit, rateWindowMs));
    },

    /** The key's window as last seen by this node, for when the store is unavailable. */
    lastKnown(keyId: string, plan: string): RateState {
      const limit = limitOf(plan);
      const last = lastOfKey.get(keyId);
      const fresh = { admitted: true, remaining: limit, resetIn: 0 };
      if (!last || last.resetAt * 1000 <= clock.now()) return state(limit, fresh);
      return { ...last, limit, remaining: Math.min(limit, last.remaining) };
    },

    /** Counts one change, search or preview of a signed-in user, unless that window is full. */
    async admitUser(userId: string, isPreview = false): Promise<RateState> {
      const limit = isPreview ? PREVIEWS_PER_CHANGE * dashboardLimit : dashboardLimit;
      const window = { name: `${isPreview ? "previews" : "dashboard"} ${userId}`, limit };
      const [admission] = await oneByOne(userId, () => store.throttles.take([window], rateWindowMs));
      return state(limit, admission!);
    },

    /** Counts one read of a signed-in user that is more than a look-up, unless that window is full. */
    admitRead: (userId: string): RateState => admitHere(readTimes, userId, READS_PER_CHANGE * dashboardLimit),

    /** The window of the client's network; counts nothing. */
    anonymous(address: string): RateState {
      const times = anonymousTimes.get(networkOf(address)) ?? [];
      const result = slide(times, clock.steady(), unauthenticatedLimit, rateWindowMs, false);
      return state(unauthenticatedLimit, result);
    },

    /**
     * Counts a request without a valid key by the client's network. Only for the headers: the answer is 401 in any
     * case. In memory only.
     */
    admitAnonymous: (address: string): RateState => admitHere(anonymousTimes, networkOf(address), unauthenticatedLimit),

    /** Counts a request for a page of shared numbers by the client's network, unless its window is full. */
    admitReader: (address: string): RateState => admitHere(readerTimes, networkOf(address), unauthenticatedLimit),
  };
}
