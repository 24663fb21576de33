import type { Code, VisitedCode } from "../codes/code.ts";
import { type Action, actionOf } from "../codes/content/index.ts";
import { forPlacement } from "../codes/content/placement.ts";
import type { Site } from "../domains/domain.ts";
import type { Services } from "../services.ts";

/**
 * Set if it may be another code: an address below this service's own /r, or at the root of a domain. The rules refuse
 * such addresses, but one may have become ours later.
 */
type Own = "share" | { token: string; site: Site } | null;

/** Where a code leads. */
interface Destination {
  action: Action;
  own: Own;
  version: string;
}

export function createDestinations({ codeFinder, ownAddresses }: Pick<Services, "codeFinder" | "ownAddresses">) {
  /** Cached with the code object: addresses are parsed once, not with every scan. */
  const known = new WeakMap<Code, Map<string, Destination>>();

  return {
    /** `to`: the address of a rule or variant instead of the code's own content. */
    of(code: VisitedCode, to?: string): Destination {
      const ofCode = known.get(code) ?? new Map<string, Destination>();
      if (ofCode.size === 0) known.set(code, ofCode);
      const found = ofCode.get(to ?? "");
      const version = ownAddresses.version();
      if (found?.version === version) return found;
      const own = to === undefined ? actionOf(code.type, code.content) : actionOf("url", to);
      const action = forPlacement(own, code.placement?.name ?? null);
      const destination = { action, own: "location" in action ? ownAddresses.of(action.location) : null, version };
      ofCode.set(to ?? "", destination);
      return destination;
    },

    /** Whether a redirect there would lead to a code: it could go round in a circle and count a scan each time. */
    leadsToCode: async (own: Own): Promise<boolean> =>
      own !== null && (own === "share" || (await codeFinder.find(own.token, own.site)) !== null),
  };
}
