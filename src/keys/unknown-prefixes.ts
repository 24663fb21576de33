import { createBoundedMap } from "../shared/bounded-map.ts";
import type { Clock } from "../shared/clock.ts";

/** So short that a key made on another node is refused for no longer, were its prefix ever guessed. */
const KEPT_MS = 1000;
const MOST_KEPT = 10_000;

/**
 * Prefixes that no key has, so that a flood of made-up keys does not ask the store each time. Only
 * what no key ever had is kept: a revoked key, or a suspended owner's, is always asked for.
 */
export function createUnknownPrefixes(clock: Clock) {
  /** Until when each is taken to be unknown. */
  const until = createBoundedMap<number>(MOST_KEPT);
  let made = 0;

  return {
    has(prefix: string): boolean {
      const end = until.get(prefix);
      if (end === undefined) return false;
      if (end > clock.steady()) return true;
      until.delete(prefix);
      return false;
    },

    /** Called before the store is asked. What it gives back notes a prefix that was not found. */
    looking(): (prefix: string) => void {
      const madeBefore = made;
      return (prefix) => {
        // The answer may be older than a key that was made meanwhile.
        if (made !== madeBefore) return;
        until.set(prefix, clock.steady() + KEPT_MS);
      };
    },

    /** There is a key with this prefix from now on. */
    forget(prefix: string): void {
      made += 1;
      until.delete(prefix);
    },
  };
}
