import type { Clock } from "../shared/clock.ts";
import type { VisitedCode } from "../store/code-store.ts";
import type { KnownCodes } from "./known-codes.ts";
import { stateOf } from "./state.ts";

/** Looks up the code of a token for a visitor. */
export interface CodeFinder {
  /**
   * The code if it is cached and not expired, null if it is known not to exist, otherwise undefined. `site`: the
   * workspace on whose domain it was visited, which serves only codes of its own; undefined: everywhere else.
   */
  peek(token: string, now: number, site?: string): VisitedCode | null | undefined;
  /** Queries the store if needed. A code returned as expired really is. */
  find(token: string, site?: string): Promise<VisitedCode | null>;
}

export interface CodeFinderParts {
  knownCodes: KnownCodes;
  clock: Clock;
  /** Resolves when the scans recorded so far are settled. */
  scansSettled: () => Promise<void>;
}

/** A code that was moved to another workspace stays on the domains it may be printed with. */
export const isServedOn = ({ workspaceId, movedFrom }: VisitedCode, site: string): boolean =>
  workspaceId === site || (movedFrom?.split(" ").includes(site) ?? false);

export function createCodeFinder(parts: CodeFinderParts): CodeFinder {
  const { knownCodes, clock, scansSettled } = parts;
  const isExpired = (code: VisitedCode, now: number) => stateOf(code, now) === "expired";

  return {
    peek(token, now, site) {
      const code = knownCodes.peek(token);
      if (code && site !== undefined && !isServedOn(code, site)) return null;
      return code && isExpired(code, now) ? undefined : code;
    },
    async find(token, site) {
      const known = knownCodes.peek(token);
      const code = known === undefined ? await knownCodes.find(token) : known;
      if (code === null || (site !== undefined && !isServedOn(code, site))) return null;
      if (!isExpired(code, clock.now())) return code;
      // A recent scan may have moved the expiry since the code was read.
      await scansSettled();
      return knownCodes.find(token);
    },
  };
}
