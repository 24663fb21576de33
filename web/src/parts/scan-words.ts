/** Where a scan came from, and why a visit was not counted: on a code's page and on the overview. */
import type { Scan } from "../api/types.ts";
import { inWords } from "./formats.ts";

const UNKNOWN = "Unknown";

export const placeOf = (scan: Scan): string =>
  scan.city === null ? inWords.country(scan.country) : `${scan.city}, ${inWords.country(scan.country)}`;

export const isPlaceKnown = (scan: Scan): boolean => scan.country !== UNKNOWN;

/** "Safari on iOS", or as much of it as is known. */
export const agentOf = ({ browser, os }: Scan): string =>
  [browser, os].filter((word) => word !== UNKNOWN).join(" on ") || UNKNOWN;

export const uncounted = {
  region: "Not counted",
  why: "Why?",
  less: "Hide",
  all: (counted: number) =>
    counted === 1 ? "The only visit was counted" : `All ${inWords.number(counted)} visits were counted`,
  some: (missed: number, visits: number) =>
    `${inWords.number(missed)} of ${inWords.times(visits, "visit")} ${missed === 1 ? "was" : "were"} not counted`,
  utcDays: "On these days in UTC",
  reasons: {
    head: ["Link checks", "A program only checked whether the page exists (HEAD)."],
    prefetch: ["Prefetched", "A browser loaded the page in advance, in case someone opened it."],
    crawler: ["Crawlers", "A search engine or another crawler visited."],
    preview: ["Link previews", "A messenger or social network made a preview of the link."],
    paused: ["While paused", "Someone scanned the code while it was paused."],
    expired: ["After expiry", "Someone scanned the code after it had expired."],
    early: ["Before its start", "Someone scanned the code before it was due to start."],
  } as Record<string, [name: string, means: string]>,
};
