import type { Site } from "../domains/domain.ts";
import type { Clock } from "../shared/clock.ts";
import type { VisitedCode } from "./code.ts";
import type { KnownCodes } from "./known-codes.ts";
import { stateOf } from "./state.ts";

export interface CodeFinderParts {
  knownCodes: KnownCodes;
  clock: Clock;
  /** Resolves when the scans recorded until then are settled. */
  scansSettled: (until: number) => Promise<void>;
}

/** A scan on another node, settled late, may still move an expiry that has passed. */
const SURE_MS = 1_000;

/** A link stays on the domains it may be printed with after its code was moved to another workspace. */
export function isServedOn({ workspaceId, formerWorkspaces }: VisitedCode, site: Site): boolean {
  if (workspaceId === site.workspaceId) return true;
  return (formerWorkspaces?.split(" ") ?? []).some((left) => {
    const [from, movedAt] = left.split(":");
    return from === site.workspaceId && Number(movedAt) >= site.since;
  });
}

/**
 * Looks up the code of a token for a visitor. `site`: the domain of a workspace on which it was visited, which serves
 * only codes of its own; undefined: everywhere else.
 */
export function createCodeFinder({ knownCodes, clock, scansSettled }: CodeFinderParts) {
  /** Until when an expired code is taken as expired. A changed code is another object, which is judged again at once. */
  const sureUntil = new WeakMap<VisitedCode, number>();
  const confirming = new WeakMap<VisitedCode, Promise<VisitedCode | null>>();

  const isServed = (code: VisitedCode, site: Site | undefined) => site === undefined || isServedOn(code, site);
  const isDoubtful = (code: VisitedCode, now: number) =>
    stateOf(code, now) === "expired" && (sureUntil.get(code) ?? Number.NEGATIVE_INFINITY) <= clock.steady();

  /** A recent scan may have moved the expiry since the code was read. */
  async function readAgain(token: string, { expiresAt }: VisitedCode): Promise<VisitedCode | null> {
    await scansSettled(expiresAt);
    const code = await knownCodes.find(token);
    if (code) sureUntil.set(code, clock.steady() + SURE_MS);
    return code;
  }

  /** Once for all visits that wait for it. */
  function confirm(token: string, code: VisitedCode): Promise<VisitedCode | null> {
    const asked = confirming.get(code) ?? readAgain(token, code).finally(() => confirming.delete(code));
    confirming.set(code, asked);
    return asked;
  }

  return {
    /**
     * The cached code; null if it is known not to exist; undefined if the store has to be asked, also about an expired
     * code.
     */
    peek(token: string, now: number, site?: Site): VisitedCode | null | undefined {
      const code = knownCodes.peek(token);
      if (code && !isServed(code, site)) return null;
      return code && isDoubtful(code, now) ? undefined : code;
    },
    /** Queries the store if needed. A code returned as expired was so less than a second ago. */
    async find(token: string, site?: Site): Promise<VisitedCode | null> {
      const known = knownCodes.peek(token);
      const code = known === undefined ? await knownCodes.find(token) : known;
      if (code === null || !isServed(code, site)) return null;
      if (!isDoubtful(code, clock.now())) return code;
      const again = await confirm(token, code);
      return again && isServed(again, site) ? again : null;
    },
  };
}
