import type { Clock } from "../shared/clock.ts";
import type { Code } from "../store/code-store.ts";
import type { KnownCodes } from "./known-codes.ts";
import { stateOf } from "./state.ts";

/** The code of a token as a visitor finds it now. */
export interface CodeFinder {
  /** At once if it is known and not past its time, null if it is known not to exist, else undefined. */
  peek(token: string, now: number): Code | null | undefined;
  /** Asks the store where it must. One that it gives as expired is so. */
  find(token: string): Promise<Code | null>;
}

export interface CodeFinderParts {
  knownCodes: KnownCodes;
  clock: Clock;
  /** Resolves when the scans recorded until now are settled. */
  scansSettled: () => Promise<void>;
}

export function createCodeFinder(parts: CodeFinderParts): CodeFinder {
  const { knownCodes, clock, scansSettled } = parts;
  const isExpired = (code: Code, now: number) => stateOf(code, now) === "expired";

  return {
    peek(token, now) {
      const code = knownCodes.peek(token);
      return code && isExpired(code, now) ? undefined : code;
    },
    async find(token) {
      const known = knownCodes.peek(token);
      const code = known === undefined ? await knownCodes.find(token) : known;
      if (code === null || !isExpired(code, clock.now())) return code;
      // A scan may have moved the expiry since the code was read, even one of a moment ago.
      await scansSettled();
      return knownCodes.find(token);
    },
  };
}
