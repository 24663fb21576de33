import { createBoundedMap, shortKey } from "../shared/bounded-map.ts";
import { isCrawler } from "./crawlers.ts";
import { isPreview } from "./previews.ts";

/** Why a visit is not counted as a scan, as far as the request itself tells. */
export type RequestReason = "head" | "prefetch" | "preview" | "crawler";

/** Header fields by lower-case name. */
export type Fields = Readonly<Record<string, string | string[] | undefined>>;

interface RequestTraits {
  readonly method: string;
  readonly userAgent: string;
  readonly headers: Fields;
}

export type Classifier = (request: RequestTraits) => RequestReason | null;

/** The header fields in which browsers mark a request made before the person asked for the page. */
const PURPOSE_FIELDS = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;
const EARLY = /prefetch|prerender|preview/i;

const asksForHeadersOnly: Classifier = ({ method }) => (method === "HEAD" ? "head" : null);

const fetchesEarly: Classifier = ({ headers }) => {
  for (const name of PURPOSE_FIELDS) {
    const value = headers[name];
    if (value !== undefined && EARLY.test(String(value))) return "prefetch";
  }
  return null;
};

function kindOfAgent(userAgent: string): "preview" | "crawler" | null {
  if (isPreview(userAgent)) return "preview";
  return isCrawler(userAgent) ? "crawler" : null;
}

/**
 * Says why a visit is not counted, or null if it is: the reason of the first step that has one. What
 * is not known to be a machine of its own counts, so a blank agent, curl and HTTP libraries do.
 */
export function createClassifier({ cacheSize }: { cacheSize: number }): Classifier {
  const kinds = createBoundedMap<ReturnType<typeof kindOfAgent>>(cacheSize);
  const isKnownMachine: Classifier = ({ userAgent }) => {
    const key = shortKey(userAgent);
    const kind = kinds.get(key);
    return kind === undefined ? kinds.set(key, kindOfAgent(key)) : kind;
  };
  const steps = [asksForHeadersOnly, fetchesEarly, isKnownMachine];

  return (request) => {
    for (const step of steps) {
      const reason = step(request);
      if (reason !== null) return reason;
    }
    return null;
  };
}
