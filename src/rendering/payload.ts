import { isNativeToken } from "../shared/ids.ts";
import type { Level } from "../shared/vocabulary.ts";
import { symbolVersion } from "./version.ts";

const SHARE_URL = /^https?:\/\/[a-z0-9.:[\]_-]+\/r\/([a-z0-9_-]+)$/i;

/**
 * The payload of a share URL's image. Alphanumeric mode packs capitals tighter, and scheme, host, /r, our own tokens
 * and slugs ignore case, so capitals are used whenever the symbol gets smaller. Imported tokens are case-sensitive,
 * unless they have no lower-case letter.
 */
export function sharePayload(shareUrl: string, level: Level, isSlug = false): string {
  const upper = shareUrl.toUpperCase();
  const token = SHARE_URL.exec(shareUrl)?.[1];
  if (token === undefined) return shareUrl;
  if (!isSlug && !isNativeToken(token) && token !== token.toUpperCase()) return shareUrl;
  return symbolVersion(upper, level) < symbolVersion(shareUrl, level) ? upper : shareUrl;
}

const SAMPLE = "SAMPLE. NOT SAVED. ";
const NOTHING_YET = "FILL IN THE FORM";

/**
 * The payload of an unsaved code's image: words that say so and where it will lead, as far as they fit a symbol no
 * larger than the share URL's.
 */
export function samplePayload(lead: string, shareUrl: string, level: Level): string {
  const version = symbolVersion(shareUrl, level);
  // In capitals, which are packed tighter.
  const words = SAMPLE + (lead || NOTHING_YET);
  const letters = [...words.toUpperCase().toWellFormed()].slice(0, 2 * shareUrl.length);
  while (symbolVersion(letters.join(""), level) > version) letters.pop();
  return letters.join("").trim();
}
