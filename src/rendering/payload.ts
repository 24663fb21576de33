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
