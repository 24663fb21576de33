import type { Clock } from "../shared/clock.ts";
import type { VisitedCode } from "../store/code-store.ts";
import type { KnownCodes } from "./known-codes.ts";
import { stateOf } from "./state.ts";

/** Looks up the code of a token for a visitor. */
export interface CodeFinder {
  /** The code if it is cached and not expired, null if it is known not to exist, otherwise undefined. */
  peek(token: string, now: number): VisitedCode | null | undefined;
  /** Queries the store if needed. A code returned as expired really is. */
  find(token: string): Promise<VisitedCode | null>;
}

export interface CodeFinderParts {
  knownCodes: KnownCodes;
  clock: Clock;
  /** Resolves when the scans recorded so far are settled. */
  scansSettled: () => Promise<void>;
}

export function createCodeFinder(parts: CodeFinderParts): CodeFinder {
  const { knownCodes, clock, scansSettled } = parts;
  const isExpired = (code: VisitedCode, now: number) => stateOf(code, now) === "expired";

  return {
    peek(token, now) {
      const code = knownCodes.peek(token);
      return code && isExpired(code, now) ? undefined : code;
    },
    async find(token) {
      const known = knownCodes.peek(token);
      const code = known === undefined ? await knownCodes.find(token) : known;
      if (code === null || !isExpired(code, clock.now())) return code;
      // A recent scan may have moved the expiry since the code was read.
      await scansSettled();
      return knownCodes.find(token);
    },
  };
}
