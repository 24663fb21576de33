import { networkOf } from "../shared/addresses.ts";
import type { Clock } from "../shared/clock.ts";
import { slide } from "../shared/sliding-window.ts";
import type { Admission, Store } from "../store/types.ts";

/** A window as the answer's headers tell it. */
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
}

export type Limits = ReturnType<typeof createLimits>;

/** Addresses remembered at once; the one unseen for longest is forgotten first. */
const MOST_ADDRESSES = 10_000;

export function createLimits(store: Store, clock: Clock, options: LimitOptions) {
  const { planLimits, rateWindowMs, unauthenticatedLimit } = options;
  const strangers = new Map<string, number[]>();
  /** A plan that was taken out of the settings falls back to the free one. */
  const limitOf = (plan: string): number => planLimits.get(plan) ?? planLimits.get("free")!;

  const state = (limit: number, { admitted, remaining, resetIn }: Admission): RateState => ({
    admitted,
    limit,
    remaining,
    resetAt: Math.ceil((clock.now() + resetIn) / 1000),
    resetIn: Math.max(1, Math.ceil(resetIn / 1000)),
  });

  return {
    limitOf,

    /** Counts one request of a key, if there is room for it. */
    async admit(keyId: string, plan: string): Promise<RateState> {
      const limit = limitOf(plan);
      return state(limit, await store.admit(keyId, limit, rateWindowMs));
    },

    async usage(keyId: string, plan: string): Promise<RateState> {
      const limit = limitOf(plan);
      return state(limit, await store.usage(keyId, limit, rateWindowMs));
    },

    /** A stranger's window as it stands, nothing counted. */
    stranger(address: string): RateState {
      const times = strangers.get(networkOf(address)) ?? [];
      const result = slide(times, clock.steady(), unauthenticatedLimit, rateWindowMs, false);
      return state(unauthenticatedLimit, result);
    },

    /** Counts one request without a valid key, by its client's network. Kept in memory only. */
    admitStranger(address: string): RateState {
      const network = networkOf(address);
      const times = strangers.get(network) ?? [];
      const result = slide(times, clock.steady(), unauthenticatedLimit, rateWindowMs);
      strangers.delete(network);
      strangers.set(network, result.times);
      if (strangers.size > MOST_ADDRESSES) strangers.delete(strangers.keys().next().value!);
      return state(unauthenticatedLimit, result);
    },
  };
}

