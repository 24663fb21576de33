import { createCache, shortKey } from "./cache.ts";
import { isCrawler } from "./crawlers.ts";
import { isPreview } from "./previews.ts";

/** Why a visit is not counted as a scan, as far as the request itself tells. */
export type UncountedReason = "head" | "prefetch" | "preview" | "crawler";

/** Header fields by lower-case name. */
export type Fields = Readonly<Record<string, string | string[] | undefined>>;

interface RequestTraits {
  readonly method: string;
  readonly userAgent: string;
  readonly headers: Fields;
}

export type Classifier = (request: RequestTraits) => UncountedReason | null;

/** Where browsers say that nobody has asked for the page yet. */
const PURPOSE_FIELDS = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;
const EARLY = /prefetch|prerender|preview/i;

const isEarly = (headers: Fields): boolean =>
  PURPOSE_FIELDS.some((name) => headers[name] !== undefined && EARLY.test(String(headers[name])));

function kindOfAgent(userAgent: string): "preview" | "crawler" | "other" {
  if (isPreview(userAgent)) return "preview";
  return isCrawler(userAgent) ? "crawler" : "other";
}

/**
 * Says why a visit is not counted, or null if it is: the reason of the first step that applies. What
 * is not known to be a machine of its own counts, so a blank agent, curl and HTTP libraries do.
 */
export function createClassifier({ cacheSize }: { cacheSize: number }): Classifier {
  const kinds = createCache<ReturnType<typeof kindOfAgent>>(cacheSize);
  const kindOf = (userAgent: string): ReturnType<typeof kindOfAgent> => {
    const key = shortKey(userAgent);
    return kinds.get(key) ?? kinds.set(key, kindOfAgent(key));
  };
  const steps: readonly (readonly [UncountedReason, (request: RequestTraits) => boolean])[] = [
    ["head", ({ method }) => method === "HEAD"],
    ["prefetch", ({ headers }) => isEarly(headers)],
    ["preview", ({ userAgent }) => kindOf(userAgent) === "preview"],
    ["crawler", ({ userAgent }) => kindOf(userAgent) === "crawler"],
  ];
  return (request) => steps.find(([, applies]) => applies(request))?.[0] ?? null;
}
