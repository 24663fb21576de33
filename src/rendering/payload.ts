import { isNativeToken } from "../shared/ids.ts";
import type { Level } from "../shared/vocabulary.ts";
import { symbolVersion } from "./symbol.ts";

const SHARE_URL = /^https?:\/\/[a-z0-9.:[\]_-]+\/r\/([a-z0-9_-]+)$/i;

/**
 * What the image of a share URL holds. QR packs capitals tighter than small letters, and neither
 * scheme, host, /r nor our own tokens mind the case: so capitals, whenever the symbol gets smaller.
 * Tokens that came from another product do, unless they hold no small letter.
 */
export function sharePayload(shareUrl: string, level: Level): string {
  const upper = shareUrl.toUpperCase();
  const token = SHARE_URL.exec(shareUrl)?.[1];
  if (token === undefined) return shareUrl;
  if (!isNativeToken(token) && token !== token.toUpperCase()) return shareUrl;
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
