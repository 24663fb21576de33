import { createIsbotFromList, list } from "isbot";
import { createBoundedMap, shortKey } from "../shared/bounded-map.ts";
import { libraryOf } from "./agent-names.ts";
import { patternLine, readDataFile } from "./data-file.ts";

/** Why a visit is not a scan, as far as the request shows. */
export type RequestReason = "head" | "prefetch" | "preview" | "crawler";

/** Headers by lower-case name. */
export type Fields = Readonly<Record<string, string | string[] | undefined>>;

interface RequestTraits {
  readonly method: string;
  readonly userAgent: string;
  readonly headers: Fields;
}

export type Classifier = (request: RequestTraits) => RequestReason | null;

/** Headers in which browsers mark prefetches. */
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
 * Returns why a visit is not counted, or null if it is: the first step with a reason. Unknown is not a bot: a blank
 * agent, curl and HTTP libraries count.
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

const PREVIEWS = readDataFile(new URL("./data/previews.txt", import.meta.url), patternLine);

const PREVIEW = new RegExp(PREVIEWS.join("|"), "i");

/** Whether it fetches a link only to show a preview card. */
const isPreview = (userAgent: string): boolean => PREVIEW.test(userAgent);

/** A test checks that each is still in isbot's list. */
export const LEFT_OUT = readDataFile(new URL("./data/crawlers-left-out.txt", import.meta.url), patternLine);
const ADDED = readDataFile(new URL("./data/crawlers-added.txt", import.meta.url), patternLine);
const APPS = readDataFile(new URL("./data/reading-apps.txt", import.meta.url), patternLine);

const leftOut = new Set(LEFT_OUT);
const looksLikeCrawler = createIsbotFromList([...list.filter((p) => !leftOut.has(p)), ...ADDED]);

const APP = new RegExp(APPS.join("|"));
/** Calls itself a bot; applies to libraries and apps too. Cubot makes phones. */
const SAYS_SO = /(?<!\bcu)bots?(?:\b|_)|crawl|spider|scrap[ey]/i;

function isCrawler(userAgent: string): boolean {
  if (SAYS_SO.test(userAgent)) return true;
  if (APP.test(userAgent) || libraryOf(userAgent) !== null) return false;
  return looksLikeCrawler(userAgent);
}
