import type { Scan } from "../../api/types.ts";
import { inWords } from "../../parts/words.ts";

const UNKNOWN = "Unknown";

export const placeOf = (scan: Scan): string =>
  scan.city === null ? inWords.country(scan.country) : `${scan.city}, ${inWords.country(scan.country)}`;

export const isPlaceKnown = (scan: Scan): boolean => scan.country !== UNKNOWN;

/** "Safari on iOS", or as much of it as is known. */
export const agentOf = ({ browser, os }: Scan): string =>
  [browser, os].filter((word) => word !== UNKNOWN).join(" on ") || "Unknown program";
