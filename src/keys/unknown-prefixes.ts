import { createBoundedMap } from "../shared/bounded-map.ts";
import type { Clock } from "../shared/clock.ts";

/** Short, so that a key just created on another node is refused for at most this long. */
const KEPT_MS = 1000;
const MAX_KEPT = 10_000;

/**
 * Prefixes that no key has, so that a flood of invented keys does not query the store each time. Revoked keys and
 * suspended owners are never cached here.
 */
export function createUnknownPrefixes(clock: Clock) {
  /** Until when each prefix counts as unknown. */
  const until = createBoundedMap<number>(MAX_KEPT);
  let made = 0;

  return {
    has(prefix: string): boolean {
      const end = until.get(prefix);
      if (end === undefined) return false;
      if (end > clock.steady()) return true;
      until.delete(prefix);
      return false;
    },

    /** Call before querying the store. The returned function records a prefix that was not found. */
    looking(): (prefix: string) => void {
      const madeBefore = made;
      return (prefix) => {
        // A key was created meanwhile, so the answer may be outdated.
        if (made !== madeBefore) return;
        until.set(prefix, clock.steady() + KEPT_MS);
      };
    },

    /** A key with this prefix exists now. */
    forget(prefix: string): void {
      made += 1;
      until.delete(prefix);
    },
  };
}
