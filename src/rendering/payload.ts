import type { Level } from "../shared/vocabulary.ts";
import { symbolVersion } from "./symbol.ts";

/**
 * What the image of a share URL holds. QR packs capitals tighter than small letters, and neither
 * scheme, host, /r nor token minds the case: so capitals, whenever the symbol gets smaller.
 */
export function sharePayload(shareUrl: string, level: Level): string {
  const upper = shareUrl.toUpperCase();
  const caseless = /^https?:\/\/[a-z0-9.:[\]_-]+\/r\/[a-z0-9]+$/i.test(shareUrl);
  if (!caseless) return shareUrl;
  return symbolVersion(upper, level) < symbolVersion(shareUrl, level) ? upper : shareUrl;
}

const SAMPLE = "SAMPLE. NOT SAVED. ";
const NOTHING_YET = "FILL IN THE FORM";

/**
 * What the picture of a code that is not saved holds: words that say so, and where it will lead, as far as
 * they go into a symbol no larger than that of the share URL to come.
 */
export function samplePayload(lead: string, shareUrl: string, level: Level): string {
  const version = symbolVersion(shareUrl, level);
  // In capitals, which are packed tighter.
  const words = SAMPLE + (lead || NOTHING_YET);
  const letters = [...words.toUpperCase().toWellFormed()].slice(0, 2 * shareUrl.length);
  while (symbolVersion(letters.join(""), level) > version) letters.pop();
  return letters.join("").trim();
}
